import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LexiconClient } from '../../../client/src/client.ts';
import { type FakeResponse, fakeFetch, problem } from '../../client/fake-fetch.ts';

// Tabs are no concern of these tests, and Node's own channel would keep the process alive.
Object.assign(globalThis, {
  BroadcastChannel: class {
    postMessage() {}
  },
});
const { pageProblem, quota, request, requestsInLastMinute, setApiKey } = await import(
  '../../../console/src/api/lexicon.ts'
);

/** Lets the service answer so, and gives what it is asked. */
function answering(...responses: readonly FakeResponse[]) {
  const { fetch, requests } = fakeFetch(responses);
  Object.assign(globalThis, { fetch });
  return requests;
}

const QUOTA = { 'X-Quota-Limit': '2000', 'X-Quota-Remaining': '1990', 'X-Quota-Reset': '60', 'X-Quota-Cost': '1' };
const complete = (signal?: AbortSignal, quiet = false) =>
  request((client: LexiconClient, options) => client.autocomplete({ prefix: '開' }, options), {
    quiet,
    ...(signal ? { signal } : {}),
  });

beforeEach(() => {
  // Another key is another client, which keeps nothing yet.
  setApiKey(`lex_${Math.random()}`);
  pageProblem.value = null;
  quota.value = null;
});

describe('a request of the page', () => {
  it('answers with what the service says, and notes the credits left', async () => {
    answering({ headers: QUOTA, body: ['開', '開心'] });
    expect(await complete()).toEqual({ kind: 'ok', data: ['開', '開心'] });
    expect(quota.value?.remaining).toBe(1990);
  });

  it.each<[string, FakeResponse]>([
    ['is busy', problem(503, 'backend_unavailable', { 'Retry-After': '0' })],
    ['refuses so many', problem(429, 'rate_limited', { 'Retry-After': '0' })],
    ['is out of reach', new TypeError('fetch failed')],
  ])('is sent once when the service %s: whoever asks decides when to ask again', async (_, response) => {
    const requests = answering(response, { body: ['開'] });
    expect(await complete(undefined, true)).toMatchObject({ kind: 'problem' });
    expect(requests).toHaveLength(1);
    // The caller is quiet about it.
    expect(pageProblem.value).toBeNull();
  });

  it('shows what concerns the whole page until the service answers again', async () => {
    answering(problem(429, 'rate_limited', { 'Retry-After': '7' }), { headers: { 'X-Kept-Answer': 'true' } }, {});
    expect(await complete()).toMatchObject({ problem: { code: 'rate_limited', status: 429, retryAfter: 7 } });
    expect(pageProblem.value).toMatchObject({ code: 'rate_limited', retryAfter: 7 });
    // An answer that the service worker has kept says nothing of the network.
    await complete();
    expect(pageProblem.value).not.toBeNull();
    await complete();
    expect(pageProblem.value).toBeNull();
  });

  it('leaves to its part of the page what concerns that alone', async () => {
    answering(problem(404, 'word_not_found'));
    expect(await complete()).toMatchObject({ kind: 'problem', problem: { code: 'word_not_found' } });
    expect(pageProblem.value).toBeNull();
  });

  it('says nothing when a newer one has taken its place', async () => {
    answering('silence');
    const before = requestsInLastMinute(/autocomplete/);
    const controller = new AbortController();
    const replaced = complete(controller.signal);
    controller.abort();
    expect(await replaced).toEqual({ kind: 'aborted' });
    expect(pageProblem.value).toBeNull();
    // The service has counted it, though.
    expect([requestsInLastMinute(/autocomplete/), requestsInLastMinute(/search/)]).toEqual([before + 1, 0]);
  });
});
