import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  bandOf,
  type Claim,
  claimKey,
  drawClaims,
  halfOf,
  type Labels,
  labelsTable,
  precisionOf,
  readLabels,
  SAMPLED_FACETS,
  type SampledFacet,
} from '../../../indexer/quality/samples.ts';
import { sortTable } from '../../../indexer/tables/all-tables.ts';
import { DATA_ROOT } from '../../../indexer/tables/hand-written.ts';
import { readTable } from '../../../indexer/tables/read-table.ts';

const facet = (given: Partial<SampledFacet> = {}): SampledFacet => ({
  name: 'emotion',
  sample: 20,
  target: 0.88,
  claims: () => [],
  ...given,
});
const claimsAt = (rank: number, count: number, value = '喜悅', prefix = '詞'): Claim[] =>
  Array.from({ length: count }, (_, i) => ({ word: `${prefix}${rank}-${i}`, value, rank }));
const words = (claims: readonly Claim[]) => claims.map(({ word }) => word);

describe('a sampled facet', () => {
  it('claims the values that a word is shown with', () => {
    const affect = { emotion: '喜悅', valence: '正', themes: ['家', '友情'], themesInferred: ['節日'] } as const;
    const word = { char: '開心', rank: 3, reg: '通', category: 'adj.all', affect } as const;
    const neutral = { ...affect, emotion: '平', themes: [], themesInferred: [] } as const;
    const plain = { ...word, char: '枱', category: null, affect: neutral } as const;
    const relations = [
      { word: '開心', related: '快樂', type: 'syn' },
      { word: '開心', related: '傷心', type: 'ant' },
    ] as const;
    const shown = SAMPLED_FACETS.map(({ name, claims }) => [
      name,
      [...claims({ words: [word, plain], relations })].map((claim) => `${claim.word} ${claim.value}`),
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      synonyms: ['開心 快樂'],
      antonyms: ['開心 傷心'],
      emotion: ['開心 喜悅'],
      valence: ['開心 正', '枱 正'],
      themes: ['開心 家', '開心 友情'],
      'themes-inferred': ['開心 節日'],
      categories: ['開心 adj.all'],
      registers: ['開心 通', '枱 通'],
    });
  });
});

describe('a draw of claims', () => {
  const all = [0, 1000, 5000, 20_000, 60_000].flatMap((rank) => claimsAt(rank, 50));

  it('takes from every band of ranks its share: 20, 25, 25, 20 and 10 of a hundred', () => {
    const counts = [0, 0, 0, 0, 0];
    for (const { rank } of drawClaims(facet(), all)) counts[bandOf(rank)]!++;
    expect(counts).toEqual([4, 5, 5, 4, 2]);
    expect([999, 1000, 4999, 5000, 19_999, 20_000, 59_999, 1e9].map(bandOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
  });

  it('gives the next band what an earlier one lacks', () => {
    const few = [...claimsAt(0, 1), ...claimsAt(1000, 50)];
    expect(drawClaims(facet(), few)).toHaveLength(1 + 8);
  });

  it('is the same in whatever order the claims come, in code point order, and changes only by claims that come or go', () => {
    const before = words(drawClaims(facet(), all));
    expect(words(drawClaims(facet(), [...all].reverse()))).toEqual(before);
    expect(before).toEqual([...before].sort());
    const without = all.filter(({ word }) => word !== before[0]);
    expect(words(drawClaims(facet(), without)).filter((word) => !before.includes(word))).toHaveLength(1);
    const more = words(drawClaims(facet(), [...all, ...claimsAt(0, 50, '喜悅', '新')]));
    expect(more.filter((word) => !word.startsWith('新') && !before.includes(word))).toEqual([]);
  });

  it('takes the values of strata apart', () => {
    const mixed = [...claimsAt(0, 100, '通'), ...claimsAt(0, 30, '粵', '字')];
    const drawn = drawClaims(facet({ strata: { 粵: 0.5, 通: 0.5 } }), mixed);
    expect(drawn.map(({ value }) => value).sort()).toEqual(['粵', '粵', '通', '通'].sort());
  });

  it('splits words evenly into halves', () => {
    const dev = Array.from({ length: 2000 }, (_, i) => halfOf(`詞${i}`)).filter((half) => half === 'dev').length;
    expect(dev).toBeGreaterThan(900);
    expect(dev).toBeLessThan(1100);
  });
});

describe('precision', () => {
  it('counts the labelled claims of the present draw in the half "test", and neither undrawn nor vanished ones', () => {
    const claims = claimsAt(0, 80);
    const sampled = facet({ sample: 200 });
    const drawn = drawClaims(sampled, claims);
    const [dev, test] = (['dev', 'test'] as const).map((half) => drawn.filter(({ word }) => halfOf(word) === half));
    const undrawn = claims.find((claim) => halfOf(claim.word) === 'test' && !drawn.includes(claim))!;
    const labels: Labels = new Map([
      [claimKey(test![0]!), 'ok'],
      [claimKey(test![1]!), 'near'],
      [claimKey(test![2]!), 'wrong'],
      [claimKey(dev![0]!), 'wrong'],
      [claimKey(undrawn), 'wrong'],
      ['走了\t喜悅', 'wrong'],
    ]);
    expect(precisionOf(sampled, claims, labels)).toEqual({ judged: 3, acceptable: 2, unjudged: test!.length - 3 });
  });
});

describe('the labelled samples', () => {
  it.each(SAMPLED_FACETS)('of $name are in code point order, no claim twice, and as many as are drawn', (sampled) => {
    const table = labelsTable(sampled.name);
    const { rows, problems } = readTable(DATA_ROOT, table);
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(readLabels(sampled.name).size);
    expect(rows.length).toBeGreaterThanOrEqual(sampled.sample);
    const text = readFileSync(`${DATA_ROOT}/${table.pattern}`, 'utf8');
    expect(sortTable(text, table)).toBe(text);
  });
});
