import { isSung } from '../../../../src/cantonese/line-units.ts';
import { type DictionaryWord, segment, type WordTable } from '../../../../src/cantonese/segmentation.ts';
import { request } from '../../api/lexicon.ts';
import { type CharacterSound, soundOfReading } from '../model/line-sound.ts';
import { store, update } from './store.ts';

/** What is known of characters and syllables apart from any line. */

/** The last known reading of each character. */
const readingOf = new Map<string, string>();

/** The reading that a character had last, if any. */
export function knownReading(character: string): string | undefined {
  return readingOf.get(character);
}

/** Stores a reading: of an annotation, a swap, or the user's choice. */
export function recordReading(character: string, jyutping: string): void {
  readingOf.set(character, jyutping);
  recordCharacter(jyutping, character);
}

/** Stores an example character for a sound; the first one stays. */
function recordCharacter(jyutping: string, character: string): void {
  const known = store.characterOf.peek();
  if (!known.has(jyutping)) update({ characterOf: new Map(known).set(jyutping, character) });
}

/** An example character for a sound, if one is known. */
export function knownCharacter(jyutping: string): string | undefined {
  return store.characterOf.value.get(jyutping) ?? store.readingTable.value?.characterOf(jyutping);
}

/** Characters that are rarer say nothing to those who read them: jyutping says more. */
const MAX_KNOWN_RANK = 15_000;

const requestedKeys = new Set<string>();

/** Finds the commonest character of all that have one of some syllables, unless one is known already. One credit a syllable. */
export async function findHomophone(syllables: readonly string[]): Promise<void> {
  const key = syllables.join(' ');
  if (requestedKeys.has(key) || syllables.some((jyutping) => knownCharacter(jyutping) !== undefined)) return;
  requestedKeys.add(key);
  const candidates = await Promise.all(
    syllables.map(async (jyutping) => {
      const parameters = { jyutping, length: 1, limit: 1 };
      const result = await request((client, options) => client.search(parameters, options), { quiet: true });
      return result.kind === 'ok' ? result.data.words : [];
    }),
  );
  const [best] = candidates.flat().sort((a, b) => a.rank - b.rank);
  if (best && best.rank < MAX_KNOWN_RANK) recordCharacter(best.jyutping, best.char);
}

const TABLE_RETRY_MS = 30_000;

let loading: Promise<void> | undefined;

/**
 * Loads the table of readings once; it is not part of the first load. Where that fails, readings come from the service alone until a
 * later call.
 */
export function loadReadingTable(): Promise<void> {
  loading ??= fetchTable().catch(() => {
    setTimeout(() => (loading = undefined), TABLE_RETRY_MS);
  });
  return loading;
}

async function fetchTable(): Promise<void> {
  const response = await fetch('/readings.txt');
  if (!response.ok) throw new Error(String(response.status));
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  update({ readingTable: await parseReadingTable(await response.text(), pause) });
}

/** Reads lines by the readings of characters and frequent words, without what stands around them and without a request. */
export interface ReadingTable {
  /** One for each character of the text; undefined where nothing is known. Groups are below 0. */
  read(text: string): (CharacterSound | undefined)[];
  /** The most frequent character with a syllable. */
  characterOf(jyutping: string): string | undefined;
}

/** Milliseconds of reading between two yields: a key that is pressed meanwhile must not wait longer. */
const SLICE_MS = 4;
/** Lines between two looks at the clock. */
const LINES_AT_ONCE = 100;
/** Of words by their rank: near 100 × ln(rank), as frequencies of words fall with it. */
const costOf = (rank: number) => Math.round(100 * Math.log(rank + 20));

/** Reads the file of `/readings.txt`, see the service's readings-text.ts; it yields between slices, as it is long. */
export async function parseReadingTable(text: string, pause: () => Promise<unknown>): Promise<ReadingTable> {
  const words = new Map<string, DictionaryWord | undefined>();
  const characterBySound = new Map<string, string>();
  const lines = text.split('\n');
  let sliceStart = performance.now();
  for (const [rank, line] of lines.entries()) {
    if (rank % LINES_AT_ONCE === LINES_AT_ONCE - 1 && performance.now() - sliceStart > SLICE_MS) {
      await pause();
      sliceStart = performance.now();
    }
    if (line === '') continue;
    const space = line.indexOf(' ');
    const [word, reading] = space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
    const characters = Array.from(word);
    const isCharacter = characters.length === 1;
    words.set(word, {
      word,
      cost: costOf(rank),
      readings: isCharacter ? reading.split(',') : reading ? [reading] : [],
    });
    if (isCharacter) {
      const [first = ''] = reading.split(',');
      if (rank < MAX_KNOWN_RANK && !characterBySound.has(first)) characterBySound.set(first, word);
    }
    for (let end = 1; end < characters.length; end++) {
      const prefix = characters.slice(0, end).join('');
      if (!words.has(prefix)) words.set(prefix, undefined);
    }
  }
  const table: WordTable = { find: (key) => words.get(key), hasPrefix: (key) => words.has(key) };
  return { read: (line) => readLine(line, table), characterOf: (jyutping) => characterBySound.get(jyutping) };
}

function readLine(text: string, table: WordTable): (CharacterSound | undefined)[] {
  const characters = Array.from(text);
  return segment(characters, table).flatMap(({ start, end, word }) => {
    const syllables = word && word.readings.length > 0 && end - start > 1 ? word.readings[0]!.split(' ') : [];
    return characters.slice(start, end).map((char, i): CharacterSound | undefined => {
      const readings = table.find(char)?.readings ?? [];
      const jyutping = syllables[i] ?? readings[0];
      if (jyutping === undefined || !isSung(char)) return undefined;
      return { char, ...soundOfReading(jyutping), group: -1 - start, polyphones: readings.length > 1 ? readings : [] };
    });
  });
}
