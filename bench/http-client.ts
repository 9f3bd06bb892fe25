import { connect, type Socket } from 'node:net';
import type { BenchRequest } from './http-cases.ts';
import { readHead } from './response-head.ts';

/**
 * A client that does as little as it can, so that it is the server which is measured: requests are bytes made beforehand, and of
 * an answer only its status and its length are read. (autocannon parses answers in JavaScript and ends at some 14,000 a second on
 * one core, below what is measured here: every server would look like every other.)
 */

/** How one server did in one round. */
export interface Round {
  /** Requests a second. */
  readonly throughput: number;
  /** Milliseconds of each request, ascending. */
  readonly times: Float64Array;
}

interface Load {
  readonly url: string;
  readonly key: string | undefined;
  readonly requests: readonly BenchRequest[];
  readonly connections: number;
  readonly seconds: number;
}

function encodeRequest({ method, path, body }: BenchRequest, host: string, key: string | undefined): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: keep-alive'];
  if (key !== undefined) lines.push(`Authorization: Bearer ${key}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** Bytes of the whole answer that `bytes` begin; undefined while its head is not there. Throws when it is no success. */
function responseBytes(bytes: Buffer): number | undefined {
  const head = readHead(bytes);
  if (head && (head.status !== 200 || head.totalBytes === undefined)) throw new Error(`no success: ${head.text}`);
  return head?.totalBytes;
}

/** Asks one request after another on one connection until `isOver`. */
function runConnection(
  socket: Socket,
  requests: readonly Buffer[],
  firstIndex: number,
  isOver: () => boolean,
  times: number[],
) {
  return new Promise<void>((resolve, reject) => {
    let index = firstIndex;
    let sentAt = 0;
    let pending: Buffer | undefined;
    let remainingBytes: number | undefined;
    const send = () => {
      sentAt = performance.now();
      socket.write(requests[index++ % requests.length]!);
    };
    const onData = (chunk: Buffer) => {
      if (remainingBytes === undefined) {
        const head = pending ? Buffer.concat([pending, chunk]) : chunk;
        const length = responseBytes(head);
        pending = head;
        if (length === undefined) return;
        remainingBytes = length - head.length;
      } else remainingBytes -= chunk.length;
      if (remainingBytes > 0) return;
      times.push(performance.now() - sentAt);
      [pending, remainingBytes] = [undefined, undefined];
      if (isOver()) socket.end(resolve);
      else send();
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      try {
        onData(chunk);
      } catch (error) {
        reject(error);
        socket.destroy();
      }
    });
    socket.once('connect', send);
  });
}

/** Asks in turn for `seconds`, each connection beginning at another place. Throws when an answer is no success. */
export async function load({ url, key, requests, connections, seconds }: Load): Promise<Round> {
  const { host, hostname, port } = new URL(url);
  const encodedRequests = requests.map((one) => encodeRequest(one, host, key));
  const times: number[] = [];
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > seconds * 1000;
  const connectionRuns = Array.from({ length: connections }, (_, index) => {
    const socket = connect(Number(port), hostname).setNoDelay();
    return runConnection(
      socket,
      encodedRequests,
      Math.floor((index * encodedRequests.length) / connections),
      isOver,
      times,
    );
  });
  await Promise.all(connectionRuns);
  return {
    throughput: times.length / ((performance.now() - startedAt) / 1000),
    times: Float64Array.from(times).sort(),
  };
}
