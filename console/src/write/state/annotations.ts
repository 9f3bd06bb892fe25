import { effect, signal } from '@preact/signals';
import { request } from '../../api/request.ts';
import type { SongLine } from '../model/document.ts';
import {
  type AnnotatedText,
  type CharacterSound,
  type LineSound,
  soundedAs,
  soundOfLine,
} from '../sound/line-sound.ts';
import { song } from './song.ts';

/** What the service said of the song's lines, asked for a moment after typing and only of lines that changed. */

const DEBOUNCE = 150;
/** How many milliseconds to wait when the service could not be reached. */
const RETRY = 10_000;
const KEPT_TEXTS = 2000;
/** What one request may hold. */
const MOST_LINES = 200;
const MOST_CHARACTERS = 4500;

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
export function learnReading(character: string, jyutping: string): void {
  readingOf.set(character, jyutping);
  learnCharacter(jyutping, character);
}

/** Remembers a character to name a sound by; the first one stays. */
export function learnCharacter(jyutping: string, character: string): void {
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
export function keepAnnotated(): () => void {
  const pace = createPace();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: AbortController | undefined;

  const ask = async () => {
    const texts = missingTexts(song.peek().lines);
    if (composing.peek() || texts.length === 0) return;
    underWay?.abort();
    const controller = new AbortController();
    underWay = controller;
    const answer = await request<{ lines: AnnotatedLineView[] }>('/api/lexicon/annotate', {
      body: { text: texts.join('\n') },
      signal: controller.signal,
    });
    if (answer.kind === 'aborted') return;
    if (answer.kind === 'problem') {
      const wait = answer.problem.retryAfter;
      if (answer.problem.status !== 400) schedule(wait === undefined ? RETRY : wait * 1000);
      return;
    }
    pace.note(answer.headers);
    for (const [i, line] of answer.data.lines.entries()) keep(texts[i]!, line);
    assign(song.peek().lines);
    schedule(pace.delay());
  };
  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), delay);
  };
  const stop = effect(() => {
    const { lines } = song.value;
    assign(lines);
    if (!composing.value && missingTexts(lines).length > 0) schedule(pace.delay());
  });
  const now = () => schedule(0);
  addEventListener('online', now);
  return () => {
    stop();
    clearTimeout(timer);
    underWay?.abort();
    removeEventListener('online', now);
  };
}

/** Notes which annotation each line has now. */
function assign(lines: readonly SongLine[]): void {
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
  let left = MOST_CHARACTERS;
  return missing.slice(0, MOST_LINES).filter((text) => (left -= text.length + 1) >= 0);
}

function keep(text: string, { chars }: AnnotatedLineView): void {
  const characters = Array.from(text);
  // A line in simplified characters is answered in traditional ones, character for character.
  const sounded = characters.map((char, place): CharacterSound => {
    const { jyutping, g, polyphones } = chars[place] ?? { jyutping: null, g: -1 - place };
    if (jyutping !== null) learnReading(char, jyutping);
    const sound = jyutping === null ? { jyutping: null, code: null, rhyme: null } : soundedAs(jyutping);
    return { char, ...sound, group: g, polyphones: polyphones ?? [] };
  });
  byText.set(text, { text, characters: sounded });
  for (const oldest of [...byText.keys()].slice(0, -KEPT_TEXTS)) byText.delete(oldest);
}

/**
 * How long to wait before the next request: a moment, or as long as what is left of the rate has to last. Headers are those of the
 * IETF's RateLimit draft: `"annotate";r=12;t=40`.
 */
function createPace() {
  let left = Number.POSITIVE_INFINITY;
  let until = 0;
  return {
    note(headers: Headers): void {
      const told = headers.get('RateLimit') ?? '';
      const [remaining, seconds] = [/;\s*r=(\d+)/.exec(told)?.[1], /;\s*t=(\d+)/.exec(told)?.[1]];
      left = remaining === undefined ? Number.POSITIVE_INFINITY : Number(remaining);
      until = Date.now() + Number(seconds ?? 0) * 1000;
    },
    delay(): number {
      if (left > 8) return DEBOUNCE;
      return Math.max(DEBOUNCE, (until - Date.now()) / (left + 1));
    },
  };
}
