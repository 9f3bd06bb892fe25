import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { parseQueryString, parseRequest, type RawRequest } from '../../src/http/parse-request.ts';
import {
  choice,
  flag,
  integer,
  listFrom,
  listOfNames,
  rule,
  text,
} from '../../src/operations/parameters/parameters.ts';
import { type InvalidPart, Problem } from '../../src/problem.ts';

const doc = { description: 'a parameter' };
const query = z
  .strictObject({
    word: text(doc),
    reg: listFrom(['粵', '通', '雅'], doc).optional(),
    emotion: listOfNames(doc).optional(),
    sort: choice(['popularity', 'char'], doc).default('popularity'),
    loose: flag(doc, false),
    limit: integer({ min: 1 }, doc, 50).default(50),
  })
  .refine(...rule<{ word?: unknown; sort?: unknown }>('sort', 'needs a word', ({ word, sort }) => !sort || !!word));
const schemas = { path: z.strictObject({ name: text(doc) }), query };

const raw = (pairs: [string, string][], name = 'n'): RawRequest => ({ path: { name }, query: pairs });
const parse = (pairs: [string, string][], name?: string) => parseRequest(schemas, raw(pairs, name), { maxLimit: 100 });

function errors(pairs: [string, string][], name?: string): InvalidPart[] {
  try {
    parse(pairs, name);
  } catch (error) {
    if (error instanceof Problem) return [...(error.errors ?? [])];
    throw error;
  }
  return [];
}

describe('parsing a request', () => {
  it('reads every kind of parameter and fills in defaults', () => {
    expect(parse([['word', '開心']])).toEqual({
      path: { name: 'n' },
      query: { word: '開心', sort: 'popularity', loose: false, limit: 50 },
      body: undefined,
    });
    expect(
      parse([
        ['word', ' 開心\t'],
        ['reg', '粵, 雅,粵'],
        ['emotion', '喜悅'],
        ['sort', 'char'],
        ['loose', 'true'],
        ['limit', '7'],
      ]).query,
    ).toEqual({ word: '開心', reg: ['粵', '雅'], emotion: ['喜悅'], sort: 'char', loose: true, limit: 7 });
  });

  it('takes the values of a list with commas, under a repeated name, or both', () => {
    const regs = (...values: string[]) =>
      parse([['word', 'x'], ...values.map((value): [string, string] => ['reg', value])]).query.reg;
    expect(regs('粵,雅')).toEqual(['粵', '雅']);
    expect(regs('粵', '雅')).toEqual(['粵', '雅']);
    expect(regs('粵,雅', '通', '粵')).toEqual(['粵', '雅', '通']);
    const given = (count: number) => errors([['word', 'x'], ...Array<[string, string]>(count).fill(['emotion', 'a'])]);
    expect(given(100)).toEqual([]);
    expect(given(101)).toEqual([{ in: 'query', name: 'emotion', message: 'has 101 values; at most 100 are taken' }]);
  });

  it('normalises to NFC', () => {
    expect(parse([['word', 'e\u0301']]).query.word).toBe('\u00e9');
    // A compatibility ideograph has a canonical decomposition: U+F9DA is 栗.
    expect(parse([['word', '\uf9da']]).query.word).toBe('栗');
  });

  it('lowers a limit to the most of the plan', () => {
    const limit = (given: string) =>
      parse([
        ['word', 'x'],
        ['limit', given],
      ]).query.limit;
    expect([limit('99'), limit('100'), limit('101'), limit('9007199254740991')]).toEqual([99, 100, 100, 100]);
  });

  it('counts characters and not UTF-16 units', () => {
    expect(errors([['word', '𠮷'.repeat(100)]])).toEqual([]);
    expect(errors([['word', '𠮷'.repeat(101)]])).toEqual([
      { in: 'query', name: 'word', message: 'has 101 characters; at most 100 are taken' },
    ]);
  });

  it('reports everything at once: path, unknown, repeated, missing, wrong, and rules between parameters', () => {
    const pairs: [string, string][] = [
      ...[
        ['wrod', 'x'],
        ['sort', 'best'],
        ['loose', 'yes'],
        ['limit', '1.5'],
      ],
      ...[
        ['reg', 'a'],
        ['reg', 'b'],
        ['loose', 'true'],
        ['colour', '1'],
        ['colour', '2'],
      ],
    ] as [string, string][];
    expect(errors(pairs, ' ')).toEqual([
      { in: 'path', name: 'name', message: 'is empty; give it a value' },
      { in: 'query', name: 'wrod', message: 'did you mean word?' },
      {
        in: 'query',
        name: 'colour',
        message: 'is not a parameter of this endpoint, which takes word, reg, emotion, sort, loose, limit',
      },
      { in: 'query', name: 'loose', message: 'is given more than once; give it once' },
      { in: 'query', name: 'word', message: 'is needed; give it a value' },
      { in: 'query', name: 'reg', message: '“a” is not one of 粵, 通, 雅' },
      { in: 'query', name: 'sort', message: '“best” is not one of popularity, char' },
      { in: 'query', name: 'loose', message: '“yes” is neither true nor false' },
      { in: 'query', name: 'limit', message: '“1.5” is not a whole number of 1 or more' },
      { in: 'query', name: 'sort', message: 'needs a word' },
    ]);
  });

  it('refuses half surrogates and NULs', () => {
    expect(errors([['word', 'a\ud800']])[0]!.message).toMatch(/half of a surrogate pair/);
    expect(errors([['word', 'a\0b']])[0]!.message).toMatch(/NUL/);
    expect(
      errors([
        ['word', 'x'],
        ['emotion', 'a,\0'],
      ])[0]!.message,
    ).toMatch(/NUL/);
  });

  it('bounds lists', () => {
    expect(
      errors([
        ['word', 'x'],
        ['emotion', Array(101).fill('a').join(',')],
      ]),
    ).toEqual([{ in: 'query', name: 'emotion', message: 'has 101 values; at most 100 are taken' }]);
    expect(
      errors([
        ['word', 'x'],
        ['emotion', ' '],
      ])[0]!.message,
    ).toMatch(/^is empty/);
    expect(
      errors([
        ['word', 'x'],
        ['emotion', 'a,,b'],
      ])[0]!.message,
    ).toMatch(/^has nothing between two commas/);
  });

  it('says that an endpoint without parameters takes none', () => {
    expect(() => parseRequest({}, { path: {}, query: [['x', '1']] }, { maxLimit: 1 })).toThrow(
      'x: this endpoint takes no parameters; leave it out',
    );
  });

  it('never shows signs that do not print, nor long texts whole', () => {
    const [error] = errors([
      ['word', 'x'],
      ['sort', '\u202e\u202d' + 'z'.repeat(90)],
    ]);
    expect(error!.message).toBe(`“��${'z'.repeat(38)}…” is not one of popularity, char`);
  });

  it('answers any names and values with a result or with listed errors', () => {
    const pair = fc.tuple(
      fc.oneof(fc.constantFrom('word', 'reg', 'limit', 'loose', 'sort'), fc.string({ unit: 'binary' })),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 6 }), fc.string({ unit: 'binary' }), (pairs, name) => {
        for (const { message } of errors(pairs as [string, string][], name)) expect(message.length).toBeGreaterThan(5);
      }),
      { numRuns: 500 },
    );
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
