import { Agent } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { percentEncoded } from '../fuzz/requests.ts';
import { type HttpResponse, sendHttp } from '../http-request.ts';

/** A request that is as expensive as possible. */
export interface CostlyRequest {
  /** The operation, and what makes the request expensive. */
  readonly about: string;
  readonly method: 'GET' | 'POST';
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A kind of expensive request. Each turn is a different request, because responses are cached. */
export interface Costly {
  readonly about: string;
  /** Whether the service must respond with 200; otherwise it may refuse. */
  readonly isValid: boolean;
  make(turn: number): CostlyRequest;
}

/** Longest request target that the service accepts. */
export const MAX_TARGET_LENGTH = 8192;
/** Largest body that the service accepts, after decompression. */
export const MAX_BODY_BYTES = 128 * 1024;

const ENCODERS = {
  plain: (text: string) => Buffer.from(text),
  gzip: (text: string) => gzipSync(text),
  br: (text: string) => brotliCompressSync(text),
};

export type ContentEncoding = keyof typeof ENCODERS;

export function postRequest(
  about: string,
  target: string,
  json: string,
  contentEncoding: ContentEncoding = 'gzip',
): CostlyRequest {
  const encoding = contentEncoding === 'plain' ? {} : { 'content-encoding': contentEncoding };
  return {
    about,
    method: 'POST',
    target,
    body: ENCODERS[contentEncoding](json),
    headers: { 'content-type': 'application/json', ...encoding },
  };
}

/** A GET with as many of the pairs as fit into the request target. */
export function getRequest(
  about: string,
  path: string,
  pairs: readonly (readonly [name: string, value: string])[],
): CostlyRequest {
  let target = `${path}?`;
  for (const [name, value] of pairs) {
    const pair = `${percentEncoded(name)}=${percentEncoded(value)}&`;
    if (target.length + pair.length <= MAX_TARGET_LENGTH) target += pair;
  }
  return { about, method: 'GET', target };
}

const TIMEOUT_MS = 60_000;
const agent = new Agent({ keepAlive: true });

export function send(
  url: string,
  { method, target, headers = {}, body }: CostlyRequest,
  authorization: string,
): Promise<HttpResponse> {
  return sendHttp(
    url,
    { method, target, body, headers: { ...headers, authorization } },
    { agent, timeoutMs: TIMEOUT_MS },
  );
}
