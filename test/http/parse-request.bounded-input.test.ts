import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { errorsOf, startService, type TestService } from './service.ts';

const ANNOTATE = '/api/lexicon/annotate';
const FIX_CONTOUR = '/api/lexicon/workflow/fix-contour';
const CHECK = '/api/lexicon/workflow/check';

const LARGEST_ERROR = 64 * 1024;

describe('input', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

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

  // One fault alone: had the items been looked at, there would be one or more for each.
  it.each([
    [ANNOTATE, { text: 'a', readings: empty(43_600) }, 'readings: has 43600 items; at most 1000'],
    [ANNOTATE, { text: 'a', readings: empty(1001) }, 'readings: has 1001 items; at most 1000'],
    [FIX_CONTOUR, { line: '我', moves: '', readings: empty(43_000) }, 'readings: has 43000 items; at most 200'],
    [FIX_CONTOUR, { line: '我', melody: Array(40_000).fill('') }, 'melody: has 40000 items; at most 200'],
    [FIX_CONTOUR, { line: '我', melody: Array(201).fill('x') }, 'melody: has 201 items; at most 200'],
    [CHECK, { lines: empty(40_000) }, 'lines: has 40000 items; at most 200'],
    [
      CHECK,
      { lines: empty(200).map(() => ({ line: '我', moves: '', readings: empty(200) })) },
      'lines: have 40000 readings together; at most 1000',
    ],
    [
      CHECK,
      { lines: empty(200).map(() => ({ line: '我', melody: Array(140).fill('') })) },
      'lines: have 28000 notes together; at most 5000',
    ],
    [
      CHECK,
      { lines: empty(50).map(() => ({ line: '我'.repeat(101), moves: 'x' })) },
      'lines: have 5050 characters together; at most 5000',
    ],
  ])('of %s: too long a list is refused for its length alone', async (path, body, fault) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error_count).toBe(1);
    expect(errorsOf(answer)).toEqual([expect.stringContaining(`body ${fault}`)]);
    expect(answer.bytes).toBeLessThan(2000);
  });

  it('says in the API document how long a list may be', async () => {
    const { body: document } = await service.get('/openapi.json');
    const properties = (path: string) =>
      document.paths[path].post.requestBody.content['application/json'].schema.properties;
    const bounds = [
      properties(ANNOTATE).readings.maxItems,
      properties(FIX_CONTOUR).readings.maxItems,
      properties(FIX_CONTOUR).melody.maxItems,
      properties(FIX_CONTOUR).moves.maxLength,
      properties(CHECK).lines.maxItems,
      properties(CHECK).lines.items.properties.readings.maxItems,
    ];
    expect(bounds).toEqual([1000, 200, 200, 200, 200, 200]);
  });

  it('lists twenty faults and says how many there are', async () => {
    const answer = await post(ANNOTATE, { text: 'a', readings: empty(900) });
    expect(answer.body.errors).toHaveLength(20);
    expect(answer.body.error_count).toBe(2700);
    expect(answer.body.detail).toMatch(/^2700 things are wrong\. The first 20: readings\.0\.line: /);
    expect(answer.bytes).toBeLessThan(LARGEST_ERROR);
  });

  it.each([
    [
      'unknown names',
      Array.from({ length: 2700 }, (_, i) => i.toString(36))
        .join('&')
        .slice(0, 8000),
      /^\d{4} things/,
    ],
    ['values that are no UTF-8', Array(1500).fill('q=%FF').join('&').slice(0, 8000), /^1333 things/],
    ['one name of 8,000 characters', 'x'.repeat(8000), /^x{40}…: /],
    ['a value of 8,000 characters', `limit=${'x'.repeat(8000)}`, /^limit: has 8000 characters; at most 100 are taken$/],
    ['a list of 4,000 values', `reg=${'x,'.repeat(4000)}`, /^reg: has 4001 values; at most 100 are taken$/],
  ])('of a query with %s is answered by a small error', async (_, search, detail) => {
    const answer = await ask(`/api/lexicon/search?${search}`);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(detail);
    expect(answer.body.errors.length).toBeLessThanOrEqual(20);
    expect(answer.body.error_count).toBeGreaterThanOrEqual(answer.body.errors.length);
    expect(answer.bytes).toBeLessThan(LARGEST_ERROR);
  });

  it('counts 20,000 fields that are not read, and shows none of them whole', async () => {
    const fields = Object.fromEntries(empty(12_000).map((_, i) => [`f${i}`, 0]));
    const answer = await post(ANNOTATE, { text: 'a', ...fields, ['y'.repeat(5000)]: 0 });
    expect(answer.body.error_count).toBe(12_001);
    expect(answer.bytes).toBeLessThan(LARGEST_ERROR);
  });

  describe('is measured before it is normalised', () => {
    const marks = (count: number) => '\u0301\u0323'.repeat(count / 2);
    // e and its accent are one character when they are normalised, and two as they are sent.
    const decomposed = 'e\u0301';

    it.each([
      [ANNOTATE, { text: marks(40_000) }, 'text: has 40000 characters'],
      [ANNOTATE, { text: decomposed.repeat(2501) }, 'text: has 5002 characters'],
      [FIX_CONTOUR, { line: decomposed.repeat(101), moves: '' }, 'line: has 202 characters'],
    ])('by %s', async (path, body, fault) => {
      const answer = await post(path, body);
      expect([answer.status, answer.body.error_count]).toEqual([400, 1]);
      expect(errorsOf(answer)[0]).toContain(`body ${fault}`);
    });

    it.each(['word', 'q', 'prefix'])('by the parameter %s', async (name) => {
      const path = { word: 'synonyms', q: 'search', prefix: 'autocomplete' }[name];
      const answer = await ask(`/api/lexicon/${path}?${name}=${encodeURIComponent(decomposed.repeat(51))}`);
      expect(errorsOf(answer)).toEqual([`query ${name}: has 102 characters; at most 100 are taken`]);
    });
  });

  describe('with a long run of combining marks is refused', () => {
    const run = (count: number) => 'a' + '\u0301\u0323'.repeat(count).slice(0, count);
    const REFUSED = 'holds more than 30 combining marks side by side; take some out';

    it.each([
      [ANNOTATE, (text: string) => ({ text })],
      [FIX_CONTOUR, (line: string) => ({ line, moves: '' })],
    ])('by %s', async (path, bodyOf) => {
      expect(errorsOf(await post(path, bodyOf(run(31))))).toEqual([expect.stringContaining(REFUSED)]);
      expect(JSON.stringify((await post(path, bodyOf(run(30)))).body)).not.toContain('combining');
    });

    it('in a query and in a path', async () => {
      const text = encodeURIComponent(run(31));
      expect(errorsOf(await ask(`/api/lexicon/search?contains=${text}`))).toEqual([`query contains: ${REFUSED}`]);
      expect(errorsOf(await ask(`/api/lexicon/word/${text}`))).toEqual([`path text: ${REFUSED}`]);
      expect((await ask(`/api/lexicon/search?contains=${encodeURIComponent(run(30))}`)).status).toBe(200);
    });
  });

  it('that is wrong in any way is answered by at most 64 KB', async () => {
    const posts = ENDPOINTS.filter(({ method }) => method === 'POST');
    const fields = [
      'text',
      'line',
      'lines',
      'moves',
      'melody',
      'readings',
      'word',
      'field',
      'suggestion',
      'note',
      'jyutping',
    ];
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
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(200);
  }, 120_000);
});
