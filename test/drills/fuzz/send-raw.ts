import { connect } from 'node:net';
import type { ReceivedResponse } from './validate-response.ts';

/** How long to wait for the responses. */
const TIMEOUT_MS = 15_000;

/**
 * Sends raw bytes and reads until the server closes the connection or all expected responses are complete.
 *
 * @param closesAfterSend half-close the connection after the last byte
 * @param answers expected number of responses; 0 if the server should close without one
 * @returns the responses, in order
 */
export function sendRaw(
  url: string,
  bytes: Buffer,
  { closesAfterSend = false, answers = 1 } = {},
): Promise<ReceivedResponse[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = Buffer.alloc(0);
    let isSettled = false;
    const finish = () => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      socket.destroy();
      resolve(parseResponses(received));
    };
    const timer = setTimeout(() => {
      isSettled = true;
      socket.destroy();
      reject(new Error(`${parseResponses(received).length} answers within ${TIMEOUT_MS} ms`));
    }, TIMEOUT_MS);
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (answers > 0 && parseResponses(received).length >= answers) finish();
    });
    // A server that refused the request may close while it is still being sent.
    socket.on('error', finish);
    socket.on('close', finish);
    socket.on('connect', () => {
      if (closesAfterSend) socket.end(bytes);
      else socket.write(bytes);
    });
  });
}

/** The complete responses at the beginning of the received bytes. */
function parseResponses(received: Buffer): ReceivedResponse[] {
  const answers: ReceivedResponse[] = [];
  let rest = received.toString('latin1');
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      fields.map((field) => [
        field.slice(0, field.indexOf(':')).toLowerCase(),
        field.slice(field.indexOf(':') + 1).trim(),
      ]),
    );
    const status = Number(line.split(' ')[1]);
    const body = bodyOf(rest.slice(end + 4), headers);
    if (body === undefined) return answers;
    const text = Buffer.from(body.text, 'latin1').toString('utf8');
    // Skips interim responses (1xx).
    if (status >= 200) answers.push({ status, headers, body: text });
    rest = rest.slice(end + 4 + body.length);
  }
}

/** The body at the beginning of `rest` and its encoded length; undefined while incomplete. */
function bodyOf(rest: string, headers: Readonly<Record<string, string>>): { text: string; length: number } | undefined {
  if (headers['transfer-encoding'] === 'chunked') {
    let [text, offset] = ['', 0];
    for (;;) {
      const end = rest.indexOf('\r\n', offset);
      if (end < 0) return undefined;
      const size = Number.parseInt(rest.slice(offset, end), 16);
      if (rest.length < end + 2 + size + 2) return undefined;
      text += rest.slice(end + 2, end + 2 + size);
      offset = end + 2 + size + 2;
      if (size === 0) return { text, length: offset };
    }
  }
  const length = Number(headers['content-length'] ?? 0);
  return rest.length < length ? undefined : { text: rest.slice(0, length), length };
}
