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

  it('put guesses last: words below 50, characters that make no word, and repairs that have one of them', () => {
    const word = (text: string, preference: number) => ({
      start: 0,
      word: text,
      replaces: '掛',
      jyutping: 'nim6',
      code: '2',
      preference,
      resolves: [0],
      line: text,
    });
    const char = (text: string, forms: boolean) => ({
      char: text,
      jyutping: 'gwaa1',
      definition: '',
      forms_word: forms,
      resolves: [0],
      line: text,
    });
    const repairBy = (text: string, source: string) => ({
      line: `${text}。`,
      clears: [0],
      leaves: [2],
      swaps: [{ start: 0, replaces: '掛', word: text, jyutping: 'nim6', code: '2', source }],
    });
    const fixes = {
      risks: [
        {
          position: 0,
          word_swaps: [word('吊', 49), word('念', 50)],
          char_swaps: [char('瓜', false), char('寡', true)],
          reading_swaps: [],
        },
      ],
      repairs: [repairBy('吊', 'curated'), repairBy('瓜', 'character'), repairBy('念', 'curated')],
    } as unknown as FixContour;
    const sound = { characters: [{ char: '掛' }], places: [0] } as unknown as LineSound;
    expect(
      suggestionsFor(fixes, 0, sound).map(({ kind, suggestions }) => [
        kind,
        suggestions.map((one) => [one.words.join(), one.isGuess]),
      ]),
    ).toEqual([
      [
        'wordSwaps',
        [
          ['念', false],
          ['吊', true],
        ],
      ],
      [
        'charSwaps',
        [
          ['寡', false],
          ['瓜', true],
        ],
      ],
      [
        'repairs',
        [
          ['念', false],
          ['吊', true],
          ['瓜', true],
        ],
      ],
    ]);
  });
});
