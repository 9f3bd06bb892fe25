import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { Candidate } from '../../src/lyrics/candidates.ts';
import { characterTable } from '../../src/lyrics/character-table.ts';
import { findRisks } from '../../src/lyrics/risks.ts';
import {
  characterSwaps,
  otherReadings,
  readingSwaps,
  type VerifySubstitution,
  wordSwaps,
} from '../../src/lyrics/swaps.ts';
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

describe('swaps of a word', () => {
  // 4 3 3 asked level and down: a risk at 1 and at 2.
  const line = sungLine('我開心', table);
  const candidate = (word: string, jyutping: string, code: string, preference = 80): Candidate => ({
    start: 1,
    replaces: '開心',
    word,
    jyutping,
    code,
    near: 'exact',
    source: 'curated',
    score: 95,
    preference,
  });
  const swaps = (given: readonly Candidate[], attempt: VerifySubstitution, limit = 9, moves = '=-') =>
    wordSwaps(line, given, strictDemand(moves), attempt, limit, async () => undefined);

  it('say all of what is put in, and what it does in its line', async () => {
    const { attempt, tried } = trying({ 快樂: [1, 2] });
    const given = candidate('快樂', 'faai3 lok6', '42');
    expect(await swaps([given], attempt)).toEqual([{ ...given, resolves: [1, 2], lowers: [], line: 'with 快樂' }]);
    expect(tried).toEqual(['1 快樂 faai3 lok6']);
  });

  it('are verified in order of preference; of equal ones that which clears more, then by preference exactly', async () => {
    const { attempt, tried } = trying({});
    // 42 and 40 clear both, 44 the first, 20 the second. 80 and 82 are equally welcome, 90 and 60 are not.
    const given = [
      candidate('甲甲', 'gaap3 gaap3', '44', 82),
      candidate('乙乙', 'jyut6 ling4', '20', 90),
      candidate('丙丙', 'bing3 ling6', '42', 60),
      candidate('丁丁', 'ding3 ling4', '40', 80),
      candidate('戊戊', 'mou3 ling6', '42', 82),
    ];
    await swaps(given, attempt);
    expect(tried.map((one) => one.slice(2, 4))).toEqual(['乙乙', '戊戊', '丁丁', '甲甲', '丙丙']);
  });

  it('are not tried where they clear nothing or open a risk', async () => {
    const { attempt, tried } = trying({});
    await swaps([candidate('同調', 'hoi1 sam1', '33')], attempt);
    // Asked up and down: only 2 is a risk. 42 would clear it, but goes level out of 我; 34 goes up as it should.
    const given = [candidate('快樂', 'faai3 lok6', '42'), candidate('歡笑', 'fun1 siu3', '34')];
    await swaps(given, attempt, 9, '+-');
    expect(tried).toEqual(['1 歡笑 fun1 siu3']);
  });

  it('of the same field alone come last, however welcome', async () => {
    const { attempt } = trying({ 甲甲: [1, 2], 乙乙: [1, 2] });
    const loose: Candidate = { ...candidate('甲甲', 'x3 x6', '42', 90), near: 'loose', source: 'similar' };
    const given = [loose, candidate('乙乙', 'x3 x6', '42', 60)];
    expect((await swaps(given, attempt)).map(({ word }) => word)).toEqual(['乙乙', '甲甲']);
  });

  it('are not what other candidates have come to', async () => {
    const { attempt } = trying({ 甲甲: [1, 2] });
    const given = [candidate('甲甲', 'x3 x6', '42')];
    const asked = strictDemand('=-');
    const seen = new Set<string>();
    expect(await wordSwaps(line, given, asked, attempt, 9, () => undefined, seen)).toHaveLength(1);
    expect(await wordSwaps(line, given, asked, attempt, 9, () => undefined, seen)).toEqual([]);
  });

  it('are left out where the line reads them otherwise, and where the line is there already', async () => {
    const { attempt } = trying({ 乙乙: [1] }, ['甲甲']);
    const given = [
      candidate('甲甲', 'gaap3 gaap3', '44', 90),
      candidate('乙乙', 'jyut3 jyut3', '44'),
      candidate('乙乙', 'jyut3 jyut3', '44', 60),
    ];
    expect((await swaps(given, attempt)).map(({ word }) => word)).toEqual(['乙乙']);
  });

  it('are tried no more often than was asked for each risk', async () => {
    const both = (char: string) => candidate(char, 'x3 x6', '42');
    const first = (char: string) => candidate(char, 'x3 x3', '44');
    const second = (char: string) => candidate(char, 'x6 x4', '20');
    const given = [both('甲甲'), first('乙乙'), first('丙丙'), second('丁丁'), second('戊戊')];
    const one = trying({ 甲甲: [1, 2] });
    expect(await swaps(given, one.attempt, 1)).toHaveLength(1);
    expect(one.tried).toEqual(['1 甲甲 x3 x6']);
    // In its line it clears the first alone: another is looked for the second, and then no more.
    const other = trying({ 甲甲: [1], 丁丁: [2] });
    expect((await swaps(given, other.attempt, 1)).map(({ word }) => word)).toEqual(['甲甲', '丁丁']);
    expect(other.tried).toEqual(['1 甲甲 x3 x6', '1 丁丁 x6 x4']);
    // Two of each: the second of those for the first risk makes it two.
    const two = trying({ 甲甲: [1, 2], 乙乙: [1], 丙丙: [1], 丁丁: [2], 戊戊: [2] });
    expect((await swaps(given, two.attempt, 2)).map(({ word }) => word)).toEqual(['甲甲', '乙乙', '丁丁']);
    expect(two.tried).toHaveLength(3);
  });
});

