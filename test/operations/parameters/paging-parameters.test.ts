import { describe, expect, it } from '@jest/globals';
import { decodeCursor, encodeCursor, queryHash } from '../../../src/operations/parameters/paging-parameters.ts';
import { errorsOf, query, smallStore, startService } from '../../http/service.ts';
import fc from '../../support/fast-check.ts';
import { forTests } from '../../support/for-tests.ts';

describe('a cursor', () => {
  const service = forTests(() => startService());
  const browse = (parameters: Record<string, string | number>) =>
    service.get(`/api/lexicon/browse?${query(parameters)}`);

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

  it('knows equal queries whatever their order, and different ones apart', () => {
    const hash = queryHash('search', { a: ['x'], b: 1, c: undefined });
    expect(queryHash('search', { b: 1, a: ['x'] })).toBe(hash);
    expect(queryHash('search', { b: 1, a: ['y'] })).not.toBe(hash);
    expect(queryHash('browse', { b: 1, a: ['x'] })).not.toBe(hash);
  });

  it('tells that a cursor has expired once another generation is live', async () => {
    const { next_cursor: cursor } = (await browse({ limit: 1 })).body;
    const later = await startService({ store: smallStore('glater') });
    const { status, body } = await later.get(`/api/lexicon/browse?${query({ limit: 1, cursor })}`);
    await later.stop();
    expect([status, body.code, body.detail]).toEqual([
      410,
      'cursor_expired',
      'Start again from the first page, without `cursor`.',
    ]);
  });

  it('refuses a cursor that was tampered with', async () => {
    const { next_cursor: cursor } = (await browse({ limit: 1 })).body;
    const fields = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    fields[4] = 1e15;
    const forged = Buffer.from(JSON.stringify(fields)).toString('base64url');
    expect(errorsOf(await browse({ limit: 1, cursor: forged }))).toEqual([
      'query cursor: points outside the lexicon; take next_cursor of a page as it is',
    ]);
  });
});
