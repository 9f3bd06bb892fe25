import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { BackendError } from '../../src/lexicon/backend-error.ts';
import { endpoint, operation } from '../../src/operations/operation.ts';
import { Problem } from '../../src/problem.ts';
import { errorsOf, startService, type TestService, UNDOCUMENTED } from './service.ts';

/** Endpoints of a test's own, for what those of the lexicon do not do. */
const service_ = { group: 'other', scopes: ['lex_read'], cost: () => ({ credits: 1 }) } as const;
const failing = (path: string, error: unknown) =>
  endpoint(
    'GET',
    path,
    operation({
      id: path,
      ...UNDOCUMENTED,
      request: {},
      response: z.unknown(),
      handle: async () => {
        throw error;
      },
    }),
    service_,
  );
const echo = endpoint(
  'POST',
  '/echo',
  operation({
    id: 'echo',
    ...UNDOCUMENTED,
    response: z.unknown(),
    request: { body: z.strictObject({ text: z.string(), at: z.array(z.strictObject({ n: z.int() })).optional() }) },
    handle: async ({ body }) => body,
  }),
  service_,
);
const slow = endpoint(
  'GET',
  '/slow',
  operation({
    id: 'slow',
    ...UNDOCUMENTED,
    request: {},
    response: z.unknown(),
    handle: () => new Promise(() => undefined),
  }),
  service_,
);

