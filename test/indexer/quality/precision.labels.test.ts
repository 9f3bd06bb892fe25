import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { FACET_NAMES, FACETS, type FacetName, labelsFile, readLabels } from '../../../indexer/quality/samples.ts';
import { DATA_ROOT } from '../../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../../indexer/tables/quality-tables.ts';
import { sortTable } from '../../../indexer/tables/sort-table.ts';

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
