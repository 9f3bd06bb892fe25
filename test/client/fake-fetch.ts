import { type ClientOptions, createClient } from '../../client/src/client.ts';

/** One answer of the fake service, or what `fetch` throws. */
export type FakeResponse = { status?: number; headers?: Record<string, string>; body?: unknown } | Error | 'silence';

/** Answers requests in turn, and keeps what was asked. */
export function fakeFetch(responses: readonly FakeResponse[]) {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetch: NonNullable<ClientOptions['fetch']> = async (url, init) => {
    const response = responses[requests.length];
    requests.push({ url, init });
    if (response === undefined) throw new Error(`nobody answers request ${requests.length}`);
    if (response instanceof Error) throw response;
    if (response === 'silence')
      return await new Promise((_, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason));
      });
    const { status = 200, headers = {}, body = {} } = response;
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return new Response(status === 304 ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': type, ...headers },
    });
  };
  return { fetch, requests };
}

export function clientOf(answers: readonly FakeResponse[], options: Partial<ClientOptions> = {}) {
  const { fetch, requests } = fakeFetch(answers);
  return { client: createClient({ baseUrl: 'http://lexicon.example', fetch, ...options }), requests };
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): FakeResponse {
  const detail = `detail of ${code}`;
  const body = { type: `/problems/${code}`, title: '', status, detail, instance: '', code, request_id: 'r1' };
  return { status, headers, body };
}