describe('errors', () => {
  let service: TestService;
  beforeAll(async () => {
    const secret = new Error('password hunter2 in /srv/secret');
    service = await startService({
      endpoints: [
        ...ENDPOINTS,
        ...[echo, slow, failing('/broken', secret)],
        failing('/down', new BackendError('unavailable', 'connect ECONNREFUSED 10.0.0.7', { retryAfterSeconds: 7 })),
        failing('/late', new BackendError('timeout', 'no answer')),
        failing('/limited', new Problem('rate_limited', { headers: { 'Retry-After': '12' } })),
      ],
      handlerTimeoutMs: 50,
    });
  });
  afterAll(() => service.stop());
  const get = (path: string, init?: RequestInit) => service.get(path, init);
  const post = (
    body: NonNullable<RequestInit['body']>,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
  ) => service.get('/echo', { method: 'POST', body, headers });

  it('are problem documents with all members', async () => {
    const { status, headers, body } = await get('/api/lexicon/browse?limit=x&code=9', {
      headers: { 'X-Request-Id': 'mine-1' },
    });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-lexicon-generation')).toBe('gsmall');
    const errors = [
      { in: 'query', name: 'code', message: '“9” is not a code: one of 0, 2, 3, 4 for each character' },
      { in: 'query', name: 'limit', message: '“x” is not a whole number of 1 or more' },
    ];
    expect(body).toEqual({
      type: '/problems/invalid_parameter',
      title: 'The request is not as it should be',
      status: 400,
      detail: `2 things are wrong. code: ${errors[0]!.message} · limit: ${errors[1]!.message}`,
      instance: '/api/lexicon/browse',
      code: 'invalid_parameter',
      request_id: 'mine-1',
      errors,
      error_count: 2,
    });
  });

  it('of all kinds in one request are reported together', async () => {
    const answer = await get(
      '/api/lexicon/search?rhyme_chr=x&limit=0&sort=sound&loose_rhyme=true&loose_rhyme=true&pos=n&pos=v&reg=X,%E7%B2%B5',
    );
    expect(errorsOf(answer).sort()).toEqual([
      'query limit: “0” is not a whole number of 1 or more',
      'query loose_rhyme: is given more than once; give it once',
      'query reg: “X” is not one of 粵, 通, 雅',
      'query rhyme_chr: did you mean rhyme_char?',
      'query sort: sound needs a sound to be close to; add near, for example near=海洋',
    ]);
  });

  it('explain their type where it points', async () => {
    const { body } = await get('/problems/quota_exhausted');
    expect(body).toMatchObject({ code: 'quota_exhausted', status: 429 });
    expect((await get('/problems/toString')).status).toBe(404);
  });

  it.each([
    ['/api/lexicon/synonyms', 'query word: is needed; give it a value'],
    ['/api/lexicon/synonyms?word=', 'query word: is empty; give it a value'],
    ['/api/lexicon/search?q=', 'query q: is empty; give a value or leave it out'],
    ['/api/lexicon/search?moves=', 'query moves: is empty; give a value or leave it out'],
    ['/api/lexicon/synonyms?word=a&word=b', 'query word: is given more than once; give it once'],
    ['/api/lexicon/synonyms?word=a%00b', 'query word: holds a NUL character; take it out'],
    [`/api/lexicon/synonyms?word=${'a'.repeat(101)}`, 'query word: has 101 characters; at most 100 are taken'],
    [
      '/api/lexicon/browse?reg=%E7%B2%B5,',
      'query reg: has nothing between two commas, or beside one; take the empty value out',
    ],
    ['/api/lexicon/browse?code[]=33', 'query code[]: did you mean code?'],
    [
      '/api/lexicon/browse?__proto__=1',
      /^query __proto__: is not a parameter of this endpoint, which takes rhyme, code, /,
    ],
    ['/api/lexicon/categories?x=1', 'query x: this endpoint takes no parameters; leave it out'],
    ['/api/lexicon/browse?rhyme=%E0%A4%A', /^query rhyme: is not percent-encoded UTF-8/],
    // A lone surrogate in UTF-8, and an overlong form.
    ['/api/lexicon/browse?rhyme=%ED%A0%80', /^query rhyme: is not percent-encoded UTF-8/],
    ['/api/lexicon/browse?rhyme=%C0%AF', /^query rhyme: is not percent-encoded UTF-8/],
    ['/api/lexicon/word/%E9%96', /^path : the path is not percent-encoded UTF-8/],
    ['/api/lexicon/word/%00', 'path text: holds a NUL character; take it out'],
    ['/api/lexicon/homophones/%0B%10', 'path char: holds a control character; take it out'],
    ['/api/lexicon/word/%20', 'path text: is empty; give it a value'],
  ])('of %s say what to do', async (path, message) => {
    const answer = await get(path);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_parameter']);
    expect(errorsOf(answer)).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
  });

  it('of unknown paths name the nearest one', async () => {
    const typo = await get('/api/lexicon/synonym?word=a');
    expect([typo.status, typo.body.code, typo.body.detail]).toEqual([
      404,
      'not_found',
      'Did you mean /api/lexicon/synonyms?',
    ]);
    expect((await get('/nowhere')).body.detail).toMatch(/^Check the path/);
    expect((await get('/api/lexicon/Browse')).status).toBe(404);
  });

  it('of methods say which are taken', async () => {
    const posted = await get('/api/lexicon/browse', { method: 'POST' });
    expect([posted.status, posted.body.code, posted.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD, OPTIONS',
    ]);
    const fetched = await get('/echo');
    expect([fetched.status, fetched.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await get('/healthz', { method: 'DELETE' })).status).toBe(405);
  });

  it('of long addresses say how long they may be', async () => {
    const { status, body } = await get(`/api/lexicon/browse?rhyme=${'a,'.repeat(4200)}`);
    expect([status, body.code]).toEqual([414, 'uri_too_long']);
    expect(body.detail).toContain('8192');
  });

  describe('of bodies', () => {
    it('do not stop good ones', async () => {
      const answer = await post(JSON.stringify({ text: ' 你好 ' }));
      expect([answer.status, answer.body]).toEqual([200, { text: ' 你好 ' }]);
      const charset = await post('{"text":"a"}', { 'Content-Type': 'application/json; charset=UTF-8' });
      expect(charset.status).toBe(200);
    });

    it.each([
      ['text/plain', 415],
      ['application/json; charset=big5', 415],
      ['application/x-www-form-urlencoded', 415],
    ])('refuse the type %s', async (type, status) => {
      const answer = await post('{"text":"a"}', { 'Content-Type': type });
      expect([answer.status, answer.body.code]).toEqual([status, 'unsupported_media_type']);
    });

    it.each([
      ['', 'body : the body is empty; send a JSON object'],
      ['{"text":', 'body : the body is not JSON; check its quotes, commas and brackets'],
      [new Uint8Array([0x22, 0xff, 0x22]), 'body : the body is not UTF-8; encode it so'],
      ['{"text":"a","txt":1}', 'body txt: did you mean text?'],
      ['{"text":"a","__proto__":1}', 'body __proto__: is not a field that is read here; take it out'],
      ['{"text":"a","at":[{"n":1},{"n":1.5}]}', 'body at.1.n: is not a whole number; send one'],
    ])('say what is wrong with %j', async (body, message) => {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(errorsOf(answer)).toEqual([message]);
    });

    it('never quote what was sent', async () => {
      const { body } = await post('{"text": 我的秘密歌詞 }');
      expect(JSON.stringify(body)).not.toContain('秘密');
    });

    it('refuse what is too large, compressed or not', async () => {
      const large = await post(JSON.stringify({ text: 'a'.repeat(200_000) }));
      expect([large.status, large.body.code]).toEqual([413, 'payload_too_large']);
      const { gzipSync } = await import('node:zlib');
      const bomb = await post(new Uint8Array(gzipSync(JSON.stringify({ text: 'a'.repeat(5_000_000) }))), {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      });
      expect(bomb.status).toBe(413);
      const odd = await post('{"text":"a"}', { 'Content-Type': 'application/json', 'Content-Encoding': 'zstandard' });
      expect(odd.status).toBe(415);
    });

    it('survive deep nesting', async () => {
      expect((await post('['.repeat(60_000))).status).toBe(400);
      expect((await post('{"text":' + '['.repeat(50_000) + ']'.repeat(50_000) + '}')).status).toBe(400);
    });
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
    const stuck = await get('/slow');
    expect([stuck.status, stuck.body.code]).toEqual([504, 'backend_timeout']);
    const limited = await get('/limited');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '12']);
  });

  it('of keys are a 401, never a fall back to anonymous', async () => {
    const { status, headers, body } = await get('/api/lexicon/browse', {
      headers: { Authorization: 'Bearer lex_x_y' },
    });
    expect([status, body.code]).toEqual([401, 'invalid_key']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
  });
});
