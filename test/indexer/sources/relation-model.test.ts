import { describe, expect, it } from '@jest/globals';
import { scoreOfJudged } from '../../../indexer/compose/relations/relations.ts';
import { parseRelationTable, readRelationTable } from '../../../indexer/sources/relation-model.ts';

/** 海 stands 36 lines above 開心 ("10" in base 36): the lines between are words without pairs. */
const BETWEEN = Array.from({ length: 35 }, (_, i) => `${String.fromCodePoint(0x6d78 + i)}\t\n`).join('');

describe('the table of the relation model', () => {
  it('names the other word of a pair by how many lines further down it stands, in base 36', () => {
    const { words, pairs } = parseRelationTable(`海\t=951 ?7310\n${BETWEEN}開心\t\n`);
    expect(words.size).toBe(37);
    expect(words.has('開心')).toBe(true);
    expect([...pairs]).toEqual([
      { type: 'syn', tier: 'strict', word: '海', related: '\u6d78', percent: 95 },
      { type: 'ant', tier: 'near', word: '海', related: '開心', percent: 73 },
    ]);
  });

  it('says which line cannot be read and what to do', () => {
    for (const cell of ['=951', '#951', '=9'])
      expect(() => [...parseRelationTable(`海\t\n開心\t${cell}\n`).pairs]).toThrow(/Line 2 .* Make the table anew/);
  });

  it('is empty where there is none: the build then has the bridge alone', () => {
    const { words, pairs } = readRelationTable('/nowhere');
    expect([words.size, [...pairs].length]).toEqual([0, 0]);
  });
});

describe('scores of what the model judged', () => {
  const score = (tier: 'strict' | 'near', percent: number, word: string, related: string, rank: number) =>
    scoreOfJudged({ tier, percent }, word, related, rank, 100_000);

  it('keep the tiers apart and stay below what people wrote', () => {
    expect(score('strict', 99, '快樂', '開心', 0)).toBe(88);
    expect(score('strict', 70, '快樂', '開心', 100_000)).toBe(62);
    expect(score('near', 99, '快樂', '開心', 0)).toBe(60);
    expect(score('near', 70, '快樂', '開心', 100_000)).toBe(34);
  });

  it('go by bands of likelihood first, and by popularity within a band', () => {
    expect(score('strict', 90, '快樂', '開心', 100_000)).toBe(80);
    expect(score('strict', 89, '快樂', '開心', 0)).toBe(79);
    expect(score('strict', 79, '快樂', '開心', 0)).toBe(70);
  });

  it('put a popular replacement before a rare one, and one of the same length before a single character', () => {
    expect(score('near', 80, '快樂', '開心', 10)).toBeGreaterThan(score('near', 80, '快樂', '開心', 50_000));
    expect(score('strict', 99, '快樂', '喜', 0)).toBe(83);
    expect(score('strict', 99, '喜', '快樂', 0)).toBe(86);
    expect(score('near', 70, '快樂', '喜', 100_000)).toBe(34);
  });
});
