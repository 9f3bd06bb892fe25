import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '../../client/src/client.ts';
import { startMetered } from '../metering/metered-service.ts';
import { type FakeResponse, fakeFetch, problem } from './fake-fetch.ts';

const baseUrl = 'http://lexicon.example';
const PAGE = { total: 1, limit: 50, offset: 0, next_cursor: null, words: [{ char: '愛' }] };
const response = (etag: string, control = 'private, no-cache', generation = 'g1'): FakeResponse => ({
  headers: { ETag: etag, 'Cache-Control': control, 'X-Lexicon-Generation': generation },
  body: PAGE,
});
const unchanged: FakeResponse = {
  status: 304,
  headers: { ETag: 'W/"a"', 'Cache-Control': 'private, no-cache', 'X-Lexicon-Generation': 'g1' },
};
const sentEtags = (requests: readonly { init: RequestInit }[]) =>
  requests.map(({ init }) => (init.headers as Record<string, string>)['If-None-Match']);

afterEach(() => {
  jest.useRealTimers();
});

describe('answers that the client keeps', () => {
  it('are asked for with their ETag, and given again at a 304', async () => {
    const { fetch, requests } = fakeFetch([response('W/"a"'), unchanged, unchanged]);
    const client = createClient({ baseUrl, fetch });
    const first = await client.search({ code: '3' });
    // What a caller does to its answer is no concern of the next one.
    first.words.length = 0;
    const statuses: number[] = [];
    const onResponse = ({ status }: { status: number }) => statuses.push(status);
    for (let i = 0; i < 2; i++) expect(await client.search({ code: '3' }, { onResponse })).toEqual(PAGE);
    expect(sentEtags(requests)).toEqual([undefined, 'W/"a"', 'W/"a"']);
    expect(statuses).toEqual([304, 304]);
  });

  it('are given again without a request for as long as max-age says', async () => {
    jest.useFakeTimers({ now: 0, doNotFake: ['setTimeout', 'nextTick', 'queueMicrotask'] });
    const { fetch, requests } = fakeFetch([response('W/"a"', 'private, max-age=60'), unchanged]);
    const client = createClient({ baseUrl, fetch });
    await client.search({ code: '3' });
    jest.setSystemTime(59_999);
    expect(await client.search({ code: '3' })).toEqual(PAGE);
    expect(requests).toHaveLength(1);
    jest.setSystemTime(60_000);
    expect(await client.search({ code: '3' })).toEqual(PAGE);
    expect(requests).toHaveLength(2);
  });

  it('are no longer given once there is another lexicon', async () => {
    const fresh = (generation: string) => response('W/"a"', 'private, max-age=60', generation);
    const other = fakeFetch([fresh('g1'), fresh('g2'), fresh('g2')]);
    const client = createClient({ baseUrl, fetch: other.fetch });
    for (const code of ['3', '4', '3']) await client.search({ code });
    expect(other.requests).toHaveLength(3);

    const expired = fakeFetch([fresh('g1'), problem(410, 'cursor_expired'), fresh('g1')]);
    const walker = createClient({ baseUrl, fetch: expired.fetch });
    await walker.search({ code: '3' });
    await expect(walker.search({ cursor: 'c1' })).rejects.toMatchObject({ code: 'cursor_expired' });
    await walker.search({ code: '3' });
    expect(expired.requests).toHaveLength(3);
  });

  it('take up no more room than they may: the one that was used longest ago goes', async () => {
    const size = JSON.stringify(PAGE).length;
    const { fetch, requests } = fakeFetch([
      ...['a', 'b'].map((tag) => response(`W/"${tag}"`)),
      unchanged,
      ...['c', 'b', 'a'].map((tag) => response(`W/"${tag}"`)),
    ]);
    const client = createClient({ baseUrl, fetch, keep: 2 * size });
    for (const code of ['3', '4', '3', '2', '4', '3']) await client.search({ code });
    expect(sentEtags(requests)).toEqual([undefined, undefined, 'W/"a"', undefined, undefined, undefined]);
    const none = fakeFetch([response('W/"a"'), response('W/"a"')]);
    const keepsNone = createClient({ baseUrl, fetch: none.fetch, keep: 0 });
    for (let i = 0; i < 2; i++) await keepsNone.search({ code: '3' });
    expect(sentEtags(none.requests)).toEqual([undefined, undefined]);
  });

  it('are confirmed by the service itself', async () => {
    const metered = await startMetered();
    try {
      // The service's own answers are seen by their status; freshness is left out, so that each call is a request.
      const client = createClient({
        baseUrl: metered.service.url,
        fetch: async (url, init) => {
          const { status, headers, body } = await fetch(url, init);
          const withoutAge = new Headers(headers);
          withoutAge.set('Cache-Control', 'private, no-cache');
          return new Response(body, { status, headers: withoutAge });
        },
      });
      const statuses: number[] = [];
      const ask = () => client.browse({ limit: 5 }, { onResponse: ({ status }) => statuses.push(status) });
      expect(await ask()).toEqual(await ask());
      expect(statuses).toEqual([200, 304]);
    } finally {
      await metered.stop();
    }
  });
});
