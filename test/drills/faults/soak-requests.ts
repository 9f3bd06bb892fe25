import fc from 'fast-check';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import type { Operation } from '../fuzz/operations.ts';
import { type FuzzRequest, requests } from '../fuzz/requests.ts';
import type { LoadRequest } from '../load.ts';
import { mixedRequests } from './mixed-requests.ts';

/** Anonymous callers, more than any table of them may hold. */
const CLIENT_IP_COUNT = 50_000;
/** Requests made up at once. */
const BATCH_SIZE = 200;

interface SoakOptions {
  readonly random: () => number;
  readonly entries: readonly EntryLine[];
  readonly keys: readonly string[];
  readonly operations: readonly Operation[];
}

/** Everything that callers do, seldom the same twice, from ever other callers: what may be remembered of any of it is remembered. */
export function soakRequests({ random, entries, keys, operations }: SoakOptions): () => LoadRequest {
  const randomBelow = (n: number) => Math.floor(random() * n);
  const pick = <T>(list: readonly T[]): T => list[randomBelow(list.length)]!;
  const validRequest = mixedRequests(random, entries);

  const fuzzRequests = requests(operations);
  let batch: FuzzRequest[] = [];
  const nextFuzzRequest = (): LoadRequest => {
    if (batch.length === 0) batch = fc.sample(fuzzRequests, { seed: randomBelow(2 ** 31), numRuns: BATCH_SIZE });
    const { method, target, headers, body } = batch.pop()!;
    return { method, path: target, headers, ...(body === undefined ? {} : { body }) };
  };

  const clientIp = () => {
    const n = randomBelow(CLIENT_IP_COUNT);
    return n % 2 === 0 ? `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` : `2001:db8:${n.toString(16)}::1`;
  };
  const caller = (): Readonly<Record<string, string>> => ({
    'x-forwarded-for': clientIp(),
    ...(randomBelow(2) === 0 ? { authorization: `Bearer ${pick(keys)}` } : {}),
    ...(randomBelow(3) > 0 ? { 'accept-encoding': pick(['br', 'gzip', 'gzip, deflate, br']) } : {}),
  });

  return () => {
    // A few are made up from the API document, half of them wrong.
    const mayBeInvalid = randomBelow(20) === 0;
    const loadRequest = mayBeInvalid ? nextFuzzRequest() : validRequest();
    const json = loadRequest.body === undefined ? {} : { 'content-type': 'application/json' };
    return { ...loadRequest, headers: { ...caller(), ...json, ...loadRequest.headers }, mayBeInvalid };
  };
}
