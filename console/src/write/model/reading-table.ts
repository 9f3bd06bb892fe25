import { isSung } from '../../../../src/cantonese/line-units.ts';
import { type DictionaryWord, segment, type WordTable } from '../../../../src/cantonese/segmentation.ts';
import { type CharacterSound, soundOfReading } from './line-sound.ts';

/** Characters that are rarer say nothing to those who read them: jyutping says more. */
const MAX_KNOWN_RANK = 15_000;

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

/** Reads the file of `/readings.txt`, see the service's character-table.ts; it yields between slices, as it is long. */
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
