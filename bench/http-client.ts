import { connect, type Socket } from 'node:net';
import { readHead } from './answer-head.ts';
import type { Asked } from './http-cases.ts';

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
  readonly requests: readonly Asked[];
  readonly connections: number;
  readonly seconds: number;
}

function bytesOf({ method, path, body }: Asked, host: string, key: string | undefined): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: keep-alive'];
  if (key !== undefined) lines.push(`Authorization: Bearer ${key}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** Bytes of the whole answer that `bytes` begin; undefined while its head is not there. Throws when it is no success. */
function answerLength(bytes: Buffer): number | undefined {
  const head = readHead(bytes);
  if (head && (head.status !== 200 || head.whole === undefined)) throw new Error(`no success: ${head.text}`);
  return head?.whole;
}

/** Asks one request after another on one connection until `isOver`. */
function lane(socket: Socket, requests: readonly Buffer[], from: number, isOver: () => boolean, times: number[]) {
  return new Promise<void>((resolve, reject) => {
    let at = from;
    let sent = 0;
    let pending: Buffer | undefined;
    let missing: number | undefined;
    const send = () => {
      sent = performance.now();
      socket.write(requests[at++ % requests.length]!);
    };
    const hear = (part: Buffer) => {
      if (missing === undefined) {
        const head = pending ? Buffer.concat([pending, part]) : part;
        const length = answerLength(head);
        pending = head;
        if (length === undefined) return;
        missing = length - head.length;
      } else missing -= part.length;
      if (missing > 0) return;
      times.push(performance.now() - sent);
      [pending, missing] = [undefined, undefined];
      if (isOver()) socket.end(resolve);
      else send();
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (part) => {
      try {
        hear(part);
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
  const asked = requests.map((one) => bytesOf(one, host, key));
  const times: number[] = [];
  const begun = performance.now();
  const isOver = () => performance.now() - begun > seconds * 1000;
  const lanes = Array.from({ length: connections }, (_, at) => {
    const socket = connect(Number(port), hostname).setNoDelay();
    return lane(socket, asked, Math.floor((at * asked.length) / connections), isOver, times);
  });
  await Promise.all(lanes);
  return { throughput: times.length / ((performance.now() - begun) / 1000), times: Float64Array.from(times).sort() };
}
