import { describe, expect, it } from '@jest/globals';
import type { Hint } from '../../src/operations/hints.ts';
import { decodeCursor, encodeCursor, queryHash } from '../../src/operations/parameters/paging-parameters.ts';
import { errorsOf, query, smallStore, startService } from '../http/service.ts';
import fc, { anyCharacter } from '../support/fast-check.ts';
import { forTests } from '../support/for-tests.ts';

const some = <T>(values: readonly T[]) => fc.constantFrom(...values);

const FILTERS = {
  code: some(['33', '44', '2?', '0', '3']),
  length: some(['1', '2', '4']),
  pos: some(['n', 'v', 'a']),
  reg: some(['粵', '雅']),
};
const FEELINGS = { emotion: some(['喜悅', '希望']), theme: some(['海', '愛情']), valence: some(['正', '負']) };
const REFERENCE = some(['愛', '海洋', '愛:oi3', '開心', 'oi', '！', '火鍋']);
const RHYME = { rhyme_char: REFERENCE, loose_rhyme: some(['true', 'false']) };
const WORD = some(['開心', '海', '愛', '眼淚', '大海', 'zzz', '火鍋']);
const ORDER = {
  like: some(['開心', 'sea', 'zzz', '唔開心']),
  near: some(['海', 'hoi2', 'zzz']),
  starts: some(['大', '海', '無']),
  vulgar: some(['true', 'false']),
};

/** Requests of a list with any of some parameters, and those that it must have. */
function requests(path: string, optional: Record<string, fc.Arbitrary<string>>, required = {}) {
  return fc
    .record({ ...optional, ...required }, { requiredKeys: Object.keys(required) as never[] })
    .map((parameters) => ({ path, parameters: parameters as Record<string, string> }));
}

const { code, length, pos } = FILTERS;
const { like, near, starts, vulgar } = ORDER;
const rhyme = some(['oi', 'ooi', '愛']);

const LISTS = fc.oneof(
  requests('search', { code, length, ...RHYME, like, vulgar }),
  requests('search', { pos, rhyme, near, starts }),
  requests('search', { starts, code, emotion: FEELINGS.emotion, loose_rhyme: RHYME.loose_rhyme }),
  requests('browse', { ...FILTERS, ...FEELINGS, rhyme }),
  requests('category/noun.object/words', { code, pos, ...RHYME }),
  requests('synonyms', { ...FILTERS, ...RHYME }, { word: WORD }),
  requests('antonyms', { code, length, ...RHYME }, { word: WORD }),
  requests('partners', { ...FILTERS, ...RHYME, relation: some(['does', 'describes']) }, { word: WORD }),
  requests(
    'workflow/rhyme-close',
    { ...FILTERS, ...FEELINGS, loose: some(['true', 'false']), end_tone: some(['1', '3']), like: ORDER.like },
    { rhyme_char: REFERENCE },
  ),
  some(['海', '愛', '鍋', '𨳒', 'z']).map((char) => ({
    path: `homophones/${encodeURIComponent(char)}`,
    parameters: {},
  })),
);

describe('hints of any list', () => {
  const service = forTests(() => startService());

  it('lead to another request, which finds as many words as they say', async () => {
    const followed = new Set<string>();
    await fc.assert(
      fc.asyncProperty(LISTS, async ({ path, parameters }) => {
        const asked = `/api/lexicon/${path}?${query(parameters)}`;
        const { status, body } = await service.get(asked);
        // Some parameters are not taken together.
        fc.pre(status === 200);
        for (const hint of (body.hints ?? []) as Hint[]) {
          const url = `${hint.try.path}?${query(hint.try.params)}`;
          const next = await service.get(url);
          expect([asked, url, next.status, next.body.total]).toEqual([asked, url, 200, hint.try.total]);
          expect(hint.try.total).toBeGreaterThan(0);
          expect([hint.try.path, hint.try.params]).not.toEqual([`/api/lexicon/${path}`, parameters]);
          followed.add(path.split('/')[0]!);
        }
      }),
      { numRuns: 200, seed: 35 },
    );
    expect([...followed].sort()).toEqual([
      'antonyms',
      'browse',
      'category',
      'homophones',
      'partners',
      'search',
      'synonyms',
      'workflow',
    ]);
  });
});

describe('a cursor', () => {
  const service = forTests(() => startService());
  const browse = (parameters: Record<string, string | number>) =>
    service.get(`/api/lexicon/browse?${query(parameters)}`);

  it('round-trips any values', () => {
    const place = fc.nat();
    const any = fc.record({
      generation: fc.string({ unit: anyCharacter }),
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
    await using later = await startService({ store: smallStore('glater') });
    const { status, body } = await later.get(`/api/lexicon/browse?${query({ limit: 1, cursor })}`);
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
