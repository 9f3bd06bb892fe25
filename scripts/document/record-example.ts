import { operationUrl } from '../../src/openapi/callable-operations.ts';
import type { RecordedExample } from '../../src/openapi/responses.ts';
import { HEADERS } from '../../src/openapi/responses.ts';
import type { ExampleRequest } from './operation-examples.ts';

/** The request's id in every example. */
const EXAMPLE_REQUEST_ID = 'example-request';

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
  const responseBody = (await response.json()) as unknown;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => RECORDED_HEADERS.includes(name)));
  return steadyExample({
    summary,
    request: { method, path, ...(parameters ? { parameters } : {}), ...(body === undefined ? {} : { body }) },
    response: { status: response.status, headers, body: responseBody },
  });
}

/**
 * An example without what differs from run to run: ids of requests that the caller could not name, and seconds that are left of a minute,
 * which may have begun before.
 */
export function steadyExample(example: RecordedExample): RecordedExample {
  const text = JSON.stringify(example, (name, value: unknown) => {
    if (name === 'request_id') return EXAMPLE_REQUEST_ID;
    if (typeof value !== 'string') return value;
    if (name === 'ratelimit') return value.replace(/t=\d+/, 't=60');
    if (name === 'retry-after' && Number(value) <= 60 && example.response.status === 429) return '60';
    return name === 'detail' ? value.replace(/Wait \d\d seconds/, 'Wait 60 seconds') : value;
  });
  return JSON.parse(text) as RecordedExample;
}
