import { ENDPOINTS } from '../../src/endpoints.ts';
import type { ParameterValue } from '../../src/operations/operation.ts';

/** What is asked for an example. */
export interface ExampleRequest {
  readonly summary: string;
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is asked of the service itself. */
const SERVICE_REQUESTS: Readonly<Record<string, ExampleRequest>> = {
  health: { summary: 'All is well', path: '/healthz' },
  readiness: { summary: 'The embedded lexicon answers', path: '/readyz' },
  problem: {
    summary: 'What cursor_expired means',
    path: '/problems/{code}',
    parameters: { code: 'cursor_expired' },
  },
};

/** The example of each operation, by its id. `keyHeaders` are sent with those that show how a key is sent. */
export function operationRequests(keyHeaders: ExampleRequest['headers']): [id: string, ExampleRequest][] {
  const requests = ENDPOINTS.map(({ id, method, path, example }): [string, ExampleRequest] => {
    const { withKey = false, ...request } = example;
    return [
      id,
      {
        ...request,
        path,
        ...(method === 'POST' ? { method } : {}),
        ...(withKey && keyHeaders ? { headers: keyHeaders } : {}),
      },
    ];
  });
  return [...requests, ...Object.entries(SERVICE_REQUESTS)];
}
