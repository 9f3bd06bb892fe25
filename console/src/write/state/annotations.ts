import { effect, signal } from '@preact/signals';
import { request } from '../../api/request.ts';
import type { SongLine } from '../model/document.ts';
import {
  type AnnotatedText,
  type CharacterSound,
  type LineSound,
  soundOfLine,
  soundOfReading,
} from '../sound/line-sound.ts';
import { song } from './song.ts';

/** What the service said of the song's lines, asked for a moment after typing and only of lines that changed. */

const DEBOUNCE_MS = 150;
/** How many milliseconds to wait when the service could not be reached. */
const RETRY_MS = 10_000;
const MAX_CACHED_TEXTS = 2000;
/** What one request may hold. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 4500;

interface AnnotatedLineView {
  readonly text: string;
  readonly chars: readonly {
    readonly char: string;
    readonly jyutping: string | null;
    readonly g: number;
    readonly polyphones?: readonly string[];
  }[];
}

/** By text, so that a chorus is asked for once and undoing asks for nothing. */
const byText = new Map<string, AnnotatedText>();
/** The last annotation of each line, though its text may have changed since. */
const byLine = signal<ReadonlyMap<string, AnnotatedText>>(new Map());
/** How each character was read last, and which character was last read so. */
const readingOf = new Map<string, string>();
const characterOf = signal<ReadonlyMap<string, string>>(new Map());

/** Set while an input method composes: nothing is asked then. */
export const composing = signal(false);

/** Remembers a reading from elsewhere: a swap, a choice. */
export function recordReading(character: string, jyutping: string): void {
  readingOf.set(character, jyutping);
  recordCharacter(jyutping, character);
}

/** Remembers a character to name a sound by; the first one stays. */
export function recordCharacter(jyutping: string, character: string): void {
  const known = characterOf.peek();
  if (!known.has(jyutping)) characterOf.value = new Map(known).set(jyutping, character);
}

/** A character that sounds so, when one has been met. */
export function knownCharacter(jyutping: string): string | undefined {
  return characterOf.value.get(jyutping);
}

const sounds = new WeakMap<SongLine, { readonly annotated: AnnotatedText | undefined; readonly sound: LineSound }>();

/** The sound of a line as it stands; computed in the page. */
export function soundOfSongLine(line: SongLine): LineSound {
  const annotated = byText.get(line.text) ?? byLine.value.get(line.id);
  const found = sounds.get(line);
  if (found && found.annotated === annotated) return found.sound;
  const sound = soundOfLine(line.text, line.readings, annotated, (character) => readingOf.get(character));
  sounds.set(line, { annotated, sound });
  return sound;
}

/** The sound that a line would have with another text; `readings` by place. */
export function soundOfPreview(line: SongLine, text: string, readings: SongLine['readings']): LineSound {
  return soundOfLine(text, readings, byLine.value.get(line.id), (character) => readingOf.get(character));
}

/** Asks for what is not known yet, whenever the song changes. Answers how to stop. */
export function watchAnnotations(): () => void {
  const throttle = createThrottle();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingRequest: AbortController | undefined;

  const annotateMissing = async () => {
    const texts = missingTexts(song.peek().lines);
    if (composing.peek() || texts.length === 0) return;
    pendingRequest?.abort();
    const controller = new AbortController();
    pendingRequest = controller;
    const result = await request<{ lines: AnnotatedLineView[] }>('/api/lexicon/annotate', {
      body: { text: texts.join('\n') },
      signal: controller.signal,
    });
    if (result.kind === 'aborted') return;
    if (result.kind === 'problem') {
      const retryAfterSeconds = result.problem.retryAfter;
      if (result.problem.status !== 400)
        schedule(retryAfterSeconds === undefined ? RETRY_MS : retryAfterSeconds * 1000);
      return;
    }
    throttle.update(result.headers);
    for (const [i, line] of result.data.lines.entries()) storeAnnotation(texts[i]!, line);
    assignAnnotations(song.peek().lines);
    schedule(throttle.delayMs());
  };
  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void annotateMissing(), delayMs);
  };
  const stop = effect(() => {
    const { lines } = song.value;
    assignAnnotations(lines);
    if (!composing.value && missingTexts(lines).length > 0) schedule(throttle.delayMs());
  });
  const now = () => schedule(0);
  addEventListener('online', now);
  return () => {
    stop();
    clearTimeout(timer);
    pendingRequest?.abort();
    removeEventListener('online', now);
  };
}

/** Notes which annotation each line has now. */
function assignAnnotations(lines: readonly SongLine[]): void {
  const before = byLine.peek();
  const now = new Map<string, AnnotatedText>();
  let isChanged = false;
  for (const { id, text } of lines) {
    const annotated = byText.get(text) ?? before.get(id);
    if (annotated) now.set(id, annotated);
    isChanged ||= annotated !== before.get(id);
  }
  if (isChanged) byLine.value = now;
}

function missingTexts(lines: readonly SongLine[]): string[] {
  const missing = [...new Set(lines.map(({ text }) => text))].filter((text) => text.trim() !== '' && !byText.has(text));
  let budget = MAX_CHARACTERS;
  return missing.slice(0, MAX_LINES).filter((text) => (budget -= text.length + 1) >= 0);
}

function storeAnnotation(text: string, { chars }: AnnotatedLineView): void {
  const characters = Array.from(text);
  // A line in simplified characters is answered in traditional ones, character for character.
  const sounded = characters.map((char, place): CharacterSound => {
    const { jyutping, g, polyphones } = chars[place] ?? { jyutping: null, g: -1 - place };
    if (jyutping !== null) recordReading(char, jyutping);
    const sound = jyutping === null ? { jyutping: null, code: null, rhyme: null } : soundOfReading(jyutping);
    return { char, ...sound, group: g, polyphones: polyphones ?? [] };
  });
  byText.set(text, { text, characters: sounded });
  for (const oldest of [...byText.keys()].slice(0, -MAX_CACHED_TEXTS)) byText.delete(oldest);
}

/**
 * How long to wait before the next request: a moment, or as long as what is left of the rate has to last. Headers are those of the
 * IETF's RateLimit draft: `"annotate";r=12;t=40`.
 */
function createThrottle() {
  let budget = Number.POSITIVE_INFINITY;
  let resetAt = 0;
  return {
    update(headers: Headers): void {
      const header = headers.get('RateLimit') ?? '';
      const [remaining, seconds] = [/;\s*r=(\d+)/.exec(header)?.[1], /;\s*t=(\d+)/.exec(header)?.[1]];
      budget = remaining === undefined ? Number.POSITIVE_INFINITY : Number(remaining);
      resetAt = Date.now() + Number(seconds ?? 0) * 1000;
    },
    delayMs(): number {
      if (budget > 8) return DEBOUNCE_MS;
      return Math.max(DEBOUNCE_MS, (resetAt - Date.now()) / (budget + 1));
    },
  };
}
