import { describe, expect, it } from '@jest/globals';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { partnerSenseOf } from '../../src/workflow/partner-senses.ts';
import { listOf, wordLine } from './lines.ts';

const told = (sense: string, cues: Record<string, number>): EntryLine['senses'][number] => ({
  pos: 'v',
  category: null,
  definition: '',
  synonyms: [],
  told: { sense, definition_zh: '義', reg: '通', example: '例', antonyms: [], cues },
});

const WORDS = listOf([
  {
    ...wordLine('掛', 'gwaa3', 1500, { pos: 'v' }),
    senses: [told('hang', { 畫: 4, 天: 2, 人: 2 }), told('miss', { 心: 4, 人: 2, 天: 3 })],
  },
  ...['畫', '心', '天', '人', '地'].map((char) => wordLine(char, 'sam1', 1300)),
]);

describe('the sense that a partner goes with', () => {
  it('is the one that it tells more than any other', () => {
    const senseOf = partnerSenseOf('掛', WORDS);
    expect(['畫', '心', '天'].map(senseOf)).toEqual(['hang', 'miss', 'miss']);
  });

  it('is none where it tells several alike, or nothing', () => {
    const senseOf = partnerSenseOf('掛', WORDS);
    expect(['人', '地', '冇呢個'].map(senseOf)).toEqual([undefined, undefined, undefined]);
    expect(partnerSenseOf('心', WORDS)('掛')).toBeUndefined();
    expect(partnerSenseOf('冇呢個', WORDS)('掛')).toBeUndefined();
  });
});
