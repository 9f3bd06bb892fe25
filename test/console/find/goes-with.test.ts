import { describe, expect, it } from '@jest/globals';
import { besideOf, contentWordsOf, eachOnce, type Partner } from '../../../console/src/find/goes-with.ts';

describe('what goes with the words of a line', () => {
  it('is asked for the word at the cursor and those beside it, each once', () => {
    expect(contentWordsOf({ word: '眼淚', besideWords: ['流', '抹', '流', '夜'] })).toEqual(['眼淚', '流', '抹', '夜']);
    // Behind the last word of a line, and beside a Latin one.
    expect(contentWordsOf({ word: '', besideWords: ['流', 'OK', '抹'] })).toEqual(['流', '抹']);
  });

  it('is not asked for particles, which mean something else by themselves', () => {
    expect(contentWordsOf({ word: '照', besideWords: ['住', '咗', '路', '緊', '燈'] })).toEqual(['照', '路', '燈']);
  });

  it('goes before or behind the word as its relation asks', () => {
    const side = (relation: Partner['relation']) => besideOf('背影', { relation });
    expect([side('like_what'), side('does')]).toEqual([
      { word: '背影', side: 'before' },
      { word: '背影', side: 'after' },
    ]);
    expect(besideOf('食', { relation: 'takes' }).side).toBe('after');
  });

  it('names a word once, by its first relation', () => {
    const partner = (char: string, relation: string) => ({ char, relation }) as Partner;
    const shown = eachOnce([partner('流', 'does'), partner('抹', 'done_to'), partner('流', 'done_to')]);
    expect(shown.map(({ char, relation }) => `${relation} ${char}`)).toEqual(['does 流', 'done_to 抹']);
  });
});
