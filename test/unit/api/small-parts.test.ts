import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeRequestTarget } from '../../../src/http/encode-request-target.ts';
import { linkHeader } from '../../../src/http/paging.ts';
import { parseQueryString } from '../../../src/http/query-string.ts';
import type { Lexicon } from '../../../src/lexicon/store.ts';
import { editDistance, nearestName } from '../../../src/nearest-name.ts';
import { checkCursor, decodeCursor, encodeCursor, queryHash } from '../../../src/operations/cursor.ts';
import { shortDefinition } from '../../../src/operations/entry-view.ts';
import { invalidRequest, PROBLEMS, Problem, type ProblemCode, problemDocument } from '../../../src/problem.ts';

describe('the table of problems', () => {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];

  it('has the statuses that were decided', () => {
    expect(Object.fromEntries(codes.map((code) => [code, PROBLEMS[code].status]))).toEqual({
      ...{ invalid_parameter: 400, invalid_key: 401, insufficient_scope: 403, origin_not_allowed: 403 },
      ...{ word_not_found: 404, category_not_found: 404, not_found: 404, method_not_allowed: 405 },
      ...{ request_timeout: 408, cursor_expired: 410, payload_too_large: 413, uri_too_long: 414 },
      ...{ unsupported_media_type: 415, rate_limited: 429, quota_exhausted: 429, header_fields_too_large: 431 },
      ...{ internal: 500, backend_unavailable: 503, backend_timeout: 504 },
    });
  });

  it.each(codes)('%s says what to do, in a sentence', (code) => {
    expect(PROBLEMS[code].advice).toMatch(/^[A-Z].*\.$/);
    expect(problemDocument(new Problem(code), '/x', 'id').detail).toBe(PROBLEMS[code].advice);
  });

  it('keeps one detail as it is and counts several', () => {
    const part = (name: string) => ({ in: 'query', name, message: 'is bad' }) as const;
    expect(invalidRequest([part('a')]).message).toBe('a: is bad');
    expect(invalidRequest([part('a'), part('b')]).message).toBe('2 things are wrong. a: is bad · b: is bad');
  });
});

describe('the nearest name', () => {
  const known = ['rhyme', 'rhyme_char', 'rhyme_depth', 'code', 'limit', 'offset', 'q', 'pos', 'reg'];

  it.each([
    ['rhyme_chr', 'rhyme_char'],
    ['rhymechar', 'rhyme_char'],
    ['Limit', 'limit'],
    ['limt', 'limit'],
    ['lmiit', 'limit'],
    ['offest', 'offset'],
    ['code[]', 'code'],
    ['rhymes', 'rhyme'],
    ['Q', 'q'],
  ])('to %s is %s', (typed, meant) => {
    expect(nearestName(typed, known)).toBe(meant);
  });

  it.each(['colour', 'word', '__proto__', '', 'x'.repeat(5000)])('to %s is none', (typed) => {
    expect(nearestName(typed, ['rhyme_char', 'limit', 'offset'])).toBeUndefined();
  });

  it('counts edits, a swap of neighbours as one', () => {
    expect([editDistance('', 'abc'), editDistance('abc', 'abc'), editDistance('abc', 'acb')]).toEqual([3, 0, 1]);
    expect([editDistance('kitten', 'sitting'), editDistance('愛', '海愛')]).toEqual([3, 1]);
  });
});

describe('a query string', () => {
  it('is decoded as UTF-8 with + as a space, in order, repeated names kept', () => {
    expect(parseQueryString('a=1&b=%E6%84%9B+x%2B&a=2&c&&=d&e=f=g')).toEqual([
      ['a', '1'],
      ['b', '愛 x+'],
      ['a', '2'],
      ['c', ''],
      ['', 'd'],
      ['e', 'f=g'],
    ]);
    expect(parseQueryString('')).toEqual([]);
  });

  it('names every part that is no UTF-8', () => {
    expect(() => parseQueryString('a=%zz&b=1&%ff=2')).toThrow(
      /^2 things are wrong\. a: is not percent-encoded UTF-8.* · %ff: is not/,
    );
  });
});

