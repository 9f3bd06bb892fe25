import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import {
  createReadOtherwise,
  createSubstitutionReader,
  createSubstitutionVerifier,
} from '../../src/lyrics/swaps/verify.ts';
import { tableOf } from '../cantonese/table.ts';
import { describeFunctions } from '../support/function-tables.ts';
import { sungLine } from './lines.ts';

// Codes: 我 4, 愛 4, 開心 33, 快樂 42, 行 0, 長 0, but 3 in 成長 (03), 你 4, 大 2, 害 2.
const table = tableOf(
  ['我', 'ngo5', 1700],
  ['你', 'nei5', 1700],
  ['愛', 'oi3', 1400],
  ['大', 'daai6', 1400],
  ['害', 'hoi6', 1200],
  ['海', 'hoi2', 1300],
  ['開心', 'hoi1 sam1', 1400],
  ['快樂', 'faai3 lok6', 1400],
  ['行', 'haang4 / hong2', 1300],
  ['長', 'coeng4 / zoeng2', 1300],
  ['成', 'sing4', 1300],
  ['成長', 'sing4 zoeng2', 1300],
);

function trying(text: string, moves: string, chosen: Record<number, string> = {}, words: WordTable = table) {
  const readings = new Map(Object.entries(chosen).map(([position, jyutping]) => [Number(position), jyutping]));
  const asked = { melody: movesOfText(moves), tolerance: 'strict' as const };
  const line = sungLine(text, words, chosen);
  return createSubstitutionVerifier(line, createSubstitutionReader(line, words, readings), asked, readings);
}

describeFunctions('swaps-verify', {
  /** What becomes of a line with words put in, one by one: `start word jyutping`. */
  put(text: string, moves: string, words: readonly string[], chosen: Record<number, string> = {}) {
    const attempt = trying(text, moves, chosen);
    return words.map((word) => {
      const [start, characters, jyutping] = word.split(' ') as [string, string, string];
      const found = attempt(Number(start), characters, jyutping.replaceAll('_', ' '));
      return found ? [found.line, found.resolves, found.lowers] : null;
    });
  },
});

describe('verifying a substitution', () => {
  it('says of another reading what the line is with it chosen', () => {
    const asked = { melody: movesOfText('=-='), tolerance: 'strict' as const };
    const chosen = new Map([[1, 'hong2']]);
    const readOtherwise = createReadOtherwise(sungLine('我行長行', table, { 1: 'hong2' }), asked, chosen);
    for (const [position, jyutping] of [
      [2, 'zoeng2'],
      [3, 'hong2'],
      [3, 'haang4'],
    ] as const)
      expect(readOtherwise(position, jyutping)).toEqual(
        sungLine('我行長行', table, { 1: 'hong2', [position]: jyutping }).tones,
      );
  });

  it('is nothing where a word of the line takes a part of it', () => {
    // 4 3 3 asked level and down: 4 2 for 開心 is that, but with 見 before 識 one hears 再見.
    const words = tableOf(
      ['再', 'zoi3', 1500],
      ['開', 'hoi1', 1300],
      ['見', 'gin3', 1300],
      ['開心', 'hoi1 sam1', 1300],
      ['見識', 'gin3 sik6', 500],
      ['意識', 'ji3 sik6', 500],
      ['再見', 'zoi3 gin3', 1600],
      ['識', 'sik6', 1400],
    );
    const attempt = trying('再開心', '=-', {}, words);
    expect(attempt(1, '意識', 'ji3 sik6')).toMatchObject({ line: '再意識' });
    expect(attempt(1, '見識', 'gin3 sik6')).toBeUndefined();
    // A word that holds all of it is no part.
    expect(trying('再開', '=', {}, words)(1, '見', 'gin3')).toMatchObject({ line: '再見' });
  });
});
