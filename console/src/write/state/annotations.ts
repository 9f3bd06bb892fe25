import { effect } from '@preact/signals';
import type { AnnotatedLine } from '../../../../client/src/client.ts';
import { type ApiResult, type RequestOptions, request, requestsInLastMinute } from '../../api/lexicon.ts';
import type { SongLine } from '../model/document.ts';
import {
  type AnnotatedText,
  type CharacterSound,
  type LineSound,
  soundOfLine,
  soundOfReading,
} from '../model/line-sound.ts';
import type { ReadingTable } from '../model/reading-table.ts';
import { isHeading } from '../model/sections.ts';
import { readStoredReadings, storeReadings } from './browser-storage.ts';
import { loadReadingTable } from './readings.ts';
import { store, update } from './store.ts';

/** Annotations of the song's lines. Requested after a debounce, and only for lines that changed. */

/** Without a table of readings the service is asked as one types; with it, once typing rests. */
const DEBOUNCE_MS = 150;
const DEBOUNCE_WITH_TABLE_MS = 1100;
/** As for searches, see find/results.ts. */
const THROTTLED_DELAY_MS = 4000;
const REQUESTS_BEFORE_THROTTLING = 20;
/** Delay before a retry when the service cannot be reached. */
const RETRY_MS = 10_000;
const MAX_CACHED_TEXTS = 2000;
/** Limits of one request. */
const MAX_LINES = 200;
const MAX_CHARACTERS = 4500;

/** Keyed by text, so that a repeated chorus is requested once and undo needs no request. */
const byText = new Map<string, AnnotatedText>();

interface KnownSound {
  readonly annotated: AnnotatedText | undefined;
  readonly table: ReadingTable | null;
  readonly sound: LineSound;
}

const sounds = new WeakMap<SongLine, KnownSound>();

/** The sound of a line, computed from its last annotation while a new one is pending. */
export function soundOfSongLine(line: SongLine): LineSound {
  const annotated = byText.get(line.text) ?? store.annotations.value.get(line.id);
  // What the service has read stays as it is when the table comes, and is not read and drawn once more.
  const table = annotated?.text === line.text ? null : store.readingTable.value;
  const found = sounds.get(line);
  if (found && found.annotated === annotated && found.table === table) return found.sound;
  const sound = soundNow(line.text, line.readings, annotated);
  sounds.set(line, { annotated, table, sound });
  return sound;
}

/** The sound of a text by what the service has said of it, else by the table. */
function soundNow(text: string, readings: SongLine['readings'], annotated: AnnotatedText | undefined): LineSound {
  const readByTable = annotated?.text === text ? [] : (store.readingTable.value?.read(text) ?? []);
  return soundOfLine(text, readings, annotated, readByTable);
}

/** The sound that a line would have with another text; `readings` by character index. */
export function soundOfPreview(line: SongLine, text: string, readings: SongLine['readings']): LineSound {
  return soundNow(text, readings, store.annotations.value.get(line.id));
}

/** Requests missing annotations whenever the song changes. */
export function watchAnnotations(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingRequest: AbortController | undefined;

  const annotateMissing = async () => {
    const { lines } = store.song.peek();
    if (store.isComposing.peek() || missingTexts(lines).length === 0) return;
    pendingRequest?.abort();
    pendingRequest = new AbortController();
    const result = await annotateLines(lines, { signal: pendingRequest.signal });
    if (result.kind === 'aborted') return;
    if (result.kind === 'problem') {
      const { retryAfter, status } = result.problem;
      if (status !== 400) schedule(retryAfter === undefined ? RETRY_MS : retryAfter * 1000);
      return;
    }
    const { id, lines: current } = store.song.peek();
    assignAnnotations(current);
    storeReadings(
      id,
      current.flatMap(({ text }) => byText.get(text) ?? []),
    );
    schedule(delayMs());
  };
  const schedule = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void annotateMissing(), delayMs);
  };
  // The table is loaded with the first change: looking at the page does not need it.
  const firstLines = store.song.peek().lines;
  effect(() => {
    const { id, lines } = store.song.value;
    if (lines !== firstLines) void loadReadingTable();
    recallReadings(id);
    assignAnnotations(lines);
    if (!store.isComposing.value && missingTexts(lines).length > 0) schedule(delayMs());
  });
  addEventListener('online', () => schedule(0));
}

let recalledId: string | undefined;

/** Takes the stored readings of a song when it is opened. */
function recallReadings(songId: string): void {
  if (songId === recalledId) return;
  recalledId = songId;
  for (const annotated of readStoredReadings(songId))
    if (!byText.has(annotated.text)) byText.set(annotated.text, annotated);
}

/** Asks once for what is not known yet of some lines, which need not be the open song's. A failure leaves them as the table reads them. */
export async function annotateLines(
  lines: readonly SongLine[],
  requestOptions: RequestOptions,
): Promise<ApiResult<unknown>> {
  const texts = missingTexts(lines);
  if (texts.length === 0) return { kind: 'ok', data: undefined };
  const body = { text: texts.join('\n') };
  const result = await request((client, options) => client.annotate(body, options), requestOptions);
  if (result.kind === 'ok') for (const [i, line] of result.data.lines.entries()) storeAnnotation(texts[i]!, line);
  return result;
}

/** Updates the annotation of each line. */
function assignAnnotations(lines: readonly SongLine[]): void {
  const before = store.annotations.peek();
  const now = new Map<string, AnnotatedText>();
  let isChanged = false;
  for (const { id, text } of lines) {
    const annotated = byText.get(text) ?? before.get(id);
    if (annotated) now.set(id, annotated);
    isChanged ||= annotated !== before.get(id);
  }
  if (isChanged) update({ annotations: now });
}

function missingTexts(lines: readonly SongLine[]): string[] {
  const missing = [...new Set(lines.map(({ text }) => text))].filter(
    (text) => text.trim() !== '' && !isHeading(text) && !byText.has(text),
  );
  let budget = MAX_CHARACTERS;
  return missing.slice(0, MAX_LINES).filter((text) => (budget -= text.length + 1) >= 0);
}

function storeAnnotation(text: string, { chars, text: read, normalized_from: written }: AnnotatedLine): void {
  // Of a Latin word the response has a place for each syllable; the letters after its first are not sung by themselves.
  const placeOfCharacter = chars.flatMap((place) =>
    Array.from(place.char, (_, i) => (i === 0 ? place : { ...place, jyutping: null })),
  );
  // For simplified characters the response has traditional ones, one for each.
  const sounded = Array.from(text, (char, index): CharacterSound => {
    const { jyutping, g, polyphones } = placeOfCharacter[index] ?? { jyutping: null, g: -1 - index };
    return { char, ...soundOfReading(jyutping), group: g, polyphones: polyphones ?? [] };
  });
  byText.set(text, { text, characters: sounded, ...(written === undefined ? {} : { traditional: read }) });
  for (const oldest of [...byText.keys()].slice(0, -MAX_CACHED_TEXTS)) byText.delete(oldest);
}

/** The debounce, or longer when this client comes near the rate limit. */
function delayMs(): number {
  const debounceMs = store.readingTable.peek() ? DEBOUNCE_WITH_TABLE_MS : DEBOUNCE_MS;
  return requestsInLastMinute(/\/annotate/) < REQUESTS_BEFORE_THROTTLING ? debounceMs : THROTTLED_DELAY_MS;
}
