import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
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
import { listOf, strictDemand, sungLine, wordLine } from './lines.ts';

// Codes: 我 4, 開心 33, 害 2, 海 3, 心 3. From low to high: 0, 2, 4, 3.
// Right after 我 stands each of the characters of one sound once, and 心 three times after others.
const table = listOf([
  { ...wordLine('我', 'ngo5', 1700), examples: ['我海', '我開', '我凱', '我改', '你心', '你心', '大心'] },
  wordLine('你', 'nei5', 1700),
  wordLine('大', 'daai6', 1500),
  wordLine('開心', 'hoi1 sam1', 1400),
  wordLine('海', 'hoi2', 1300),
  wordLine('害', 'hoi6', 1300),
  wordLine('開', 'hoi1', 1300),
  wordLine('改', 'goi2', 1300),
  wordLine('心', 'sam1', 1200),
  wordLine('凱', 'hoi2', 1200),
  wordLine('亥', 'hoi6', 1200),
  wordLine('大海', 'daai6 hoi2', 1200),
  wordLine('你凱', 'nei5 hoi2', 900),
]);

/** A line in which everything that is tried does as its code says; `refused` words are read otherwise there. */
function trying(
  resolves: Record<string, number[]>,
  refused: readonly string[] = [],
  lowers: Record<string, number[]> = {},
) {
  const tried: string[] = [];
  const attempt: VerifySubstitution = (start, text, jyutping) => {
    tried.push(`${start} ${text} ${jyutping}`);
    return refused.includes(text)
      ? undefined
      : { line: `with ${text}`, resolves: resolves[text] ?? [], lowers: lowers[text] ?? [] };
  };
  return { attempt, tried };
}

/** The parts of a search that a test does not touch. */
const unused: Omit<CharacterSearch, 'line' | 'constraint'> = {
  table,
  characters: characterTable(table),
  verify: () => undefined,
  readOtherwise: () => [],
};

describe('other readings of a character', () => {
  // 4 3 asked down; 行 is read haang4, hang6 or hong4.
  const words = tableOf(['我', 'ngo5', 1700], ['行', 'haang4 / hang6 / hong4 / hong2', 1300], ['海', 'hoi2', 1300]);
  const swaps = (text: string, moves: string, position: number) => {
    const line = sungLine(text, words);
    const risk = findRisks(line.codes, strictDemand(moves)).find((one) => one.position === position)!;
    const readOtherwise = (at: number, jyutping: string) => sungLine(text, words, { [at]: jyutping }).tones;
    return readingSwaps({ ...unused, line, constraint: strictDemand(moves), readOtherwise }, risk);
  };

  it('clear the risk and open none, in the order of the list', () => {
    // 4 0 asked up: hong2. 4 0 4 asked down and down: none, as nothing is below.
    expect(swaps('我行', '+', 1)).toEqual([
      { position: 1, jyutping: 'hong2', tone: 2, pitch: 6, code: '3', resolves: [1] },
    ]);
    // 3 0 3 asked level and level: hong2 clears both.
    expect(swaps('海行海', '==', 1)).toMatchObject([{ jyutping: 'hong2', resolves: [1, 2] }]);
    // 0 3 asked down: nothing else of 海, and hong2 before it is no higher; level: hong2 is.
    expect(swaps('行海', '-', 1)).toEqual([]);
    expect(swaps('行海', '=', 1)).toMatchObject([{ position: 0, jyutping: 'hong2', resolves: [1] }]);
    // 4 0 3 asked up and up: hong2 clears the first, but holds to 海.
    expect(swaps('我行海', '++', 1)).toEqual([]);
  });

  it('are none for a character with one reading, nor those on the same level', () => {
    expect(swaps('行海', '-', 1)).toEqual([]);
    expect(swaps('我行', '=', 1)).toEqual([]);
  });
});

describe('other readings of a character in its word', () => {
  const words = tableOf(
    ['落', 'lok6 / lok1', 1500],
    ['落雨', 'lok6 jyu5', 1500],
    ['慢', 'maan6 / maan2', 1400],
    ['慢慢', 'maan6 maan6 / maan6 maan2', 1400],
    ['會', 'wui5 / kui2', 1600],
    ['人', 'jan4 / jan2', 1600],
    ['行', 'haang4 / hong4 / hang6', 1500],
  );
  const readings = (text: string, position: number) =>
    otherReadings(sungLine(text, words), position).map(({ jyutping }) => jyutping);

  it('are those of the word, not those that its characters have elsewhere', () => {
    expect(readings('落雨', 0)).toEqual([]);
    expect(readings('慢慢', 0)).toEqual([]);
    expect(readings('慢慢', 1)).toEqual(['maan2']);
  });

  it('are neither a changed tone of a word alone, nor what a function word is elsewhere', () => {
    expect(readings('人', 0)).toEqual([]);
    expect(readings('會', 0)).toEqual([]);
    expect(readings('行', 0)).toEqual(['hang6']);
    expect(readings('落', 0)).toEqual([]);
  });
});

