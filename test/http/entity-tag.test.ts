import { describe, expect, it, jest } from '@jest/globals';
import { weakEtag } from '../../src/http/send.ts';
import { newClientIp, quotaOf, startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';
import { startService, watchedStore } from './service.ts';

const word = (text: string) => `/api/lexicon/word/${encodeURIComponent(text)}`;

/** Tags of a service that is begun. */
async function tagsOf(start: typeof startService): Promise<(string | null)[]> {
  const service = await start();
  const paths = ['/api/lexicon/browse?limit=1', '/api/lexicon/vocabulary', '/readings.txt'];
  const responses = await Promise.all(paths.map((path) => service.get(path)));
  await service.stop();
  return responses.map(({ headers }) => headers.get('etag'));
}

describe('an entity tag', () => {
  it('is another one in another version of the program, of the same generation', async () => {
    const [first, again] = [await tagsOf(startService), await tagsOf(startService)];
    expect(again).toEqual(first);
    jest.resetModules();
    jest.unstable_mockModule('../../src/version.ts', () => ({ VERSION: '99.0.1' }));
    const next = await tagsOf((await import('./service.ts')).startService);
    for (const [index, tag] of next.entries()) {
      expect(tag).toMatch(/^W\/"gsmall-[\w-]{16}"$/);
      expect(tag).not.toBe(first[index]);
    }
  });
});

describe('a 304', () => {
  const { store, asked } = watchedStore();
  const plans = (plans: Record<string, object>) => Object.assign(plans.anonymous!, { daily_credits: 10 });
  const metered = forTests(() => startMetered({ app: { store }, plans }));
  const ask = (path: string, tag?: string, from = newClientIp()) =>
    metered.request(path, { from, ...(tag === undefined ? {} : { headers: { 'If-None-Match': tag } }) });

  it('is not said of a word that is not there, though the tag is the one that its card would have', async () => {
    const tagOf = (text: string) => weakEtag('gsmall', `100 ${word(text)}?`);
    expect((await ask(word('愛'))).headers.get('etag')).toBe(tagOf('愛'));
    const answer = await ask(word('無此詞'), tagOf('無此詞'));
    expect([answer.status, answer.headers.get('x-quota-cost')]).toEqual([404, null]);
  });

  it.each(['/api/lexicon/vocabulary', word('開心')])('of %s costs nothing, and says so', async (path) => {
    const first = await ask(path);
    const etag = first.headers.get('etag')!;
    for (const tag of [etag, etag.slice(2)]) {
      const again = await ask(path, tag);
      expect([again.status, again.body, again.headers.get('x-quota-cost')]).toEqual([304, '', '0']);
      for (const name of ['x-quota-remaining', 'x-quota-limit', 'x-quota-reset', 'ratelimit', 'ratelimit-policy'])
        expect([name, again.headers.has(name)]).toEqual([name, true]);
    }
  });

  it.each(['/api/lexicon/vocabulary', word('愛'), '/api/lexicon/search?code=33'])(
    'of %s is sent to callers without credits too',
    async (path) => {
      const from = newClientIp();
      const { headers } = await ask(path, undefined, from);
      for (let at = 0; at < 9; at++) await ask('/api/lexicon/browse?limit=1', undefined, from);
      expect((await ask('/api/lexicon/search?code=3', undefined, from)).body.code).toBe('quota_exhausted');
      const answer = await ask(path, headers.get('etag')!, from);
      expect([answer.status, quotaOf(answer)]).toEqual([304, [0, 0, 10]]);
    },
  );

  it.each([
    ['/api/lexicon/workflow/rhyme-close?rhyme_char=%E6%84%9B&limit=3', 0],
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
});
