import { addressOf } from '../../src/api/document/callable-operations.ts';
import type { RecordedExample } from '../../src/api/document/examples.ts';
import { HEADERS } from '../../src/api/document/headers.ts';
import type { Question } from './operation-examples.ts';

/** The request's id in every example: a harmless one is kept by the service, and nothing else of an answer is random. */
export const EXAMPLE_REQUEST_ID = 'example-request';

const KEPT_HEADERS = Object.keys(HEADERS).map((name) => name.toLowerCase());

/** Asks, and records what was asked and answered. */
export async function record(url: string, question: Question): Promise<RecordedExample> {
  const { summary, method = 'GET', path, parameters, body } = question;
  const response = await fetch(addressOf(url, path, parameters), {
    method,
    headers: {
      'X-Request-Id': EXAMPLE_REQUEST_ID,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...question.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const answered = isStream ? await firstEvent(response) : ((await response.json()) as unknown);
  return {
    summary,
    request: { method, path, ...(parameters ? { parameters } : {}), ...(body === undefined ? {} : { body }) },
    response: { status: response.status, headers: keptHeaders(response.headers), body: answered },
  };
}

function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => KEPT_HEADERS.includes(name)));
}

/** The text of a stream up to the end of its first event. */
async function firstEvent(response: Response): Promise<string> {
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (/(^|\n)data: .*\n\n/.test(text)) break;
  }
  return text;
}
