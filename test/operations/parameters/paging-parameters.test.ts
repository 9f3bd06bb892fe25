import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Lexicon } from '../../../src/lexicon/store.ts';
import {
  checkCursor,
  decodeCursor,
  encodeCursor,
  queryHash,
} from '../../../src/operations/parameters/paging-parameters.ts';

describe('a cursor', () => {
  const cursor = { generation: 'g1', query: 'abc', offset: 50, after: { order: 49, score: 7 } };

  it('round-trips any values', () => {
    const place = fc.nat();
    const any = fc.record({
      generation: fc.string({ unit: 'grapheme' }),
      query: fc.string(),
      offset: place,
      after: fc.oneof(fc.record({ order: place }), fc.record({ order: place, score: place })),
    });
    fc.assert(
      fc.property(any, (one) => {
        const text = encodeCursor(one);
        expect(text).toMatch(/^[\w-]+$/);
        expect(decodeCursor(text)).toEqual(one);
      }),
    );
  });

  it('is told from other texts', () => {
    const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const text of ['', 'abc', packed(null), packed([2, 'g', 'q', 0, 0, null]), packed([1, 'g', 'q', -1, 0, null])])
      expect(decodeCursor(text)).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => void decodeCursor(text)));
  });

  it('belongs to one query of one generation', () => {
    const lexicon = { generation: { name: 'g1', entries: 50 } } as Lexicon;
    expect(() => checkCursor(cursor, 'abc', lexicon)).not.toThrow();
    expect(() => checkCursor(cursor, 'abd', lexicon)).toThrow(/another query/);
    expect(() => checkCursor({ ...cursor, generation: 'g0' }, 'abc', lexicon)).toThrow(/Start again/);
    expect(() => checkCursor({ ...cursor, after: { order: 99 } }, 'abc', lexicon)).not.toThrow();
    expect(() => checkCursor({ ...cursor, after: { order: 100 } }, 'abc', lexicon)).toThrow(/outside the lexicon/);
  });

  it('knows equal queries whatever their order, and different ones apart', () => {
    const hash = queryHash('search', { a: ['x'], b: 1, c: undefined });
    expect(queryHash('search', { b: 1, a: ['x'] })).toBe(hash);
    expect(queryHash('search', { b: 1, a: ['y'] })).not.toBe(hash);
    expect(queryHash('browse', { b: 1, a: ['x'] })).not.toBe(hash);
  });
});
