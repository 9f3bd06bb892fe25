import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadRequest, Sample } from './load.ts';

export interface OpenLoadOptions {
  readonly perSecond: number;
  /** Infinite for a load that goes on until `isOver`. */
  readonly seconds: number;
  readonly loadRequest: (sequence: number) => LoadRequest;
  readonly isOver?: () => boolean;
}

/**
 * Sends requests at a rate, whether or not those before are answered, as a public of many people does. Answers once each of them
 * is answered or broken.
 */
export async function openLoad(
  url: string,
  { perSecond, seconds, loadRequest, isOver = () => false }: OpenLoadOptions,
): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const pending: Promise<void>[] = [];
  const total = perSecond * seconds;
  while (pending.length < total && !isOver()) {
    const dueCount = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond);
    while (pending.length < dueCount) pending.push(send(agent, url, loadRequest(pending.length), startedAt, samples));
    await sleep(2);
  }
  await Promise.all(pending);
  agent.destroy();
  return samples;
}

function send(
  agent: Agent,
  url: string,
  loadRequest: LoadRequest,
  startedAt: number,
  samples: Sample[],
): Promise<void> {
  const at = performance.now() - startedAt;
  const { method = 'GET', path, body, headers = {} } = loadRequest;
  return new Promise((resolve) => {
    const finish = (status: number, retryAfter = '') => {
      samples.push({
        at,
        latencyMs: performance.now() - startedAt - at,
        status,
        path,
        generation: undefined,
        body: retryAfter,
      });
      resolve();
    };
    const clientRequest = request(
      `${url}${path}`,
      { agent, method, headers: body ? { 'content-type': 'application/json', ...headers } : headers },
      (response) => {
        response.resume();
        response.on('end', () => finish(response.statusCode ?? 0, response.headers['retry-after'] ?? ''));
      },
    );
    clientRequest.on('error', () => finish(0));
    clientRequest.end(body);
  });
}
