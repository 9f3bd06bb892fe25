import { describe, expect, it } from '@jest/globals';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import {
  createReadOtherwise,
  createSubstitutionReader,
  createSubstitutionVerifier,
} from '../../src/lyrics/swaps/verify.ts';
import { tableOf } from '../cantonese/table.ts';
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

describe('verifying a substitution', () => {
  it('answers the whole line and the risks that are gone, in their order', () => {
    // 4 3 3 asked level and down; 4 4 2 is that.
    const attempt = trying('我，開心！', '=-');
    expect(attempt(1, '快樂', 'faai3 lok6')).toEqual({ line: '我，快樂！', resolves: [1, 2], lowers: [] });
  });

  it('answers each replacement for itself, also a second time', () => {
    const attempt = trying('我開心', '=-');
    const first = attempt(1, '快樂', 'faai3 lok6');
    // 你 clears the first, but rises into 心, where two of tone 1 are sung falling: it makes the second worse.
    expect(attempt(1, '你', 'nei5')).toBeUndefined();
    expect(attempt(2, '行', 'haang4')).toEqual({ line: '我開行', resolves: [2], lowers: [] });
    expect(attempt(1, '行', 'haang4')).toBeUndefined();
    expect(attempt(1, '快樂', 'faai3 lok6')).toEqual(first);
    expect(attempt(1, '行', 'haang4')).toBeUndefined();
  });

  it('is nothing where it is read otherwise than it was meant', () => {
    const attempt = trying('我開心', '=-');
    expect(attempt(1, '快樂', 'faai3 ngok6')).toBeUndefined();
    expect(attempt(2, '行', 'hong4')).toBeUndefined();
    expect(attempt(2, '行', 'haang4')).toBeDefined();
  });

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

  it('is nothing where it clears no risk', () => {
    // 4 4 asked up: 愛 for 你 is as high.
    expect(trying('我你', '+')(1, '愛', 'oi3')).toBeUndefined();
    // No risk to clear.
    expect(trying('我你', '=')(1, '愛', 'oi3')).toBeUndefined();
  });

  it('is nothing where it opens a risk, before it or after it', () => {
    // 4 3 4 asked level and down: 愛 clears the first and goes level into the next.
    expect(trying('我海你', '=-')(1, '愛', 'oi3')).toBeUndefined();
    // 4 4 4 asked level and up: 大 clears the second and falls from 我.
    expect(trying('我愛你', '=+')(1, '大', 'daai6')).toBeUndefined();
    expect(trying('我愛你', '=+')(2, '海', 'hoi2')).toEqual({ line: '我愛海', resolves: [2], lowers: [] });
  });

  it('says which risks it makes weaker without clearing them', () => {
    // Tone 1 to 4 rises in 1 of 184, tone 1 to 1 in 46 of 1420.
    expect(trying('開行', '+')(1, '心', 'sam1')).toEqual({ line: '開心', resolves: [], lowers: [1] });
  });

  it('accounts for neighbours whose reading it changes', () => {
    // 行長 is 0 0; in 成長 the second is 3. Asked up and level from 行 and before 海: it clears the risk before 長.
    expect(trying('我行長海', '-+=')(1, '成', 'sing4')).toEqual({ line: '我成長海', resolves: [2, 3], lowers: [] });
    // 4 4 0 3 asked down, level, up. 成 clears two risks as long as 長 stays 0; in 成長 it is as high as 海.
    expect(trying('我愛長海', '-=+')(1, '成', 'sing4')).toBeUndefined();
  });

  it('keeps what was chosen for the characters around it', () => {
    expect(trying('我愛長海', '-=+', { 2: 'coeng4' })(1, '成', 'sing4')).toEqual({
      line: '我成長海',
      resolves: [1, 2],
      lowers: [],
    });
    // Its place in the line is not its place among what is sung.
    const marks = trying('，我，愛長海', '-=+', { 2: 'coeng4' });
    expect(marks(1, '成', 'sing4')).toEqual({ line: '，我，成長海', resolves: [1, 2], lowers: [] });
  });

  it('is judged against characters that have no reading', () => {
    // A is open on both sides: only the risk into 心 is there.
    expect(trying('A開心', '+-')(1, '快樂', 'faai3 lok6')).toEqual({ line: 'A快樂', resolves: [2], lowers: [] });
  });
});
