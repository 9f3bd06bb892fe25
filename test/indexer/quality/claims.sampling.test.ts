import { describe, expect, it } from '@jest/globals';
import type { Claim, Facet } from '../../../indexer/quality/samples.ts';
import { BANDS, bandOf, drawClaims, halfOf } from '../../../indexer/quality/samples.ts';

const facet = (given: Partial<Facet> = {}): Facet => ({ name: 'emotion', sample: 20, claims: () => [], ...given });
const claimsAt = (rank: number, count: number, value = '喜悅', prefix = '詞'): Claim[] =>
  Array.from({ length: count }, (_, i) => ({ word: `${prefix}${rank}-${i}`, value, rank }));
const words = (claims: readonly Claim[]) => claims.map(({ word }) => word);

describe('bands of popularity', () => {
  it('have every rank in one of them', () => {
    expect([0, 999, 1000, 4999, 5000, 19_999, 20_000, 59_999, 60_000, 1e9].map(bandOf)).toEqual([
      0, 0, 1, 1, 2, 2, 3, 3, 4, 4,
    ]);
    expect(BANDS[0]!.from).toBe(0);
    expect(BANDS.slice(1).map(({ from }) => from)).toEqual(BANDS.slice(0, -1).map(({ to }) => to));
  });
});

describe('a draw', () => {
  const all = [0, 1000, 5000, 20_000, 60_000].flatMap((rank) => claimsAt(rank, 50));

  it('takes from every band its share: 20, 25, 25, 20 and 10 of a hundred', () => {
    const counts = [0, 0, 0, 0, 0];
    for (const { rank } of drawClaims(facet(), all)) counts[bandOf(rank)]!++;
    expect(counts).toEqual([4, 5, 5, 4, 2]);
  });

  it('gives the next band what an earlier one lacks', () => {
    const few = [...claimsAt(0, 1), ...claimsAt(1000, 50)];
    expect(drawClaims(facet(), few)).toHaveLength(1 + 8);
  });

  it('is the same in whatever order the claims come, and in code point order itself', () => {
    const once = drawClaims(facet(), all);
    expect(drawClaims(facet(), [...all].reverse())).toEqual(once);
    expect(words(once)).toEqual([...words(once)].sort());
  });

  it('changes only by what comes or goes', () => {
    const before = words(drawClaims(facet(), all));
    const gone = before[0]!;
    const after = words(
      drawClaims(
        facet(),
        all.filter(({ word }) => word !== gone),
      ),
    );
    expect(after).toHaveLength(before.length);
    expect(after.filter((word) => !before.includes(word))).toHaveLength(1);
    const more = words(drawClaims(facet(), [...all, ...claimsAt(0, 50, '喜悅', '新')]));
    expect(more.filter((word) => !word.startsWith('新') && !before.includes(word))).toEqual([]);
  });

  it('draws the values of strata apart', () => {
    const mixed = [...claimsAt(0, 100, '通'), ...claimsAt(0, 30, '粵', '字')];
    const drawn = drawClaims(facet({ strata: { 粵: 0.5, 通: 0.5 } }), mixed);
    // Two of ten in the first band; what the empty bands are owed is owed to later ones.
    expect(drawn.map(({ value }) => value).sort()).toEqual(['粵', '粵', '通', '通'].sort());
  });
});

describe('the halves', () => {
  it('split words evenly and always alike', () => {
    const many = Array.from({ length: 2000 }, (_, i) => halfOf(`詞${i}`));
    const dev = many.filter((half) => half === 'dev').length;
    expect(dev).toBeGreaterThan(900);
    expect(dev).toBeLessThan(1100);
    expect(halfOf('詞7')).toBe(many[7]);
  });
});
