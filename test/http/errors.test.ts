import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { BackendError } from '../../src/lexicon/store.ts';
import { PROBLEMS, Problem, type ProblemCode } from '../../src/problem.ts';
import fc, { anyCharacter } from '../support/fast-check.ts';
import { forTests } from '../support/for-tests.ts';
import { startService, testEndpoint } from './service.ts';

const failing = (path: string, error: unknown) => testEndpoint(path, () => Promise.reject(error));

describe('errors', () => {
  const secret = new Error('password hunter2 in /srv/secret');
  const service = forTests(() =>
    startService({
      endpoints: [
        ...ENDPOINTS,
        failing('/broken', secret),
        failing('/down', new BackendError('unavailable', 'connect ECONNREFUSED 10.0.0.7', { retryAfterSeconds: 7 })),
        failing('/late', new BackendError('timeout', 'no answer')),
        failing('/limited', new Problem('rate_limited', { headers: { 'Retry-After': '12' } })),
      ],
    }),
  );
  const impatient = forTests(() =>
    startService({ endpoints: [testEndpoint('/slow', () => new Promise(() => undefined))], handlerTimeoutMs: 50 }),
  );
  const get = (path: string, init?: RequestInit) => service.get(path, init);

  it('of a body that is too large when it is decompressed are a 413', async () => {
    const body = new Uint8Array(gzipSync(JSON.stringify({ text: 'a'.repeat(5_000_000) })));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    expect((await get('/api/lexicon/annotate', { method: 'POST', body, headers })).status).toBe(413);
  });

  it('of ours leak nothing and are logged', async () => {
    const { status, body } = await get('/broken', { headers: { 'X-Request-Id': 'broken-1' } });
    expect([status, body.code, body.request_id]).toEqual([500, 'internal', 'broken-1']);
    expect(JSON.stringify(body)).not.toMatch(/hunter2|secret|stack|\.ts/);
    const logged = service.log.find((line) => line.request_id === 'broken-1' && line.msg === 'a request failed');
    expect(logged).toMatchObject({ level: 50, route: '/broken', err: { message: 'password hunter2 in /srv/secret' } });
  });

  it('of the store are 503 and 504, and say when to try again', async () => {
    const down = await get('/down');
    expect([down.status, down.body.code, down.headers.get('retry-after')]).toEqual([503, 'backend_unavailable', '7']);
    expect(JSON.stringify(down.body)).not.toContain('10.0.0.7');
    // One line, without a stack.
    const logged = service.log.filter(({ route, msg }) => route === '/down' && msg !== undefined);
    expect(logged).toEqual([expect.objectContaining({ level: 40, reason: expect.stringContaining('10.0.0.7') })]);
    expect(logged[0]).not.toHaveProperty('err');
    const late = await get('/late');
    expect([late.status, late.body.code]).toEqual([504, 'backend_timeout']);
    const stuck = await impatient.get('/slow');
    expect([stuck.status, stuck.body.code]).toEqual([504, 'backend_timeout']);
    const limited = await get('/limited');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '12']);
  });
});

const ANNOTATE = '/api/lexicon/annotate';

const LARGEST_ERROR = 64 * 1024;

describe('input', () => {
  const service = forTests(() => startService());

  /** The answer, and how many bytes its body has. */
  async function ask(path: string, init?: RequestInit) {
    const { status, headers, body } = await service.get(path, init);
    return { status, headers, body, bytes: Buffer.byteLength(JSON.stringify(body)) };
  }
  const post = (path: string, body: unknown) =>
    ask(path, {
      method: 'POST',
      body: new Uint8Array(gzipSync(JSON.stringify(body))),
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    });
  const empty = (count: number) => Array.from({ length: count }, () => ({}));

  it('counts 20,000 fields that are not read, and shows none of them whole', async () => {
    const fields = Object.fromEntries(empty(12_000).map((_, i) => [`f${i}`, 0]));
    const answer = await post(ANNOTATE, { text: 'a', ...fields, ['y'.repeat(5000)]: 0 });
    expect(answer.body.error_count).toBe(12_001);
    expect(answer.bytes).toBeLessThan(LARGEST_ERROR);
  });

  it('that is wrong in any way is answered by at most 64 KB', async () => {
    const posts = ENDPOINTS.filter(({ method }) => method === 'POST');
    const fields = 'text line lines moves melody readings word field suggestion note jyutping'.split(' ');
    const piece = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(null, true, -1, 1e308, '', 'x', '\ud800', '愛', '\u0301'.repeat(40), 'y'.repeat(3000)),
        tie('list'),
        tie('object'),
      ),
      list: fc
        .tuple(tie('value'), fc.constantFrom(1, 21, 199, 999, 4000))
        .map(([one, count]) => (JSON.stringify(one).length * count < 100_000 ? Array(count).fill(one) : [one])),
      object: fc.dictionary(fc.constantFrom(...fields, 'extra', 'z'.repeat(900)), tie('value'), { maxKeys: 4 }),
    }));
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), piece.object, async (row, body) => {
        const { status, bytes } = await post(row.path, body);
        if (status < 400) return;
        expect(bytes).toBeLessThanOrEqual(LARGEST_ERROR);
        if (status === 400) refused++;
      }),
      { numRuns: 150 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});

// What is posted needs bodies of its own kind.
const READ_ENDPOINTS = ENDPOINTS.filter(({ method }) => method === 'GET');

/** Values that are right somewhere, values that are nearly right, and nonsense. */
const VALUES = [
  ...['愛', '開心', '开心', '行:hong4', '說話', '𡃁仔', 'Ａ', '冇', 'oi', 'hoi1 sam', '我,愛', '海:', ':hoi2'],
  ...['33', '3?', '????????', '0,2', '3,', 'true', 'false', '0', '1', '2,1', '100', '9007199254740992', '-1', '1e3'],
  ...['+', '-=', '*', ' ', '', '喜悅,悲傷', '正', '粵,通', 'n,v', 'adj.all', 'all', 'verified', 'curated', 'pos,code'],
  ...['sound', 'similarity', 'char', 'tagged', 'inferred', 'n-l,k-t', '__proto__', 'constructor', 'null', '\u202e愛'],
];
const value = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 12 }) },
);

const request = fc.nat(READ_ENDPOINTS.length - 1).chain((at) => {
  const row = READ_ENDPOINTS[at]!;
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
        const row = READ_ENDPOINTS[at]!;
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
