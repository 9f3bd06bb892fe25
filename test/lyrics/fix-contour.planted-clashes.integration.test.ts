import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { movesOfCodes } from '../../src/cantonese/melody.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { contourSources } from '../../src/lyrics/contour-sources.ts';
import { fixContour } from '../../src/lyrics/fix-contour.ts';
import { readSungLine } from '../../src/lyrics/sung-line.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

const ROWS = readFileSync(new URL('../../data/quality/planted-clashes.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t') as [line: string, word: string, planted: string]);

describe('a word that clashes in the place of one that fits', () => {
  let store: LexiconStore;
  beforeAll(async () => {
    store = await fullStore();
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(() => store.close());

  it('is mostly answered by the word that stood there, among the first three', async () => {
    const found = await store.read(async (lexicon) => {
      const sources = await contourSources(lexicon);
      const results: { offered: boolean; repaired: boolean }[] = [];
      for (const [line, word, planted] of ROWS) {
        const melody = movesOfCodes(readSungLine(line, sources.table, new Map()).codes);
        const request = {
          line: line.replace(word, planted),
          melody,
          tolerance: 'strict',
          readings: new Map(),
        } as const;
        const report = await fixContour({ ...request, maxCandidates: 3 }, sources);
        if (report.risks.length === 0) continue;
        const offered = report.risks.some(({ wordSwaps }) => wordSwaps.some((swap) => swap.line === line));
        results.push({ offered, repaired: report.repairs !== undefined });
      }
      return results;
    });
    expect(found.length).toBeGreaterThan(40);
    const share = (key: 'offered' | 'repaired') => found.filter((one) => one[key]).length / found.length;
    expect(share('offered')).toBeGreaterThan(0.75);
    expect(share('repaired')).toBeGreaterThan(0.8);
  });
});
