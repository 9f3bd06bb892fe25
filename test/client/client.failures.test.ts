import { describe, expect, it } from '@jest/globals';
import { createClient, LexiconError } from '../../client/src/client.ts';
import { withRetries } from '../../client/src/retry.ts';
import { until } from '../support/until.ts';
import { clientOf, problem } from './fake-fetch.ts';

const PAGE = { body: { total: 0, limit: 50, offset: 0, next_cursor: null, words: [] } };
const unreachable = () => new TypeError('fetch failed');

describe('a failed call', () => {
  it('is an error with the code, the text and the whole problem of the service', async () => {
    const { client, requests } = clientOf([problem(404, 'word_not_found')]);
    const error = await client.word({ text: '甲' }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(LexiconError);
    expect(error).toMatchObject({ code: 'word_not_found', status: 404, message: 'detail of word_not_found' });
    expect(error.problem.request_id).toBe('r1');
    expect(requests).toHaveLength(1);
  });

  it('tells a proxy response from a service response', async () => {
    const html = { status: 502, headers: { 'Content-Type': 'text/html' }, body: '<p>' };
    await expect(clientOf([html]).client.categories()).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 502,
    });
    const page = { fetch: async () => new Response('<p>', { status: 200 }) };
    const client = createClient({ baseUrl: 'http://lexicon.example', ...page });
    await expect(client.categories()).rejects.toMatchObject({ code: 'unexpected_answer' });
  });

  it('is retried when Retry-After is within maxDelay', async () => {
    const { client, requests } = clientOf([problem(503, 'backend_unavailable', { 'Retry-After': '0' }), PAGE]);
    expect(await client.search({ code: '33' })).toEqual(PAGE.body);
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('http://lexicon.example/api/lexicon/search?code=33'));
  });

  it('is not retried when Retry-After exceeds maxDelay', async () => {
    const { client, requests } = clientOf([problem(429, 'quota_exhausted', { 'Retry-After': '50400' })]);
    await expect(client.search()).rejects.toMatchObject({ code: 'quota_exhausted', retryAfter: 50_400 });
    expect(requests).toHaveLength(1);
  });

  it('is not retried for non-retryable errors or retries: 0', async () => {
    const wrong = clientOf([problem(400, 'invalid_parameter')]);
    await expect(wrong.client.search()).rejects.toMatchObject({ code: 'invalid_parameter' });
    const once = clientOf([unreachable()], { retries: 0 });
    await expect(once.client.search()).rejects.toMatchObject({ code: 'network_failed', status: undefined });
    expect([wrong.requests.length, once.requests.length]).toEqual([1, 1]);
  });

  it('of autocomplete is not retried unless the call or the client says so, and tells how long to wait', async () => {
    const limited = problem(429, 'rate_limited', { 'Retry-After': '0' });
    const found = { body: ['愛'] };
    const once = clientOf([limited, found]);
    await expect(once.client.autocomplete({ prefix: '愛' })).rejects.toMatchObject({ status: 429, retryAfter: 0 });
    expect(once.requests).toHaveLength(1);
    const asked = clientOf([limited, found]);
    expect(await asked.client.autocomplete({ prefix: '愛' }, { retries: 1 })).toEqual(['愛']);
    const configured = clientOf([limited, found], { retries: 1 });
    expect(await configured.client.autocomplete({ prefix: '愛' })).toEqual(['愛']);
  });

  it('ends with its own code when no answer comes in time', async () => {
    const { client } = clientOf(['silence'], { timeout: 5 });
    await expect(client.search()).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('ends with the reason of a signal, during an attempt and between two', async () => {
    const during = new AbortController();
    const first = clientOf(['silence']).client.search({}, { signal: during.signal });
    during.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    const between = new AbortController();
    const { client, requests } = clientOf([problem(429, 'rate_limited', { 'Retry-After': '20' })]);
    const second = client.search({}, { signal: between.signal });
    await until(() => requests.length === 1);
    between.abort(new Error('no more'));
    await expect(second).rejects.toThrow('no more');
    expect(requests).toHaveLength(1);
  });
});

describe('delays between attempts', () => {
  const waits = async (errors: readonly unknown[], random: number) => {
    const waited: number[] = [];
    let attempts = 0;
    const attempt = async () => {
      if (attempts < errors.length) throw errors[attempts++];
      return 'done';
    };
    const wait = async (milliseconds: number) => void waited.push(milliseconds);
    const options = { retries: 3, maxDelay: 30_000, signal: undefined, wait, random: () => random };
    return { result: await withRetries(attempt, options).catch((error) => error), waited };
  };
  const network = new LexiconError('network_failed', '');
  const busy = new LexiconError('rate_limited', '', { status: 429, retryAfter: 7 });

  it('double from half a second, and are between half of that and the whole', async () => {
    expect(await waits([network, network, network], 0)).toEqual({ result: 'done', waited: [250, 500, 1000] });
    expect((await waits([network, network, network], 1)).waited).toEqual([500, 1000, 2000]);
  });

  it('are those that the service asks for, and up to half a second more', async () => {
    expect((await waits([busy], 0)).waited).toEqual([7000]);
    expect((await waits([busy], 1)).waited).toEqual([7500]);
  });

  it('end after the last attempt', async () => {
    expect(await waits([network, network, network, network], 0)).toMatchObject({ result: network });
  });
});
