import type { FixContour } from '../../../../client/src/client.ts';
import type { LineSound } from '../../../../console/src/write/model/line-sound.ts';
import { choicesOfSong, mergeGroups, proposalOf } from '../../../../console/src/write/view/repair-choices.ts';
import {
  type Suggestion,
  type SuggestionGroup,
  suggestionsFor,
} from '../../../../console/src/write/view/suggestions.ts';
import { describeFunctions } from '../../../support/function-tables.ts';

/** A suggestion by its word, `甲` or `甲 2` where it clears two clashes, `甲?` where it is a guess. */
function suggestion(text: string): Suggestion {
  const [, word = '', guess, clears = '1'] = /^([^? ]+)(\?)? ?(\d)?$/.exec(text)!;
  const nothing = { replaces: '', jyutping: '', code: '', definition: '', readings: {}, chosen: {} };
  return { ...nothing, word, line: word, words: [word], clears: Number(clears), isGuess: guess !== undefined };
}
/** What was taken for lines by their ids; null skips them. */
type Settled = Readonly<Record<string, string | null>>;

/** Lines are `id text`. */
function choicesOf(lines: readonly string[], offered: readonly string[], settled: Settled = {}) {
  const taken = Object.entries(settled).map(([id, word]) => [id, word && suggestion(word)] as const);
  return choicesOfSong(
    lines.map((line) => ({ lineId: line.split(' ')[0]!, before: { text: line.split(' ')[1]! } })),
    new Map(taken as [string, Suggestion | null][]),
    () => offered.map(suggestion),
  );
}

const replaced = { start: 0, replaces: '掛', jyutping: 'nim6', code: '2', resolves: [0] };
const sound = { characters: [{ char: '掛' }], places: [0] } as unknown as LineSound;

describeFunctions('song-repairs', {
  proposals: (lines: readonly string[], offered: readonly string[], settled?: Settled) =>
    [...choicesOf(lines, offered, settled).values()].map((choices) => proposalOf(choices)?.word ?? null),
  used: (lines: readonly string[], offered: readonly string[], id: string) =>
    choicesOf(lines, offered)
      .get(id)!
      .used.map(({ word }) => word),
  /** Groups of one suggestion: `kind word`. */
  merged: (groups: readonly string[]) =>
    mergeGroups(
      groups.map((text): SuggestionGroup => {
        const [kind, word] = text.split(' ') as [SuggestionGroup['kind'], string];
        return { kind, replaces: '', suggestions: [suggestion(word)] };
      }),
    ).map(({ word }) => word),
  /** What is suggested for 掛 by words, by characters that make a word or not, and by repairs of the line: with its sense, `?` for a guess. */
  suggested({ words = {}, chars = {}, repairs = [] }: Answer) {
    const risk = {
      position: 0,
      word_swaps: Object.entries(words).map(([word, more]) => ({ ...replaced, word, line: word, ...more })),
      char_swaps: Object.entries(chars).map(([char, forms_word]) => {
        return { ...replaced, char, definition: '', forms_word, line: char };
      }),
      reading_swaps: [],
    };
    const repaired = repairs.map((word) => {
      return { line: `${word}。`, clears: [0], leaves: [2], swaps: [{ ...replaced, word, source: 'curated' }] };
    });
    return suggestionsFor({ risks: [risk], repairs: repaired } as unknown as FixContour, 0, sound).map((group) =>
      [`${group.kind}:`]
        .concat(group.suggestions.map(({ words, sense, isGuess }) => [...words, sense].join('') + (isGuess ? '?' : '')))
        .join(' '),
    );
  },
});

/** Of the service, by word. */
interface Answer {
  readonly words?: Readonly<Record<string, object>>;
  readonly chars?: Readonly<Record<string, boolean>>;
  readonly repairs?: readonly string[];
}
