import { expect, it } from '@jest/globals';
import { newLine } from '../../../../console/src/write/model/document.ts';
import { contourLineOf, soundOfLine } from '../../../../console/src/write/model/line-sound.ts';
import { unknown } from './annotated-line.ts';

it('asks for repairs with the readings that were chosen, and those of digits, which the service leaves unread', () => {
  const line = {
    ...newLine('8點行', [{ pitch: 60, beats: 1 }, null, { pitch: 62, beats: 1 }]),
    readings: { 2: 'hang4' },
  };
  expect(contourLineOf(line, soundOfLine(line.text, line.readings, undefined, unknown))).toEqual({
    line: '8點行',
    melody: [60, null, 62],
    readings: [
      { sung_position: 0, jyutping: 'baat3' },
      { sung_position: 2, jyutping: 'hang4' },
    ],
  });
});