describe('a request target in raw UTF-8', () => {
  const packet = (text: string) => Buffer.from(text, 'utf8');

  it('is percent-encoded, and its connection closed', () => {
    expect(encodeRequestTarget(packet('GET /a?b=愛&c=%E6 HTTP/1.1\r\nHost: x\r\n\r\n'))?.toString('latin1')).toBe(
      'GET /a?b=%E6%84%9B&c=%E6 HTTP/1.1\r\nConnection: close\r\nHost: x\r\n\r\n',
    );
  });

  it.each([
    ['a plain one', 'GET /a HTTP/1.1\r\n\r\n'],
    ['one with a body', 'GET /愛 HTTP/1.1\r\nContent-Length: 3\r\n\r\n'],
    ['a chunked one', 'GET /愛 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['another method', 'POST /愛 HTTP/1.1\r\n\r\n'],
    ['an unfinished head', 'GET /愛 HTTP/1.1\r\nHost: x\r\n'],
    ['two requests', 'GET /愛 HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n'],
    ['a space inside', 'GET /愛 b HTTP/1.1\r\n\r\n'],
    ['a line end inside', 'GET /愛\nX: y HTTP/1.1\r\n\r\n'],
  ])('is left alone: %s', (_, text) => {
    expect(encodeRequestTarget(packet(text))).toBeUndefined();
  });
});

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
    expect(() => checkCursor({ ...cursor, after: { order: 50 } }, 'abc', lexicon)).toThrow(/outside the lexicon/);
  });

  it('knows equal queries whatever their order, and different ones apart', () => {
    const hash = queryHash('search', { a: ['x'], b: 1, c: undefined });
    expect(queryHash('search', { b: 1, a: ['x'] })).toBe(hash);
    expect(queryHash('search', { b: 1, a: ['y'] })).not.toBe(hash);
    expect(queryHash('browse', { b: 1, a: ['x'] })).not.toBe(hash);
  });
});

describe('the Link header', () => {
  const words = [0, 0, 0];
  const link = (page: object, query: [string, string][] = []) =>
    linkHeader({ total: 10, limit: 3, offset: 0, words, ...page }, '/p', query);

  it('leads on and back, other parameters kept', () => {
    expect(link({})).toBe('</p?offset=3>; rel="next"');
    expect(
      link({ offset: 3 }, [
        ['q', '愛 +'],
        ['offset', '3'],
      ]),
    ).toBe('</p?q=%E6%84%9B+%2B&offset=6>; rel="next", </p?q=%E6%84%9B+%2B&offset=0>; rel="prev"');
    expect(link({ offset: 2 })).toContain('</p?offset=0>; rel="prev"');
  });

  it('ends where the words end', () => {
    expect(link({ offset: 7 })).toBe('</p?offset=4>; rel="prev"');
    expect(link({ offset: 0, total: 3 })).toBeUndefined();
    // Of ten words the last three.
    expect(link({ offset: 90, words: [] })).toBe('</p?offset=7>; rel="prev"');
  });

  it('goes on by cursor where one was used', () => {
    expect(link({ offset: 3, next_cursor: 'abc' }, [['cursor', 'aaa']])).toContain('</p?cursor=abc>; rel="next"');
    expect(link({ next_cursor: 'abc' })).toBe('</p?offset=3>; rel="next"');
  });
});

describe('a short definition', () => {
  it('keeps whole senses while they fit', () => {
    expect(shortDefinition('to love')).toBe('to love');
    const sense = 'a'.repeat(47);
    expect(shortDefinition([sense, sense, 'more'].join('; '))).toBe(`${sense}; ${sense}`);
  });

  it('cuts a first sense that is too long, between characters', () => {
    expect(shortDefinition('b'.repeat(101))).toBe(`${'b'.repeat(99)}…`);
    expect([...shortDefinition('𠮷'.repeat(101))]).toHaveLength(100);
    expect(shortDefinition('𠮷'.repeat(101)).isWellFormed()).toBe(true);
  });
});
