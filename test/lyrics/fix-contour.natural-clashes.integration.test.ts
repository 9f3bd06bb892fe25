import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../indexer/tables/quality-tables.ts';
import { readTable } from '../../indexer/tables/read-table.ts';
import { movesOfCodes } from '../../src/cantonese/melody.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { contourSources } from '../../src/lyrics/contour-sources.ts';
import { fixContour } from '../../src/lyrics/fix-contour.ts';
import { readSungLine } from '../../src/lyrics/sung-line.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

const ROWS = readTable(DATA_ROOT, QUALITY_TABLES.naturalClashes).rows.map(({ value }) => value);

describe('a word that clashes in a line', () => {
  let store: LexiconStore;
  beforeAll(async () => {
    store = await fullStore();
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(() => store.close());

  it.each(['dev', 'test'] as const)('has words in its place that a writer would take: %s', async (half) => {
    const found = await store.read(async (lexicon) => {
      const sources = await contourSources(lexicon);
      const places: { place: number; count: number }[] = [];
      for (const { line, word, usable } of ROWS.filter((row) => row.half === half)) {
        const melody = movesOfCodes(readSungLine(line.replace(word, usable[0]!), sources.table, new Map()).codes);
        const request = { line, melody, tolerance: 'singable', readings: new Map(), maxCandidates: 8 } as const;
        const { risks } = await fixContour(request, sources);
        const start = Array.from(line.slice(0, line.indexOf(word))).length;
        for (const { position, wordSwaps } of risks) {
          if (position < start || position > start + Array.from(word).length) continue;
          const isUsable = (swap: { replaces: string; word: string }) =>
            swap.replaces === word && usable.includes(swap.word);
          places.push({ place: wordSwaps.findIndex(isUsable), count: wordSwaps.length });
        }
      }
      return places;
    });
    const share = (test: (one: (typeof found)[number]) => boolean) => found.filter(test).length / found.length;
    expect(found.length).toBeGreaterThan(20);
    expect(share(({ place }) => place === 0)).toBeGreaterThan(0.55);
    expect(share(({ place }) => place >= 0 && place < 6)).toBeGreaterThan(0.6);
    expect(share(({ count }) => count === 0)).toBeLessThan(0.25);
  });
});