describe('swaps of a character', () => {
  const characters = characterTable(
    listOf([
      wordLine('海', 'hoi2', 1400),
      wordLine('害', 'hoi6', 1350),
      wordLine('開', 'hoi1', 1300),
      wordLine('凱', 'hoi2 / hoi1', 1200),
      wordLine('亥', 'hoi6', 1100),
      wordLine('改', 'goi2', 1500),
    ]),
  );
  const swaps = (
    text: string,
    moves: string,
    attempt: VerifySubstitution,
    { position = 1, limit = 9, chosen = {} } = {},
  ) => {
    const line = sungLine(text, table, chosen);
    const asked = { melody: movesOfText(moves), tolerance: 'strict' as const };
    return characterSwaps({ ...unused, line, characters, constraint: asked, verify: attempt }, position, limit);
  };
  const clears = { 海: [1], 開: [1], 凱: [1] };

  it('keep initial and final in another tone, the most frequent first, each character once', () => {
    // 4 2 asked up: hoi in a tone of code 3.
    const { attempt, tried } = trying(clears);
    const found = swaps('我害', '+', attempt);
    expect(found.map(({ char, jyutping, line }) => [char, jyutping, line])).toEqual([
      ['海', 'hoi2', 'with 海'],
      ['開', 'hoi1', 'with 開'],
      ['凱', 'hoi2', 'with 凱'],
    ]);
    expect(found[0]).toMatchObject({ tone: 2, code: '3', pitch: 6, definition: '海!', frequency: 1400, resolves: [1] });
    expect(tried).toEqual(['1 海 hoi2', '1 開 hoi1', '1 凱 hoi2']);
  });

  it('try another reading of a character where the first is not heard in the line', () => {
    const tried: string[] = [];
    const attempt: VerifySubstitution = (_, text, jyutping) => {
      tried.push(jyutping);
      return text === '凱' && jyutping === 'hoi1' ? { line: 'with 凱', resolves: [1], lowers: [] } : undefined;
    };
    expect(swaps('我害', '+', attempt).map(({ char, jyutping }) => [char, jyutping])).toEqual([['凱', 'hoi1']]);
    expect(tried).toEqual(['hoi2', 'hoi1', 'hoi2', 'hoi1']);
  });

  it('put those first that make a word with a neighbour on either side', () => {
    // 海 makes 大海, 開 makes 開心; after 我 開 is the only one that makes a word.
    const { attempt } = trying(clears);
    expect(swaps('大害心', '+*', attempt).map(({ char, formsWord }) => [char, formsWord])).toEqual([
      ['海', true],
      ['開', true],
      ['凱', false],
    ]);
    expect(swaps('我害心', '+*', attempt).map(({ char, formsWord }) => [char, formsWord])).toEqual([
      ['開', true],
      ['海', false],
      ['凱', false],
    ]);
  });

  it('are all of the sound, also where none makes a word', () => {
    const { attempt } = trying(clears);
    expect(swaps('你害', '+', attempt).map(({ char, formsWord }) => [char, formsWord])).toEqual([
      ['凱', true],
      ['海', false],
      ['開', false],
    ]);
  });

  it('are as many as was asked', () => {
    const { attempt, tried } = trying(clears);
    expect(swaps('我害', '+', attempt, { limit: 2 })).toHaveLength(2);
    expect(tried).toHaveLength(2);
  });

  it('must clear the risk itself, and open none', () => {
    // What is cleared in its line is another position.
    expect(swaps('我害', '+', trying({ 海: [0], 開: [2], 凱: [] }).attempt)).toEqual([]);
    // 4 2 3 asked up and up: what rises from 4 does not rise to 3, and that seam is well as it is.
    const { attempt, tried } = trying(clears);
    expect(swaps('我害心', '++', attempt)).toEqual([]);
    expect(tried).toEqual([]);
  });

  it('are never the character itself, whatever reading was chosen', () => {
    // 海 read hoi6: 海 in its own reading is no other character.
    const { attempt, tried } = trying(clears);
    swaps('我海', '+', attempt, { chosen: { 1: 'hoi6' } });
    expect(tried.map((one) => one.slice(2, 3))).toEqual(['開', '凱']);
  });

  it('are none where the sound is not known', () => {
    const line = sungLine('我A', table);
    expect(characterSwaps({ ...unused, line, characters, constraint: strictDemand('+') }, 1, 9)).toEqual([]);
  });
});
