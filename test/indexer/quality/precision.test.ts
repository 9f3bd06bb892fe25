import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  BANDS,
  bandOf,
  type Claim,
  claimKey,
  drawClaims,
  FACET_NAMES,
  FACETS,
  type Facet,
  type FacetName,
  halfOf,
  type Label,
  labelsFile,
  precisionOf,
  readLabels,
  wilson,
} from '../../../indexer/quality/samples.ts';
import { DATA_ROOT } from '../../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../../indexer/tables/quality-tables.ts';
import { sortTable } from '../../../indexer/tables/sort-table.ts';

describe('precision', () => {
  const rounded = (interval: readonly number[]) => interval.map((bound) => Number(bound.toFixed(3)));

  describe('the interval of a share', () => {
    it('is Wilson’s', () => {
      // (0.8 + 0.19207 ± 1.96 · √(0.016 + 0.0096037)) ÷ 1.384146
      expect(rounded(wilson(8, 10))).toEqual([0.49, 0.943]);
      expect(rounded(wilson(0, 10))).toEqual([0, 0.278]);
      expect(rounded(wilson(10, 10))).toEqual([0.722, 1]);
      expect(wilson(0, 0)).toEqual([0, 1]);
    });
  });

  describe('precision', () => {
    const claims: Claim[] = Array.from({ length: 40 }, (_, i) => ({ word: `詞${i}`, value: '喜悅', rank: i }));
    const facet: Facet = { name: 'emotion', sample: 100, target: 0.88, claims: () => claims };
    // The first band has a fifth of the sample.
    const drawn = drawClaims(facet, claims);
    const ofHalf = (half: 'dev' | 'test') => drawn.filter(({ word }) => halfOf(word) === half);

    it('counts the labelled claims of the draw, each in its half', () => {
      expect(drawn).toHaveLength(20);
      const given: Label[] = ['ok', 'near', 'wrong', 'ok'];
      const labels = new Map(
        ofHalf('dev')
          .slice(0, 4)
          .map((claim, i) => [claimKey(claim), given[i]!]),
      );
      const { halves, stillShown, target } = precisionOf(facet, claims, labels);
      expect(halves.dev).toMatchObject({
        judged: 4,
        unjudged: ofHalf('dev').length - 4,
        counts: { ok: 2, near: 1, wrong: 1 },
        precision: 0.75,
        strict: 0.5,
      });
      expect(halves.test).toMatchObject({ judged: 0, precision: null, strict: null });
      expect([stillShown, target]).toEqual([1, 0.88]);
    });

    it('counts neither what is no longer shown nor what is shown but not drawn', () => {
      const left = claims.find((claim) => !drawn.includes(claim))!;
      const labels = new Map<string, Label>([
        [claimKey(left), 'wrong'],
        ['走了\t喜悅', 'wrong'],
        [claimKey(drawn[0]!), 'ok'],
      ]);
      const { halves, stillShown } = precisionOf(facet, claims, labels);
      expect(halves.dev.judged + halves.test.judged).toBe(1);
      expect(halves.dev.counts.wrong + halves.test.counts.wrong).toBe(0);
      expect(stillShown).toBeCloseTo(2 / 3);
    });
  });

  describe('the facets', () => {
    it('claim what a word is shown with', () => {
      const affect = { emotion: '喜悅', valence: '正', themes: ['家', '友情'], themesInferred: ['節日'] } as const;
      const word = { char: '開心', rank: 3, reg: '通', category: 'adj.all', affect } as const;
      const neutral = { ...affect, emotion: '平', themes: [], themesInferred: [] } as const;
      const plain = { ...word, char: '枱', category: null, affect: neutral } as const;
      const relations = [
        { word: '開心', related: '快樂', type: 'syn' },
        { word: '開心', related: '傷心', type: 'ant' },
      ] as const;
      const shown = FACETS.map(({ name, claims }) => [
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
});

describe('labels', () => {
  const counts = new Map(FACET_NAMES.map((name) => [name, readLabels(name).labels.size]));
  const together = (...names: FacetName[]) => names.reduce((sum, name) => sum + counts.get(name)!, 0);

  describe('the labelled samples', () => {
    it('are well formed, with no claim twice', () => {
      expect(FACET_NAMES.flatMap((name) => readLabels(name).problems)).toEqual([]);
    });

    it('lie in code point order', () => {
      const unsorted = FACET_NAMES.filter((name) => {
        const text = readFileSync(`${DATA_ROOT}/${labelsFile(name)}`, 'utf8');
        return sortTable(text, QUALITY_TABLES.labels) !== text;
      });
      expect(unsorted).toEqual([]);
    });

    it('are as large as was asked for', () => {
      expect(together('synonyms')).toBeGreaterThanOrEqual(400);
      expect(together('antonyms')).toBeGreaterThanOrEqual(150);
      expect(together('emotion', 'valence')).toBeGreaterThanOrEqual(300);
      expect(together('themes')).toBeGreaterThanOrEqual(300);
      expect(together('categories')).toBeGreaterThanOrEqual(200);
      expect(together('registers')).toBeGreaterThanOrEqual(200);
      for (const { name, sample } of FACETS) expect(counts.get(name)).toBeGreaterThanOrEqual(sample);
    });
  });
});

describe('samples of claims', () => {
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
});
