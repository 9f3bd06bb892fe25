import { afterAll } from '@jest/globals';
import { describeIfAvailable } from './describe-if-available.ts';
import { shared } from './shared.ts';

/** A suite that needs something that may not start here; see {@link describeIfAvailable}. */
export async function describeWith<T extends { stop(): Promise<void> }>(
  name: string,
  start: () => Promise<T>,
  body: (provided: T) => void,
): Promise<void> {
  const started = await start().then(
    (provided) => ({ provided }),
    (error: Error) => ({ error }),
  );
  const advice = 'error' in started ? `no server: ${started.error.message}` : '';
  describeIfAvailable({ isAvailable: advice === '', advice }, name, () => {
    const { provided } = started as { provided: T };
    body(provided);
    // After what the suite itself has to tidy up.
    afterAll(() => provided.stop());
  });
}

/** A suite on the real Elasticsearch that all suites share: each has names of its own on it. */
export function describeOnElasticsearch(name: string, body: (url: string) => void): Promise<void> {
  const start = async () => ({ url: await shared('elasticsearch'), stop: async () => undefined });
  return describeWith(name, start, ({ url }) => body(url));
}
