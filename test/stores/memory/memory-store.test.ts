import { describe, expect, it } from '@jest/globals';
import { createMetrics } from '../../../src/http/metrics.ts';
import { entryFromLine } from '../../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../../src/lexicon/meaning.ts';
import { MAX_SIMILARITY_VECTORS } from '../../../src/lexicon/query.ts';
import { allEntries, createEntrySet } from '../../../src/stores/memory/columns/entry-set.ts';
import { createMeaningRows } from '../../../src/stores/memory/columns/meaning-rows.ts';
import { linesToBytes, memoryLexicon, memoryStore } from '../../../src/stores/memory/memory-store.ts';
import { toNaiveResult } from '../../contract/comparable.ts';
import { naivePage } from '../../contract/naive.ts';
import { randomPageQuery } from '../../contract/random-query.ts';
import { entryLines, relationLines, smallManifest } from '../../contract/small-lexicon.ts';
import { smallLexicon, smallRows } from '../../contract/small-lexicon-meanings.ts';
import fc from '../../support/fast-check.ts';

describe('the embedded store on the small lexicon', () => {
  const lines = entryLines();
  const entries = lines.map(entryFromLine);
  const lexicon = smallLexicon(lines);
  const rows = smallRows(lines.map(({ char }) => char));

  it('returns what a naive scan returns for any query', async () => {
    await fc.assert(
      fc.asyncProperty(randomPageQuery(entries), async (query) => {
        expect(toNaiveResult(await lexicon.page(query))).toEqual(naivePage(entries, query, rows));
      }),
      { numRuns: 500 },
    );
  });

  it('scores all words for a page that reaches beyond the leading ones', async () => {
    const [first, second, ...others] = entries.map(({ char }) => char);
    for (const limit of [1, 2, 3]) {
      const query = {
        words: { themeScope: 'tagged' },
        sound: {},
        order: {
          by: 'similarity',
          features: {
            vectors: [],
            // The last ones come behind a word with a token, though they have weights of their own.
            words: new Map([
              [first!, 9000],
              [second!, 8000],
              [others.at(-1)!, 100],
              [others.at(-2)!, 100],
            ]),
            tokens: [[Array.from(others[0]!), 500]],
            leadingScore: 7000,
            excluded: [],
          },
        },
        start: { offset: 0 },
        limit,
        facets: [],
      } as const;
      expect(toNaiveResult(await lexicon.page(query))).toEqual(naivePage(entries, query, rows));
    }
  });
});

describe('the embedded store', () => {
  it('is ready after preparation, and answers before', async () => {
    const lexicon = memoryLexicon(smallManifest('g1'), linesToBytes(entryLines()), linesToBytes(relationLines()));
    const { promise, resolve } = Promise.withResolvers<void>();
    const prepared: string[] = [];
    const store = memoryStore(lexicon, [
      async ({ generation }) => {
        await promise;
        prepared.push(generation.name);
      },
    ]);
    const metrics = createMetrics();
    metrics.gauge('lexicon_ready', 'ready', async () => Number((await store.health()).ready));
    const warming = store.warm();
    expect(await store.health()).toEqual({ ready: false, detail: 'the word tables of generation g1 are being made' });
    expect(await metrics.text()).toContain('lexicon_ready 0');
    expect((await store.read((one) => one.lookup(['海']))).size).toBe(1);
    resolve();
    await warming;
    expect(await store.health()).toEqual({ ready: true, detail: 'embedded store, generation g1' });
    expect(await metrics.text()).toContain('lexicon_ready 1');
    expect(prepared).toEqual(['g1']);
  });
});

const int8 = fc.integer({ min: -128, max: 127 });
const someRows = (count: number) =>
  fc
    .array(int8, { minLength: count * ROW_BYTES, maxLength: count * ROW_BYTES })
    .map((numbers) => Int8Array.from(numbers));

describe('rows of meaning', () => {
  it('have the greatest product with any vectors, of whichever entries are asked', () => {
    const size = 40;
    fc.assert(
      fc.property(
        someRows(size),
        fc.array(someRows(1), { minLength: 1, maxLength: MAX_SIMILARITY_VECTORS }),
        fc.uniqueArray(fc.nat(size - 1)),
        (rows, vectors, wanted) => {
          const set = createEntrySet(Uint32Array.from(wanted).sort(), size);
          const { ids, scores } = createMeaningRows(rows, size).products(set, vectors);
          expect([...ids]).toEqual(wanted.toSorted((a, b) => a - b));
          const productOf = (vector: Int8Array, id: number) =>
            vector.reduce((sum, number, i) => sum + number * rows[id * ROW_BYTES + i]!, 0);
          for (const id of ids) expect(scores[id]).toBe(Math.max(...vectors.map((vector) => productOf(vector, id))));
        },
      ),
    );
  });

  it('have the products of the greatest numbers', () => {
    for (const number of [-128, 127]) {
      const row = new Int8Array(ROW_BYTES).fill(number);
      const { scores } = createMeaningRows(row, 1).products(allEntries(1), [row]);
      expect(scores[0]).toBe(ROW_BYTES * number * number);
    }
  });

  it('are products of the present vector, whatever was asked before', () => {
    const rows = createMeaningRows(new Int8Array(2 * ROW_BYTES).fill(1), 2);
    const vectorOf = (number: number) => new Int8Array(ROW_BYTES).fill(number);
    expect([...rows.products(allEntries(2), [vectorOf(3)]).scores]).toEqual([288, 288]);
    expect([...rows.products(allEntries(2), [vectorOf(-1)]).scores]).toEqual([-96, -96]);
    expect([...rows.products(allEntries(2), []).scores]).toEqual([0, 0]);
  });

  it('are those of four vectors at most', () => {
    const rows = createMeaningRows(new Int8Array(ROW_BYTES), 1);
    const five = Array.from({ length: 5 }, () => new Int8Array(ROW_BYTES));
    expect(() => rows.products(allEntries(1), five)).toThrow(RangeError);
  });

  it('are given back one by one, and keep nothing of what they were copied from', () => {
    const source = Int8Array.from({ length: 3 * ROW_BYTES }, (_, i) => i % 100);
    const rows = createMeaningRows(source, 3);
    const expected = [...source.subarray(ROW_BYTES, 2 * ROW_BYTES)];
    source.fill(0);
    expect([...rows.row(1)!]).toEqual(expected);
  });

  it('may be missing: all products are 0', () => {
    const rows = createMeaningRows(new Int8Array(0), 5);
    expect(rows.row(3)).toBeUndefined();
    expect([...rows.products(allEntries(5), [new Int8Array(ROW_BYTES).fill(1)]).scores]).toEqual([0, 0, 0, 0, 0]);
  });
});
