import { describe, expect, it } from '@jest/globals';
import { svgOf } from '../../bench/plot.ts';

describe('a plot', () => {
  it('places powers of ten evenly, from edge to edge', () => {
    const svg = svgOf({
      title: 'a < b',
      x: 'words',
      y: 'ms',
      series: [
        {
          name: 'page',
          points: [
            [1, 1],
            [10, 10],
            [100, 100],
          ],
        },
      ],
    });
    // 84 to 530 across, 364 down to 44 upwards.
    expect(svg).toContain('points="84,364 307,204 530,44"');
    expect(svg).toContain('a &lt; b');
  });
});
