import { expect, it } from '@jest/globals';
import { characterTable } from '../../src/lyrics/character-table.ts';
import { findRisks } from '../../src/lyrics/risks.ts';
import {
  type CharacterSearch,
  characterSwaps,
  otherReadings,
  readingSwaps,
} from '../../src/lyrics/swaps/characters.ts';
import type { VerifySubstitution } from '../../src/lyrics/swaps/verify.ts';
import { tableOf } from '../cantonese/table.ts';
import { describeFunctions } from '../support/function-tables.ts';
import { listOf, strictDemand, sungLine, wordLine, wordLines } from './lines.ts';

// Codes: 我 4, 開心 33, 害 2, 海 3, 心 3. From low to high: 0, 2, 4, 3.
// Right after 我 stands each of the characters of one sound once, and 心 three times after others.
const table = listOf([
  { ...wordLine('我', 'ngo5', 1700), examples: ['我海', '我開', '我凱', '我改', '你心', '你心', '大心'] },
  ...wordLines('你 nei5 1700', '大 daai6 1500', '開心 hoi1_sam1 1400', '海 hoi2 1300', '害 hoi6 1300'),
  ...wordLines('開 hoi1 1300', '改 goi2 1300', '心 sam1 1200', '凱 hoi2 1200', '亥 hoi6 1200'),
  ...wordLines('大海 daai6_hoi2 1200', '你凱 nei5_hoi2 900'),
]);

/** The parts of a search that a test does not touch. */
const unused: Omit<CharacterSearch, 'line' | 'constraint'> = {
  table,
  characters: characterTable(table),
  verify: () => undefined,
  readOtherwise: () => [],
};

// 行 is read haang4, hang6, hong4 or hong2.
const read = tableOf('我 ngo5 1700', '行 haang4/hang6/hong4/hong2 1300', '海 hoi2 1300');
const inWords = tableOf(
  ...['落 lok6/lok1 1500', '落雨 lok6_jyu5 1500', '慢 maan6/maan2 1400', '慢慢 maan6_maan6/maan6_maan2 1400'],
  ...['會 wui5/kui2 1600', '人 jan4/jan2 1600', '行 haang4/hong4/hang6 1500'],
);
const characters = characterTable(
  listOf(
    wordLines('海 hoi2 1400', '害 hoi6 1350', '開 hoi1 1300', '凱 hoi2/hoi1 1200', '亥 hoi6 1100', '改 goi2 1500'),
  ),
);
const CLEARED = { 海: [1], 開: [1], 凱: [1] };

interface Given {
  /** The risks that each character clears in its line. */
  readonly resolves?: Readonly<Record<string, readonly number[]>>;
  /** The only reading that is heard in the line. */
  readonly heard?: string;
  readonly limit?: number;
  readonly chosen?: Record<number, string>;
}

/** Swaps of the character at place 1, and what was tried for them. */
function swapsOf(text: string, moves: string, { resolves = CLEARED, heard, limit = 9, chosen = {} }: Given) {
  const tried: string[] = [];
  const verify: VerifySubstitution = (_, char, jyutping) => {
    tried.push(`${char} ${jyutping}`);
    if (heard !== undefined && heard !== `${char} ${jyutping}`) return undefined;
    return { line: `with ${char}`, resolves: [...(resolves[char] ?? [])], lowers: [] };
  };
  const line = sungLine(text, table, chosen);
  const swaps = characterSwaps({ ...unused, line, characters, constraint: strictDemand(moves), verify }, 1, limit);
  return { swaps, tried };
}

describeFunctions('character-swaps', {
  /** Those of the risk at a position: place, reading and what it clears. */
  readingSwaps(text: string, moves: string, position: number) {
    const line = sungLine(text, read);
    const risk = findRisks(line.codes, strictDemand(moves)).find((one) => one.position === position)!;
    const readOtherwise = (at: number, jyutping: string) => sungLine(text, read, { [at]: jyutping }).tones;
    const found = readingSwaps({ ...unused, line, constraint: strictDemand(moves), readOtherwise }, risk);
    return found.map((one) => `${one.position} ${one.jyutping}, clears ${one.resolves}`);
  },
  otherReadings: (text: string, position: number) =>
    otherReadings(sungLine(text, inWords), position).map(({ jyutping }) => jyutping),
  /** With `+` where a swap makes a word with a neighbour. */
  swaps: (text: string, moves: string, given: Given = {}) =>
    swapsOf(text, moves, given).swaps.map((one) => `${one.char} ${one.jyutping}${one.formsWord ? ' +' : ''}`),
  tried: (text: string, moves: string, given: Given = {}) => swapsOf(text, moves, given).tried,
});

it('swaps of a character say all of it', () => {
  const [first] = swapsOf('我害', '+', {}).swaps;
  expect(first).toMatchObject({ line: 'with 海', tone: 2, code: '3', pitch: 6, definition: '海!' });
  expect(first).toMatchObject({ frequency: 1400, resolves: [1] });
});
