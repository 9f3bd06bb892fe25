import { Agent, request } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { percentEncoded } from '../fuzz/requests.ts';

/** One request that is as dear to answer as somebody could make it. */
export interface CostlyRequest {
  /** The operation and what is dear in it. */
  readonly about: string;
  readonly method: 'GET' | 'POST';
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Makes the request anew for each turn, dear in the same way and never the same: what was answered before is kept.
 */
export interface Costly {
  readonly about: string;
  /** Whether the service must answer it, or may refuse it. */
  readonly isValid: boolean;
  make(turn: number): CostlyRequest;
}

/** Longest address that is read; a longer one is refused unread. */
export const LONGEST_TARGET = 8192;
/** Largest body, unpacked. */
export const LARGEST_BODY = 128 * 1024;

const PACKED = {
  plain: (text: string) => Buffer.from(text),
  gzip: (text: string) => gzipSync(text),
  br: (text: string) => brotliCompressSync(text),
};

export type Packing = keyof typeof PACKED;

export function posted(about: string, target: string, json: string, packing: Packing = 'gzip'): CostlyRequest {
  const encoding = packing === 'plain' ? {} : { 'content-encoding': packing };
  return {
    ...{ about, method: 'POST', target, body: PACKED[packing](json) },
    headers: { 'content-type': 'application/json', ...encoding },
  };
}

/** As many of the pairs as fit into an address. */
export function asked(
  about: string,
  path: string,
  pairs: readonly (readonly [name: string, value: string])[],
): CostlyRequest {
  let target = `${path}?`;
  for (const [name, value] of pairs) {
    const pair = `${percentEncoded(name)}=${percentEncoded(value)}&`;
    if (target.length + pair.length <= LONGEST_TARGET) target += pair;
  }
  return { about, method: 'GET', target };
}

export interface CostlyAnswer {
  readonly status: number;
  /** Of the body. */
  readonly bytes: number;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request and reads the whole answer. */
export function send(
  url: string,
  { method, target, headers = {}, body }: CostlyRequest,
  authorization: string,
): Promise<CostlyAnswer> {
  const { hostname, port } = new URL(url);
  const framed = { ...headers, authorization, ...(body ? { 'content-length': String(body.length) } : {}) };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path: target, headers: framed }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const whole = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, bytes: whole.length, body: whole.toString() });
      });
      response.on('error', reject);
    });
    sent.setTimeout(60_000, () => sent.destroy(new Error('no answer within 60 s')));
    sent.on('error', reject);
    sent.end(body);
  });
}
