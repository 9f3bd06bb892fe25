import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendHttp } from './http-request.ts';
import type { LoadRequest, Sample } from './load.ts';

/** Far above any response time of interest: the load measures latency, it does not cut requests off. */
const TIMEOUT_MS = 120_000;

export interface OpenLoadOptions {
  readonly perSecond: number;
  /** `Infinity` for a load that runs until `isOver`. */
  readonly seconds: number;
  readonly loadRequest: (sequence: number) => LoadRequest;
  readonly isOver?: () => boolean;
  /** The local address that the requests come from. */
  readonly from?: string;
}

/**
 * An open-loop load: sends requests at a fixed rate, whether or not earlier ones have completed. Resolves when all have completed or
 * failed.
 */
export async function openLoad(
  url: string,
  { perSecond, seconds, loadRequest, isOver = () => false, from }: OpenLoadOptions,
): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000, localAddress: from });
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

async function send(
  agent: Agent,
  url: string,
  { path, body, method, headers = {} }: LoadRequest,
  startedAt: number,
  samples: Sample[],
): Promise<void> {
  const at = performance.now() - startedAt;
  const request = {
    target: path,
    body,
    ...(method ? { method } : {}),
    headers: body ? { 'content-type': 'application/json', ...headers } : headers,
  };
  const response = await sendHttp(url, request, { agent, timeoutMs: TIMEOUT_MS }).catch(() => undefined);
  samples.push({
    at,
    latencyMs: performance.now() - startedAt - at,
    status: response?.status ?? 0,
    path,
    generation: undefined,
    // Expectations look at Retry-After only.
    body: response?.headers['retry-after'] ?? '',
  });
}
