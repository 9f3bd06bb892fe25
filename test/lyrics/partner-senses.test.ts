import { describe, expect, it } from '@jest/globals';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { partnerSenseOf } from '../../src/lyrics/partner-senses.ts';
import { listOf, wordLine } from './lines.ts';

const told = (sense: string, pos: PartOfSpeech, cues: Record<string, number>): EntryLine['senses'][number] => ({
  pos,
  category: null,
  definition: '',
  synonyms: [],
  told: { sense, definition_zh: '義', reg: '通', example: '例', antonyms: [], cues },
});

const WORDS = listOf([
  {
    ...wordLine('掛', 'gwaa3', 1500, { pos: 'v' }),
    senses: [told('hang', 'v', { 畫: 4, 天: 2, 人: 2 }), told('miss', 'v', { 心: 4, 人: 2, 天: 3 })],
  },
  { ...wordLine('花', 'faa1', 1500), senses: [told('flower', 'n', { 天: 1 }), told('spend', 'v', { 開: 4 })] },
  ...['畫', '心', '天', '人', '地', '開'].map((char) => wordLine(char, 'sam1', 1300)),
]);

describe('the sense that a partner goes with', () => {
  it('is the one that it tells more than any other', () => {
    const senseOf = partnerSenseOf('掛', WORDS);
    expect(['畫', '心', '天'].map((partner) => senseOf(partner, 'takes'))).toEqual(['hang', 'miss', 'miss']);
  });

  it('is one whose part of speech has such partners, whatever else would tell', () => {
    const senseOf = partnerSenseOf('花', WORDS);
    expect([senseOf('開', 'does'), senseOf('地', 'takes'), senseOf('地', 'describes')]).toEqual([
      'flower',
      'spend',
      undefined,
    ]);
  });

  it('is none where it tells several alike, or nothing', () => {
    const senseOf = partnerSenseOf('掛', WORDS);
    expect(['人', '地', '冇呢個'].map((partner) => senseOf(partner, 'takes'))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(partnerSenseOf('心', WORDS)('掛', 'does')).toBeUndefined();
    expect(partnerSenseOf('冇呢個', WORDS)('掛', 'does')).toBeUndefined();
  });
});
