import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { Replacement, WordlistItem } from '../../src/lexicon/store.ts';
import { characterTable } from '../../src/workflow/character-table.ts';
import { findRisks } from '../../src/workflow/risks.ts';
import {
  characterSwaps,
  compareByMeaning,
  replacementQuery,
  type VerifySubstitution,
  wordSwaps,
} from '../../src/workflow/swaps.ts';
import { tableOf } from '../cantonese/table.ts';
import { replacement, strictDemand, sungLine, wordlistItem } from './lines.ts';

// Codes: 我 4, 開心 33, 害 2, 海 3, 心 3. From low to high: 0, 2, 4, 3.
const table = tableOf(
  ['我', 'ngo5', 1700],
  ['海', 'hoi2', 1300],
  ['害', 'hoi6', 1300],
  ['心', 'sam1', 1200],
  ['開心', 'hoi1 sam1', 1400, ['开心']],
  ['大海', 'daai6 hoi2', 1200],
  ['你', 'nei5', 1700],
  ['你凱', 'nei5 hoi2', 900],
);

/** A line in which everything that is tried does as its code says; `refused` words are read otherwise there. */
function trying(resolves: Record<string, number[]>, refused: readonly string[] = []) {
  const tried: string[] = [];
  const attempt: VerifySubstitution = (start, text, jyutping) => {
    tried.push(`${start} ${text} ${jyutping}`);
    return refused.includes(text) ? undefined : { line: `with ${text}`, resolves: resolves[text] ?? [] };
  };
  return { attempt, tried };
}

describe('asking for replacements', () => {
  const ask = (text: string, moves: string, items: readonly WordlistItem[]) => {
    const line = sungLine(text, table);
    return replacementQuery(line, line.words[1]!, characterTable(items), strictDemand(moves));
  };

  it('is for synonyms alone where the category is not known', () => {
    expect(ask('我開心', '=-', [])).toEqual({ word: '開心', length: 2 });
    expect(ask('我開心', '=-', [wordlistItem('開心', 'hoi1 sam1', 1400)])).toEqual({ word: '開心', length: 2 });
  });

  it('is for words of like meaning with the codes that clear a risk, by the headword', () => {
    const happy = { category: 'adj.all', pos: 'a', themes: ['愛情'] } as const;
    const query = ask('我开心', '=-', [wordlistItem('開心', 'hoi1 sam1', 1400, { ...happy, emotion: '喜悅' })]);
    expect(query).toMatchObject({ word: '開心', length: 2, similar: { ...happy, emotion: '喜悅' } });
    // Both seams are risks already, so that one of them need hold: the first digit is 4, or the second is lower than it.
    expect(query.similar?.codes).toEqual(['20', '30', '32', '34', '40', '42', '43', '44']);
  });

  it('does not filter by emotion where there is none', () => {
    const query = ask('我開心', '=-', [
      wordlistItem('開心', 'hoi1 sam1', 1400, { category: 'adj.all', emotion: '平' }),
    ]);
    expect(query.similar).not.toHaveProperty('emotion');
  });
});

describe('the order of meaning', () => {
  it('is nearness, then curated before the others, then popularity', () => {
    const wanted = [
      replacement('甲', 'gaap3', '4', { score: 90, source: 'generated', rank: 9 }),
      replacement('乙', 'jyut3', '4', { score: 40, source: 'curated', rank: 8 }),
      replacement('丙', 'bing2', '3', { score: 40, source: 'generated', rank: 1 }),
      replacement('丁', 'ding1', '3', { score: 40, source: 'generated', rank: 2 }),
      replacement('戊', 'mou6', '2', { score: 0, source: 'similar', rank: 0 }),
    ];
    for (const given of [wanted.toReversed(), [2, 0, 4, 1, 3].map((i) => wanted[i]!)])
      expect(given.sort(compareByMeaning)).toEqual(wanted);
  });
});