describe('other readings of a character', () => {
  // 4 3 asked down; 行 is read haang4, hang6 or hong4.
  const words = tableOf(['我', 'ngo5', 1700], ['行', 'haang4 / hang6 / hong4 / hong2', 1300], ['海', 'hoi2', 1300]);
  const swaps = (text: string, moves: string, position: number) => {
    const line = sungLine(text, words);
    const risk = findRisks(line.codes, strictDemand(moves)).find((one) => one.position === position)!;
    const readOtherwise = (at: number, jyutping: string) => sungLine(text, words, { [at]: jyutping }).tones;
    return readingSwaps(line, risk, strictDemand(moves), readOtherwise);
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
    const risk = findRisks(line.codes, asked).find((one) => one.position === position)!;
    return characterSwaps(line, risk, table, characters, asked, attempt, limit);
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
    // 海 makes 大海, 開 makes 開心; after 我 開 is the only one that makes a word, and the others are words of their own.
    const { attempt } = trying(clears);
    expect(swaps('大害心', '+*', attempt).map(({ char, formsWord }) => [char, formsWord])).toEqual([
      ['海', true],
      ['開', true],
    ]);
    expect(swaps('我害心', '+*', attempt).map(({ char, formsWord }) => [char, formsWord])).toEqual([
      ['開', true],
      ['海', false],
      ['凱', false],
    ]);
  });

  it('make a word, or stand for one where they are seen in text', () => {
    // None of them was seen after 你, where 凱 makes a word.
    const { attempt } = trying(clears);
    expect(swaps('你害', '+', attempt).map(({ char }) => char)).toEqual(['凱']);
    // 害 is a part of the word here, and 海 after 我 would be none.
    const part = sungLine('我害心', listOf([wordLine('我', 'ngo5', 1700), wordLine('害心', 'hoi6 sam1', 1000)]));
    const asked = strictDemand('+*');
    const found = characterSwaps(part, findRisks(part.codes, asked)[0]!, table, characters, asked, attempt, 9);
    expect(found.map(({ char }) => char)).toEqual(['開']);
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
    const risk = { position: 1, melodyMove: '+', lyricMove: '-', severity: 'contrary', sungShare: 0 } as const;
    expect(characterSwaps(line, risk, table, characters, strictDemand('+'), trying({}).attempt, 9)).toEqual([]);
  });
});
