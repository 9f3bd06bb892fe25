import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { requestParser } from '../../src/http/parse-request.ts';
import { type MeteredService, newClientIp, quotaOf, startMetered } from '../metering/metered-service.ts';
import { watchedStore } from './service.ts';

const word = (text: string) => `/api/lexicon/word/${encodeURIComponent(text)}`;
const QUOTA = ['x-quota-remaining', 'x-quota-limit', 'x-quota-reset', 'x-quota-cost'];

const rhymeClose = (char: string) => `/api/lexicon/workflow/rhyme-close?rhyme_char=${encodeURIComponent(char)}`;

describe('a 304', () => {
  const { store, asked } = watchedStore();
  let metered: MeteredService;
  beforeAll(async () => {
    metered = await startMetered({
      app: { store },
      plans: (plans) => {
        plans.anonymous!.daily_credits = 40;
      },
    });
  });
  afterAll(() => metered.stop());
  const ask = (path: string, tag?: string, from = newClientIp()) =>
    metered.request(path, { from, ...(tag === undefined ? {} : { headers: { 'If-None-Match': tag } }) });

  it.each([
    word('無此詞'),
    '/api/lexicon/category/noun.nothing/words',
    '/api/lexicon/search?cursor=nonsense',
    '/api/lexicon/browse?limit=0',
  ])('is never sent for If-None-Match: * on a missing resource: %s', async (path) => {
    const from = newClientIp();
    const plain = await ask(path, undefined, from);
    const any = await ask(path, '*', from);
    expect(any.status).toBeGreaterThanOrEqual(400);
    expect([any.status, any.body.code, any.headers.get('x-quota-cost')]).toEqual([plain.status, plain.body.code, null]);
    expect((await ask('/api/account', undefined, from)).body.quota.used).toBe(0);
  });

  it('is not said of a word that is not there, though the tag is the one that its card would have', async () => {
    const read = requestParser(false);
    const row = ENDPOINTS.find(({ path }) => path === '/api/lexicon/word/{text}')!;
    const tagOf = (text: string) => read(row, word(text), { text }, 100, undefined).etag('gsmall');
    expect((await ask(word('愛'))).headers.get('etag')).toBe(tagOf('愛'));
    const answer = await ask(word('無此詞'), tagOf('無此詞'));
    expect([answer.status, answer.headers.get('x-quota-cost')]).toEqual([404, null]);
  });

  it.each([
    '/api/lexicon/vocabulary',
    '/api/lexicon/categories',
    '/api/lexicon/sources',
    '/api/lexicon/browse?limit=1',
    '/api/lexicon/search?q=love',
    '/api/lexicon/words?ml=love',
    '/api/lexicon/autocomplete?prefix=hoi',
    '/api/lexicon/workflow/rhyme-close?rhyme_char=%E6%84%9B',
    '/api/lexicon/synonyms?word=%E9%96%8B%E5%BF%83',
    word('開心'),
    '/api/lexicon/category/noun.object/words',
  ])('of %s has the headers of the answer that it stands for, and costs nothing', async (path) => {
    const first = await ask(path);
    expect([path, first.status]).toEqual([path, 200]);
    const etag = first.headers.get('etag')!;
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`]) {
      const again = await ask(path, tag);
      expect([again.status, again.body, again.headers.get('x-quota-cost')]).toEqual([304, '', '0']);
      for (const name of ['vary', 'etag', 'cache-control', 'x-lexicon-generation'])
        expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      expect(again.headers.get('vary')).toContain('Accept-Encoding');
      for (const name of [...QUOTA, 'ratelimit', 'ratelimit-policy'])
        expect([name, again.headers.has(name)]).toEqual([name, first.headers.has(name)]);
      expect(again.headers.has('x-quota-remaining')).toBe(true);
    }
  });

  it.each(['/api/lexicon/vocabulary', word('愛'), '/api/lexicon/search?code=33'])(
    'of %s is sent to callers without credits too',
    async (path) => {
      const from = newClientIp();
      const { headers } = await ask(path, undefined, from);
      for (let at = 0; at < 39; at++) await ask('/api/lexicon/browse?limit=1', undefined, from);
      expect((await ask('/api/lexicon/search?code=3', undefined, from)).body.code).toBe('quota_exhausted');
      const answer = await ask(path, headers.get('etag')!, from);
      expect([answer.status, quotaOf(answer)]).toEqual([304, [0, 0, 40]]);
    },
  );

  it.each([
    [`${rhymeClose('愛')}&limit=3`, 0],
    ['/api/lexicon/browse?limit=2', 0],
    [`${word('快樂')}?relations_limit=0`, 1],
    ['/api/lexicon/category/noun.object/words?limit=2', 1],
  ])('for If-None-Match: * of %s costs %d, as much as it takes work', async (path, cost) => {
    asked.length = 0;
    const answer = await ask(path, '*');
    expect([answer.status, answer.body, answer.headers.get('x-quota-cost')]).toEqual([304, '', String(cost)]);
    expect(asked.length > 0).toBe(cost > 0);
  });

  it('for If-None-Match: * of a page by cursor costs what the page does, as the cursor may be none', async () => {
    const { body } = await ask('/api/lexicon/browse?limit=2');
    const answer = await ask(`/api/lexicon/browse?limit=2&cursor=${body.next_cursor}`, '*');
    expect([answer.status, answer.headers.get('x-quota-cost')]).toEqual([304, '1']);
  });

  it('of the API document varies as the document does', async () => {
    const first = await ask('/openapi.json');
    for (const tag of [first.headers.get('etag')!, '*']) {
      const again = await ask('/openapi.json', tag);
      expect([again.status, again.headers.get('vary')]).toEqual([304, first.headers.get('vary')]);
      expect(again.headers.get('vary')).toContain('Accept-Encoding');
    }
  });
});
