import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS as ALL } from '../../src/endpoints.ts';
import { PROBLEMS, type ProblemCode } from '../../src/problem.ts';
import fc from '../support/fast-check.ts';
import { forTests } from '../support/for-tests.ts';
import { startService } from './service.ts';

// What is posted needs bodies of its own kind.
const ENDPOINTS = ALL.filter(({ method }) => method === 'GET');

/** Values that are right somewhere, values that are nearly right, and nonsense. */
const VALUES = [
  ...['愛', '開心', '开心', '行:hong4', '說話', '𡃁仔', 'Ａ', '冇', 'oi', 'hoi1 sam', '我,愛', '海:', ':hoi2'],
  ...['33', '3?', '????????', '0,2', '3,', 'true', 'false', '0', '1', '2,1', '100', '9007199254740992', '-1', '1e3'],
  ...['+', '-=', '*', ' ', '', '喜悅,悲傷', '正', '粵,通', 'n,v', 'adj.all', 'all', 'verified', 'curated', 'pos,code'],
  ...['sound', 'similarity', 'char', 'tagged', 'inferred', 'n-l,k-t', '__proto__', 'constructor', 'null', '\u202e愛'],
];
const value = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

const request = fc.nat(ENDPOINTS.length - 1).chain((at) => {
  const row = ENDPOINTS[at]!;
  const names = Object.keys(row.request.query?.shape ?? {});
  const name = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(names.length > 0 ? names : ['x'])) },
    { weight: 1, arbitrary: fc.constantFrom('rhyme_chr', '__proto__', 'toString', 'q[]', '') },
  );
  const pairs = fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one, maxLength: 4 });
  return fc.tuple(fc.constant(at), pairs, value);
});

const MEMBERS = ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'];

describe('any request', () => {
  const service = forTests(() => startService());

  it('is answered as the schema says, or by a problem document that says what is wrong', async () => {
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request, async ([at, pairs, inPath]) => {
        const row = ENDPOINTS[at]!;
        const path = row.path.replace(/\{\w+\}/, encodeURIComponent(inPath.toWellFormed()) || '%20');
        const search = new URLSearchParams(pairs).toString();
        const { status, headers, body } = await service.get(`${path}?${search}`);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        expect(headers.get('x-request-id')).not.toBeNull();
        if (status === 200) {
          const result = row.response.safeParse(body);
          expect(result.error?.issues ?? []).toEqual([]);
          return;
        }
        // A path of one dot or two is another path.
        expect([400, 404]).toContain(status);
        expect(Object.keys(body)).toEqual(expect.arrayContaining(MEMBERS));
        expect(PROBLEMS[body.code as ProblemCode].status).toBe(status);
        expect(body.detail.length).toBeGreaterThan(10);
      }),
      { numRuns: 500 },
    );
    // Neither only good nor only bad requests were tried.
    expect(seen.get(200)).toBeGreaterThan(25);
    expect(seen.get(400)).toBeGreaterThan(25);
  });
});