describe('swaps of a word', () => {
  // 4 3 3 asked level and down: a risk at 1 and at 2.
  const line = sungLine('我開心', table);
  const swaps = (given: readonly Replacement[], attempt: VerifySubstitution, limit = 9, of = line) =>
    wordSwaps(of, of.words[1]!, given, strictDemand('=-'), attempt, limit);

  it('say all of what is put in, and what it does in its line', () => {
    const { attempt, tried } = trying({ 快樂: [1, 2] });
    expect(swaps([replacement('快樂', 'faai3 lok6', '42', { score: 90 })], attempt)).toEqual([
      {
        ...{
          start: 1,
          word: '快樂',
          replaces: '開心',
          jyutping: 'faai3 lok6',
          code: '42',
          source: 'curated',
          score: 90,
        },
        ...{ resolves: [1, 2], line: 'with 快樂' },
      },
    ]);
    expect(tried).toEqual(['1 快樂 faai3 lok6']);
  });

  it('are verified in order of cleared risks, then of meaning', () => {
    const { attempt, tried } = trying({});
    const given = [
      replacement('甲甲', 'gaap3 gaap3', '44', { score: 99 }),
      replacement('乙乙', 'jyut6 ling4', '20', { score: 60 }),
      replacement('丙丙', 'bing3 ling6', '42', { score: 10 }),
      replacement('丁丁', 'ding3 ling4', '40', { score: 20 }),
    ];
    swaps(given, attempt);
    // 42 and 40 clear both, 44 the first, 20 the second.
    expect(tried.map((one) => one.slice(2, 4))).toEqual(['丁丁', '丙丙', '甲甲', '乙乙']);
  });

  it('are not tried where they clear nothing, are no other word, or are of another length', () => {
    const { attempt, tried } = trying({});
    const written = sungLine('我开心', table);
    const given = [
      replacement('同調', 'hoi1 sam1', '33'),
      replacement('喜', 'hei3', '4'),
      replacement('開心', 'hoi3 sam6', '42'),
      replacement('开心', 'hoi3 sam6', '42'),
      replacement('快樂', 'faai3 lok6', '42', { score: 50 }),
      replacement('快樂', 'faai3 lok6', '42', { score: 30 }),
    ];
    swaps(given, attempt, 9, written);
    expect(tried).toEqual(['1 快樂 faai3 lok6']);
  });

  it('open nothing', () => {
    const { attempt, tried } = trying({});
    // Asked up and down: only 2 is a risk. 42 would clear it, but goes level out of 我; 34 goes up as it should.
    const given = [replacement('快樂', 'faai3 lok6', '42'), replacement('歡笑', 'fun1 siu3', '34')];
    wordSwaps(line, line.words[1]!, given, strictDemand('+-'), attempt, 9);
    expect(tried).toEqual(['1 歡笑 fun1 siu3']);
  });

  it('are left out where the line reads them otherwise', () => {
    const { attempt } = trying({ 乙乙: [1] }, ['甲甲']);
    const given = [replacement('甲甲', 'gaap3 gaap3', '44', { score: 9 }), replacement('乙乙', 'jyut3 jyut3', '44')];
    expect(swaps(given, attempt).map(({ word }) => word)).toEqual(['乙乙']);
  });

  it('are tried no more often than was asked for each risk', () => {
    const both = (char: string) => replacement(char, 'x3 x6', '42');
    const first = (char: string) => replacement(char, 'x3 x3', '44');
    const second = (char: string) => replacement(char, 'x6 x4', '20');
    const given = [both('甲甲'), first('乙乙'), first('丙丙'), second('丁丁'), second('戊戊')];
    const one = trying({ 甲甲: [1, 2] });
    expect(swaps(given, one.attempt, 1)).toHaveLength(1);
    expect(one.tried).toEqual(['1 甲甲 x3 x6']);
    // In its line it clears the first alone: another is looked for the second, and then no more.
    const other = trying({ 甲甲: [1], 丁丁: [2] });
    expect(swaps(given, other.attempt, 1).map(({ word }) => word)).toEqual(['甲甲', '丁丁']);
    expect(other.tried).toEqual(['1 甲甲 x3 x6', '1 丁丁 x6 x4']);
    // And also one that would clear both.
    const again = trying({ 甲甲: [1], 己己: [1, 2] });
    expect(swaps([both('甲甲'), both('己己')], again.attempt, 1)).toHaveLength(2);
    // Two of each: the second of those for the first risk makes it two.
    const two = trying({ 甲甲: [1, 2], 乙乙: [1], 丙丙: [1], 丁丁: [2], 戊戊: [2] });
    expect(swaps(given, two.attempt, 2).map(({ word }) => word)).toEqual(['甲甲', '乙乙', '丁丁']);
    expect(two.tried).toHaveLength(3);
  });
});

describe('swaps of a character', () => {
  const characters = characterTable([
    wordlistItem('海', 'hoi2', 1400),
    wordlistItem('害', 'hoi6', 1350),
    wordlistItem('開', 'hoi1', 1300),
    wordlistItem('凱', 'hoi2 / hoi1', 1200),
    wordlistItem('亥', 'hoi6', 1100),
    wordlistItem('改', 'goi2', 1500),
  ]);
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
      return text === '凱' && jyutping === 'hoi1' ? { line: 'with 凱', resolves: [1] } : undefined;
    };
    expect(swaps('我害', '+', attempt).map(({ char, jyutping }) => [char, jyutping])).toEqual([['凱', 'hoi1']]);
    expect(tried).toEqual(['hoi2', 'hoi1', 'hoi2', 'hoi1']);
  });

  it('put those first that make a word with a neighbour on either side', () => {
    // 海 makes 大海, 開 makes 開心, 凱 nothing. Without 大, 開 is the only one.
    const { attempt } = trying(clears);
    expect(swaps('大害心', '+*', attempt).map(({ char }) => char)).toEqual(['海', '開', '凱']);
    expect(swaps('我害心', '+*', attempt).map(({ char }) => char)).toEqual(['開', '海', '凱']);
    // At the end of the line there is one neighbour.
    expect(swaps('你害', '+', attempt).map(({ char }) => char)).toEqual(['凱', '海', '開']);
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
    const risk = { position: 1, melodyMove: '+', lyricMove: '-', severity: 'contrary' } as const;
    expect(characterSwaps(line, risk, table, characters, strictDemand('+'), trying({}).attempt, 9)).toEqual([]);
  });
});
