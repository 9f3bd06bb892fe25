import { describe, expect, it } from '@jest/globals';
import type { FixContour } from '../../../../client/src/client.ts';
import type { LineSound } from '../../../../console/src/write/model/line-sound.ts';
import { suggestionsFor } from '../../../../console/src/write/view/suggestions.ts';

const replaced = { start: 0, replaces: '掛', jyutping: 'nim6', code: '2', resolves: [0] };
const word = (text: string, more: object) => ({ ...replaced, word: text, line: text, ...more });
const char = (text: string, forms_word: boolean) => ({
  ...replaced,
  char: text,
  definition: '',
  forms_word,
  line: text,
});
const repairBy = (text: string, source: string) => ({
  line: `${text}。`,
  clears: [0],
  leaves: [2],
  swaps: [{ ...replaced, word: text, source }],
});
const sound = { characters: [{ char: '掛' }], places: [0] } as unknown as LineSound;
const suggestions = (risk: object, repairs: readonly object[] = []) => {
  const risks = [{ position: 0, word_swaps: [], char_swaps: [], reading_swaps: [], ...risk }];
  return suggestionsFor({ risks, repairs } as unknown as FixContour, 0, sound);
};

describe('suggestions for a clash', () => {
  it('say of a word which sense of the replaced one it keeps, where the service does', () => {
    const [group] = suggestions({ word_swaps: [word('念', { score: 90, sense: 'miss' }), word('吊', { score: 90 })] });
    expect(group!.suggestions.map(({ word, sense }) => [word, sense])).toEqual([
      ['念', 'miss'],
      ['吊', undefined],
    ]);
  });

  it('put guesses last: words below 50, characters that make no word, and repairs that have one of them', () => {
    const groups = suggestions(
      {
        word_swaps: [word('吊', { preference: 49 }), word('念', { preference: 50 })],
        char_swaps: [char('瓜', false), char('寡', true)],
      },
      [repairBy('吊', 'curated'), repairBy('念', 'curated')],
    );
    const shown = groups.map(({ kind, suggestions }) => {
      const texts = suggestions.map(({ words, isGuess }) => `${words.join()}${isGuess ? '?' : ''}`);
      return `${kind}: ${texts.join(' ')}`;
    });
    expect(shown).toEqual(['wordSwaps: 念 吊?', 'charSwaps: 寡 瓜?', 'repairs: 念 吊?']);
  });
});
