import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AnswerInfo, createClient, type LexiconClient } from '../../client/src/client.ts';
import { entryLines } from '../contract/small-lexicon.ts';
import { startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';
import { clientOf, type FakeResponse, problem } from './fake-fetch.ts';

describe('the client, at the service over the small lexicon', () => {
  const metered = forTests(() => startMetered());
  let client: LexiconClient;
  beforeAll(() => {
    client = createClient({ baseUrl: metered.service.url });
  });

  it('calls with parameters in the path, in the query and in the body', async () => {
    const card = await client.word({ text: '開心', relations_limit: 1 });
    expect([card.char, card.readings[0]!.jyutping, card.synonyms.length]).toEqual(['開心', 'hoi1 sam1', 1]);
    expect(await client.autocomplete({ prefix: '海' })).toEqual(['海', '海洋']);
    const { lines } = await client.annotate({ text: '開心' });
    expect(lines[0]!.code).toBe('33');
    expect((await client.categories()).categories.map(({ name }) => name)).toContain('noun.plant');
  });

  it.each(['.', '..', 'a/b'])('asks for the word %s and not for another path', async (text) => {
    await expect(client.word({ text })).rejects.toMatchObject({ code: 'word_not_found' });
  });

  it('takes lists, single values and URL-reserved characters', async () => {
    const { words } = await client.search({ length: [1], contains: '海' });
    expect(words.map(({ char }) => char)).toEqual(['海']);
    const both = await client.search({ code: ['3', '33'] });
    const one = await client.search({ code: '3' });
    expect(both.total).toBeGreaterThan(one.total);
    // A plus that were not escaped would be a space.
    expect((await client.search({ moves: '+', limit: 1 })).words).toHaveLength(1);
  });

  it('walks through every page by cursor, each word once and in order', async () => {
    const { words, total } = await client.browse({ limit: 100 });
    expect([words.length, total]).toEqual([entryLines().length, entryLines().length]);
    const walked: string[] = [];
    for await (const { char } of client.browse.all({ limit: 10 })) walked.push(char);
    expect(walked).toEqual(words.map(({ char }) => char));
    const sizes: number[] = [];
    for await (const page of client.browse.pages({ limit: 10 })) sizes.push(page.words.length);
    expect(sizes).toEqual([10, 10, 10, entryLines().length - 30]);
  });

  it('follows hints to what they promise, and to no other path', async () => {
    const { hints = [] } = await client.browse({ rhyme: '愛' });
    expect((await client.follow(hints[0]!)).total).toBe(hints[0]!.try.total);
    const { hints: ways = [] } = await client.synonyms({ word: '開心', rhyme_char: '我' });
    expect(await client.follow(ways[0]!)).toMatchObject({ word: '開心', total: ways[0]!.try.total });
    const elsewhere = { try: { path: '/elsewhere', params: {}, total: 1 } };
    await expect(client.follow(elsewhere)).rejects.toThrow('no operation has the path /elsewhere');
  });

  it('walks through relations by offset', async () => {
    const { words, total } = await client.synonyms({ word: '開心' });
    expect(total).toBeGreaterThan(1);
    const walked: string[] = [];
    for await (const { char } of client.synonyms.all({ word: '開心', limit: 1 })) walked.push(char);
    expect(walked).toEqual(words.map(({ char }) => char));
  });

  it('reports the quota of each response and keeps the latest', async () => {
    const { key, record } = await metered.issue({ plan: 'free' });
    const keyedClient = createClient({ baseUrl: metered.service.url, key });
    expect(keyedClient.quota).toBeUndefined();
    const infos: AnswerInfo[] = [];
    await keyedClient.search({ limit: 1 }, { onResponse: (info) => infos.push(info) });
    expect(infos).toEqual([expect.objectContaining({ status: 200, generation: 'gsmall' })]);
    expect(keyedClient.quota).toMatchObject({ limit: 20_000, remaining: 19_999, cost: 1 });
    await keyedClient.rhymeClose({ rhyme_char: '愛' });
    expect(keyedClient.quota).toMatchObject({ remaining: 19_994, cost: 5 });
    expect((await keyedClient.account()).key?.id).toBe(record.id);
    expect((await keyedClient.usage({ days: 1 })).days[0]!.credits).toBe(6);
  });

  it('says what a wrong parameter should be', async () => {
    // @ts-expect-error there is no such parameter
    const error = await client.search({ rhyme_chr: '愛' }).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_parameter', message: 'rhyme_chr: did you mean rhyme_char?' });
  });
});

describe('iterating while the lexicon generation changes', () => {
  const page = (chars: string, next: string | null) => ({
    body: { total: 4, limit: 2, offset: 0, next_cursor: next, words: [...chars].map((char) => ({ char })) },
  });
  const walk = async (onExpired?: 'throw' | 'restart') => {
    const expired = problem(410, 'cursor_expired');
    const { client, requests } = clientOf([page('甲乙', 'c1'), expired, page('丙甲', 'c2'), page('乙丁', null)]);
    const chars: string[] = [];
    const options = onExpired ? { onExpired } : {};
    try {
      for await (const { char } of client.search.all({ limit: 2, offset: 0 }, options)) chars.push(char);
    } catch (error) {
      return { chars, code: (error as { code: string }).code };
    }
    return { chars, requests: requests.map(({ url }) => url.split('?')[1]) };
  };

  it('ends with cursor_expired unless told otherwise', async () => {
    expect(await walk()).toEqual({ chars: ['甲', '乙'], code: 'cursor_expired' });
  });

  it('restarts with onExpired: restart and yields no word twice', async () => {
    expect(await walk('restart')).toEqual({
      chars: ['甲', '乙', '丙', '丁'],
      requests: ['limit=2&offset=0', 'limit=2&cursor=c1', 'limit=2&offset=0', 'limit=2&cursor=c2'],
    });
  });
});

describe('a call that waits before it is sent', () => {
  const page = { total: 1, limit: 50, offset: 0, next_cursor: 'c1', words: [{ char: '愛' }] };
  /** Longer than any test: nothing that waits so long is sent. */
  const debounce = 3_600_000;

  it('sends nothing when it is aborted meanwhile', async () => {
    const { client, requests } = clientOf([]);
    const controller = new AbortController();
    const call = client.search({ code: '3' }, { signal: controller.signal, debounce });
    controller.abort(new Error('another search'));
    await expect(call).rejects.toThrow('another search');
    expect(requests).toHaveLength(0);
  });

  it('sends only the last of calls of one operation in quick succession', async () => {
    const { client, requests } = clientOf([{ body: page }, { body: page }]);
    jest.useFakeTimers();
    const first = client.search({ code: '3' }, { debounce }).catch((error: unknown) => error);
    const other = client.browse({ code: '3' }, { debounce });
    const last = client.search({ code: '33' }, { debounce });
    await jest.advanceTimersByTimeAsync(debounce);
    expect(await first).toMatchObject({ name: 'AbortError' });
    expect([await other, await last]).toEqual([page, page]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?code=3', '?code=33']);
  });

  it('is refused before it is sent where its path would be that of another', async () => {
    const { client, requests } = clientOf([]);
    await expect(client.word({ text: ' ' })).rejects.toThrow('text is empty: give a word or a name');
    expect(requests).toHaveLength(0);
  });

  it('does not wait for an answer that is kept', async () => {
    const headers = { ETag: 'W/"a"', 'Cache-Control': 'private, max-age=3600' };
    const { client, requests } = clientOf([{ headers, body: page }]);
    await client.search({ code: '3' });
    expect(await client.search({ code: '3' }, { debounce })).toEqual(page);
    expect(requests).toHaveLength(1);
  });

  it('waits before the first of several pages alone', async () => {
    const { client } = clientOf([{ body: page }, { body: { ...page, next_cursor: null } }]);
    jest.useFakeTimers();
    const walk = client.search.pages({ code: '3' }, { debounce });
    const first = walk.next();
    await jest.advanceTimersByTimeAsync(debounce);
    expect((await first).value).toEqual(page);
    expect((await walk.next()).value).toMatchObject({ next_cursor: null });
  });
});

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
    const { client, requests } = clientOf([response('W/"a"'), unchanged, unchanged]);
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
    const { client, requests } = clientOf([response('W/"a"', 'private, max-age=60'), unchanged]);
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
    const other = clientOf([fresh('g1'), fresh('g2'), fresh('g2')]);
    for (const code of ['3', '4', '3']) await other.client.search({ code });
    expect(other.requests).toHaveLength(3);

    const { client, requests } = clientOf([fresh('g1'), problem(410, 'cursor_expired'), fresh('g1')]);
    await client.search({ code: '3' });
    await expect(client.search({ cursor: 'c1' })).rejects.toMatchObject({ code: 'cursor_expired' });
    await client.search({ code: '3' });
    expect(requests).toHaveLength(3);
  });

  it('take up no more room than they may: the one that was used longest ago goes', async () => {
    const size = JSON.stringify(PAGE).length;
    const tagged = (...tags: string[]) => tags.map((tag) => response(`W/"${tag}"`));
    const { client, requests } = clientOf([...tagged('a', 'b'), unchanged, ...tagged('c', 'b', 'a')], {
      keep: 2 * size,
    });
    for (const code of ['3', '4', '3', '2', '4', '3']) await client.search({ code });
    expect(sentEtags(requests)).toEqual([undefined, undefined, 'W/"a"', undefined, undefined, undefined]);
    const none = clientOf(tagged('a', 'a'), { keep: 0 });
    for (let i = 0; i < 2; i++) await none.client.search({ code: '3' });
    expect(sentEtags(none.requests)).toEqual([undefined, undefined]);
  });

  it('are confirmed by the service itself', async () => {
    await using metered = await startMetered();
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
  });
});
