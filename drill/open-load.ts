import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arrival, Sample } from './load.ts';

export interface OpenLoadOptions {
  readonly perSecond: number;
  /** Infinite for a load that goes on until `isOver`. */
  readonly seconds: number;
  readonly arrival: (turn: number) => Arrival;
  readonly isOver?: () => boolean;
}

/**
 * Sends requests at a rate, whether or not those before are answered, as a public of many people does. Answers once each of them
 * is answered or broken.
 */
export async function openLoad(
  url: string,
  { perSecond, seconds, arrival, isOver = () => false }: OpenLoadOptions,
): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 });
  const samples: Sample[] = [];
  const begun = performance.now();
  const all: Promise<void>[] = [];
  const total = perSecond * seconds;
  while (all.length < total && !isOver()) {
    const due = Math.min(total, ((performance.now() - begun) / 1000) * perSecond);
    while (all.length < due) all.push(send(agent, url, arrival(all.length), begun, samples));
    await sleep(2);
  }
  await Promise.all(all);
  agent.destroy();
  return samples;
}

function send(agent: Agent, url: string, arrival: Arrival, begun: number, samples: Sample[]): Promise<void> {
  const at = performance.now() - begun;
  const { method = 'GET', path, body, headers = {} } = arrival;
  return new Promise((resolve) => {
    const done = (status: number, retryAfter = '') => {
      samples.push({ at, took: performance.now() - begun - at, status, path, generation: undefined, body: retryAfter });
      resolve();
    };
    const sent = request(
      `${url}${path}`,
      { agent, method, headers: body ? { 'content-type': 'application/json', ...headers } : headers },
      (answer) => {
        answer.resume();
        answer.on('end', () => done(answer.statusCode ?? 0, answer.headers['retry-after'] ?? ''));
      },
    );
    sent.on('error', () => done(0));
    sent.end(body);
  });
}
