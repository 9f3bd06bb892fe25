import type { ClientOptions } from '../../client/src/client.ts';

/** One answer of the fake service, or what `fetch` throws. */
export type FakeAnswer = { status?: number; headers?: Record<string, string>; body?: unknown } | Error | 'silence';

/** Answers requests in turn, and keeps what was asked. */
export function fakeService(answers: readonly FakeAnswer[]) {
  const asked: { url: string; init: RequestInit }[] = [];
  const fetch: NonNullable<ClientOptions['fetch']> = async (url, init) => {
    const answer = answers[asked.length];
    asked.push({ url, init });
    if (answer === undefined) throw new Error(`nobody answers request ${asked.length}`);
    if (answer instanceof Error) throw answer;
    if (answer === 'silence')
      return await new Promise((_, reject) => {
        init.signal!.addEventListener('abort', () => reject(init.signal!.reason));
      });
    const { status = 200, headers = {}, body = {} } = answer;
    const type = status < 400 ? 'application/json' : 'application/problem+json';
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': type, ...headers } });
  };
  return { fetch, asked };
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): FakeAnswer {
  const detail = `detail of ${code}`;
  const body = { type: `/problems/${code}`, title: '', status, detail, instance: '', code, request_id: 'r1' };
  return { status, headers, body };
}
