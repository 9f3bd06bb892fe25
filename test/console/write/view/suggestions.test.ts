import { describe, expect, it } from '@jest/globals';
import type { FixContour } from '../../../../client/src/client.ts';
import type { LineSound } from '../../../../console/src/write/model/line-sound.ts';
import { suggestionsFor } from '../../../../console/src/write/view/suggestions.ts';

describe('suggestions for a clash', () => {
  it('say of a word which sense of the replaced one it keeps, where the service does', () => {
    const swap = (word: string, sense?: string) => ({
      start: 0,
      word,
      replaces: '掛',
      jyutping: 'nim6',
      code: '2',
      source: 'curated',
      score: 90,
      resolves: [0],
      line: word,
      ...(sense === undefined ? {} : { sense }),
    });
    const fixes = {
      risks: [{ position: 0, word_swaps: [swap('念', 'miss'), swap('吊')], char_swaps: [], reading_swaps: [] }],
    } as unknown as FixContour;
    const sound = { characters: [{ char: '掛' }], places: [0] } as unknown as LineSound;
    const [group] = suggestionsFor(fixes, 0, sound);
    expect(group!.suggestions.map(({ word, sense }) => [word, sense])).toEqual([
      ['念', 'miss'],
      ['吊', undefined],
    ]);
  });
});
