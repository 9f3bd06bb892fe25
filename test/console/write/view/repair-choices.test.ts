import { describe, expect, it } from '@jest/globals';
import { choicesOfSong, mergeGroups, proposalOf } from '../../../../console/src/write/view/repair-choices.ts';
import type { Suggestion } from '../../../../console/src/write/view/suggestions.ts';

const suggestion = (word: string, clears = 1, isGuess = false): Suggestion => ({
  word,
  replaces: '',
  jyutping: '',
  code: '',
  definition: '',
  line: word,
  readings: {},
  chosen: {},
  words: [word],
  clears,
  isGuess,
});
const line = (lineId: string, text: string) => ({ lineId, before: { text, readings: {} } });
type Line = ReturnType<typeof line>;
/** What was taken for lines by their ids; null skips them. */
type Settled = Readonly<Record<string, Suggestion | null>>;

const choicesOf = (lines: readonly Line[], suggestions: readonly Suggestion[], settled: Settled = {}) =>
  choicesOfSong(lines, new Map(Object.entries(settled)), () => suggestions);

function proposals(lines: readonly Line[], suggestions: readonly Suggestion[], settled?: Settled) {
  const choices = choicesOf(lines, suggestions, settled);
  return lines.map(({ lineId }) => proposalOf(choices.get(lineId)!)?.word);
}

describe('the repairs that are proposed for a song', () => {
  it('name a word once, and put it last in other lines', () => {
    const offered = [suggestion('甲'), suggestion('乙')];
    expect(proposals([line('1', '我'), line('2', '你'), line('3', '佢')], offered)).toEqual(['甲', '乙', '甲']);
    const [, second] = [...choicesOf([line('1', '我'), line('2', '你')], offered).values()];
    expect(second!.used.map(({ word }) => word)).toEqual(['甲']);
  });

  it('leave out of all other lines first what was taken in a later one', () => {
    const offered = [suggestion('甲'), suggestion('乙')];
    expect(proposals([line('1', '我'), line('2', '你')], offered, { 2: offered[0]! })[0]).toBe('乙');
  });

  it('are the same for lines with the same text', () => {
    const offered = [suggestion('甲'), suggestion('乙')];
    expect(proposals([line('1', '我'), line('2', '我')], offered)).toEqual(['甲', '甲']);
  });

  it('give the word of a skipped line to the next', () => {
    const offered = [suggestion('甲'), suggestion('乙')];
    expect(proposals([line('1', '我'), line('2', '你')], offered, { 1: null })[1]).toBe('甲');
  });

  it('are guesses only where nothing else is new, and clear as much as they can', () => {
    expect(proposals([line('1', '我')], [suggestion('估', 2, true), suggestion('甲'), suggestion('乙', 2)])).toEqual([
      '乙',
    ]);
    expect(proposals([line('1', '我')], [suggestion('估', 1, true)])).toEqual(['估']);
  });

  it('count what mends several clashes once, a repair of the whole line first', () => {
    const [whole, word] = [suggestion('成行'), suggestion('甲')];
    const groups = [
      { kind: 'wordSwaps' as const, replaces: '', suggestions: [word] },
      { kind: 'repairs' as const, replaces: '', suggestions: [whole] },
    ];
    expect(mergeGroups([...groups, ...groups])).toEqual([whole, word]);
  });
});
