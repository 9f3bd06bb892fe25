import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MODULE_FILE, moduleBytes } from '../../scripts/meaning-scan/assemble.ts';
import { FACET_TABLE, FACETS, READING_FACETS, SINGLE_FACETS, WORD_FACETS } from '../../src/lexicon/facets.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { createRowScan } from '../../src/lexicon/meaning-scan/row-scan.ts';
import { cachePerGeneration, type Lexicon } from '../../src/lexicon/store.ts';
import { entryLines } from '../contract/small-lexicon.ts';

describe('the table of facets', () => {
  it('has each name once, and for facets of readings a letter, by which the tokens of their values differ', () => {
    expect(new Set(FACETS).size).toBe(FACETS.length);
    expect(new Set(READING_FACETS.map(([letter]) => letter)).size).toBe(READING_FACETS.length);
  });

  it('tells facets of words from those of readings, and those with one value from those with several', () => {
    expect([...WORD_FACETS, ...READING_FACETS].sort()).toEqual([...FACETS].sort());
    expect(WORD_FACETS.filter((facet) => !(SINGLE_FACETS as readonly string[]).includes(facet))).toEqual(['theme']);
  });

  it.each(FACET_TABLE.map((row) => [row.name, row] as const))(
    '%s gives words and readings no other values than it names, each with its labels',
    (_, { of, values, valuesOf, valueLabels = {}, example }) => {
      const sources = entryLines().flatMap((line): readonly object[] => (of === 'word' ? [line] : line.readings));
      const given = sources.flatMap((source) => (valuesOf as (source: object) => readonly (string | number)[])(source));
      expect(given.length).toBeGreaterThan(0);
      const expected = values === 'numbers' ? 'number' : 'string';
      expect(new Set([...given, ...example].map((value) => typeof value))).toEqual(new Set([expected]));
      if (typeof values === 'string') return;
      expect(values).toEqual(expect.arrayContaining([...given, ...example]));
      expect(Object.keys(valueLabels).sort()).toEqual([...values].sort());
    },
  );
});

const lexicon = (name: string) => ({ generation: { name } }) as unknown as Lexicon;

describe('what is made of a generation', () => {
  it('is made once, however many ask, and whatever wraps the lexicon', async () => {
    const made: string[] = [];
    const make = cachePerGeneration(async ({ generation }) => made.push(generation.name));
    const [a, b] = [lexicon('a'), lexicon('b')];
    await Promise.all([make(a), make({ ...a }), make(b), make(new Proxy(a, {}))]);
    expect(made).toEqual(['a', 'b']);
  });

  it('is rebuilt when a generation of the same name is opened again', async () => {
    let times = 0;
    const make = cachePerGeneration(async () => ++times);
    expect([await make(lexicon('a')), await make(lexicon('a'))]).toEqual([1, 2]);
  });

  it('is not kept where it failed', async () => {
    let times = 0;
    const make = cachePerGeneration(async () => {
      if (times++ === 0) throw new Error('away');
      return 'well';
    });
    const a = lexicon('a');
    await expect(make(a)).rejects.toThrow('away');
    expect(await make(a)).toBe('well');
    expect(await make(a)).toBe('well');
    expect(times).toBe(2);
  });
});

describe('the module of the scan', () => {
  it('is what its source assembles to', async () => {
    expect(readFileSync(MODULE_FILE).equals(await moduleBytes())).toBe(true);
  });
});

describe('a scan of rows', () => {
  it('scores those rows that are asked, by the vector that suits each best', () => {
    const scan = createRowScan(3);
    scan.rows.set([2, 3], 0);
    scan.rows.set([-4, 1], ROW_BYTES);
    scan.rows.set([9, 9], 2 * ROW_BYTES);
    const vector = (...numbers: number[]) => Int8Array.from({ length: ROW_BYTES }, (_, i) => numbers[i] ?? 0);
    scan.ids.set([1, 0]);
    scan.scores.fill(7);
    scan.run(2, [vector(1, 1), vector(-2, 0)]);
    // 2 + 3 and -4; -4 + 1 and 8; the third was not asked.
    expect([...scan.scores]).toEqual([5, 8, 7]);
  });
});
