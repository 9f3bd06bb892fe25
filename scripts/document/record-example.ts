import { operationUrl } from '../../src/openapi/callable-operations.ts';
import type { RecordedExample } from '../../src/openapi/examples.ts';
import { HEADERS } from '../../src/openapi/headers.ts';
import type { ExampleRequest } from './operation-examples.ts';

/** The request's id in every example: a harmless one is kept by the service, and nothing else of an answer is random. */
export const EXAMPLE_REQUEST_ID = 'example-request';

const RECORDED_HEADERS = Object.keys(HEADERS).map((name) => name.toLowerCase());

/** Asks, and records what was asked and answered. */
export async function recordExample(url: string, exampleRequest: ExampleRequest): Promise<RecordedExample> {
  const { summary, method = 'GET', path, parameters, body } = exampleRequest;
  const response = await fetch(operationUrl(url, path, parameters), {
    method,
    headers: {
      'X-Request-Id': EXAMPLE_REQUEST_ID,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...exampleRequest.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const responseBody = isStream ? await firstEvent(response) : ((await response.json()) as unknown);
  return {
    summary,
    request: { method, path, ...(parameters ? { parameters } : {}), ...(body === undefined ? {} : { body }) },
    response: { status: response.status, headers: recordedHeaders(response.headers), body: responseBody },
  };
}

function recordedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => RECORDED_HEADERS.includes(name)));
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
