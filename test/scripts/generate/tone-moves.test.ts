import { expect, it } from '@jest/globals';
import { readToneMoves, toneMovesJson, toneMovesPicture } from '../../../scripts/generate/generated-files.ts';

it('has every pair of tones once, as it was counted', () => {
  const moves = readToneMoves();
  expect(new Set(moves.map(({ from, to }) => `${from} ${to}`)).size).toBe(36);
  expect(moves.reduce((sum, { falls, level, rises }) => sum + falls + level + rises, 0)).toBe(16_163);
  expect(JSON.parse(toneMovesJson(moves))[0]).toEqual([1, 1, 759, 615, 46]);
});

it('shows a move by its share', () => {
  const picture = toneMovesPicture([{ from: '1', to: '1', falls: 1, level: 0, rises: 99 }]);
  expect(picture).toContain('1 to 1: + 99, = 0, - 1.');
  // One in a hundred is red.
  expect(picture).toMatch(/fill="#c0392b">1</);
});
