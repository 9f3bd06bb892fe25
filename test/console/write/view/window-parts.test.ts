import { expect, it } from '@jest/globals';
import { partsOf, rangeAt } from '../../../../console/src/write/view/window-parts.ts';

const HEIGHTS = Array.from({ length: 40 }, () => 100);

it('draws the lines that touch the view', () => {
  // The view from 950 to 1250 pixels: the tenth line (900 to 1000) to the thirteenth (1200 to 1300).
  expect(rangeAt(HEIGHTS, 950, 1250)).toEqual({ from: 9, to: 13 });
  expect(rangeAt(HEIGHTS, -500, 90)).toEqual({ from: 0, to: 1 });
  // A view beyond the song, as while its lines are taken away, draws its beginning.
  expect(rangeAt(HEIGHTS, 9000, 9900)).toEqual({ from: 0, to: 24 });
});

it('leaves room for those that are not drawn, and draws the line that someone is at', () => {
  expect(partsOf(HEIGHTS, { from: 10, to: 12 }, new Set([30]))).toEqual([
    { kind: 'gap', before: 0, height: 1000 },
    { kind: 'line', index: 10 },
    { kind: 'line', index: 11 },
    { kind: 'gap', before: 12, height: 1800 },
    { kind: 'line', index: 30 },
    { kind: 'gap', before: 31, height: 900 },
  ]);
});
