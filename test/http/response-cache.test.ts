import { describe, expect, it } from '@jest/globals';
import { ANONYMOUS, type Cost, type Meter } from '../../src/metering/meter-port.ts';
import { forTests } from '../support/for-tests.ts';
import { startService, watchedStore } from './service.ts';

const BROWSE = '/api/lexicon/browse?pos=v&limit=3';

describe('cached responses', () => {
  const { store, asked: pages, change } = watchedStore();
  const charged: Cost[] = [];
  const meter: Meter = {
    async admit({ authorization }) {
      const maxLimit = authorization === undefined ? 100 : 2;
      return {
        caller: { ...ANONYMOUS, plan: { name: 'any', maxLimit } },
        async charge(cost) {
          charged.push(cost);
          return { 'X-Quota-Cost': String(cost.credits) };
        },
      };
    },
  };
  const service = forTests(() => startService({ store, meter }));
  const asked = async (path: string, headers: Record<string, string> = {}) => {
    pages.length = 0;
    charged.length = 0;
    const answer = await service.get(path, { headers });
    return { ...answer, pages: [...pages], charged: [...charged] };
  };

  it('equal the first response, cost the same, and do not query the store', async () => {
    const first = await asked(BROWSE);
    const second = await asked(BROWSE);
    expect([first.pages, second.pages]).toEqual([['page'], []]);
    expect(second.body).toEqual(first.body);
    expect(second.body.words).toHaveLength(3);
    expect([first.charged, second.charged]).toEqual([[{ credits: 1 }], [{ credits: 1 }]]);
    expect(second.headers.get('link')).toBe(first.headers.get('link'));
  });

  it('serve the same query in another order, with links in the order that was asked for', async () => {
    const turned = await asked('/api/lexicon/browse?limit=3&pos=v');
    expect([turned.status, turned.pages]).toEqual([200, []]);
    expect(turned.headers.get('link')).toBe('</api/lexicon/browse?limit=3&pos=v&offset=3>; rel="next"');
  });

  it('are not those of another plan, of another query, or of another endpoint', async () => {
    const small = await asked(BROWSE, { Authorization: 'Bearer k' });
    expect([small.pages, small.body.limit, small.body.words.length]).toEqual([['page'], 2, 2]);
    expect((await asked('/api/lexicon/browse?pos=n&limit=3')).pages).toEqual(['page']);
    expect((await asked('/api/lexicon/search?pos=v&limit=3')).pages).toEqual(['page']);
  });

  it('match an ETag before any work, for nothing', async () => {
    const tag = (await asked(BROWSE)).headers.get('etag')!;
    const again = await asked(BROWSE, { 'If-None-Match': tag });
    expect([again.status, again.body, again.pages, again.charged]).toEqual([304, '', [], [{ credits: 0 }]]);
  });

  it('are dropped with their generation', async () => {
    const before = await asked(BROWSE);
    change('gtwo');
    const after = await asked(BROWSE, { 'If-None-Match': before.headers.get('etag')! });
    expect([after.status, after.pages, after.headers.get('x-lexicon-generation')]).toEqual([200, ['page'], 'gtwo']);
  });
});

describe('a service without a response cache', () => {
  it('queries the store each time', async () => {
    const { store, asked: pages } = watchedStore();
    await using service = await startService({ store, cacheBytes: 0 });
    await service.get(BROWSE);
    await service.get(BROWSE);
    expect(pages).toEqual(['page', 'page']);
  });
});
