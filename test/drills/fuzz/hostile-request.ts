/** Bytes that no well-meaning client sends, and how they are to be answered. */
export interface HostileCase {
  readonly name: string;
  readonly bytes: Buffer;
  /** Statuses that are right; 0 where the connection may be closed without a word. */
  readonly expected: readonly number[];
  /** The client goes away after its last byte. */
  readonly closesAfterSend?: boolean;
  /** How many answers are waited for; one unless told. */
  readonly answers?: number;
}

export const HOST = 'Host: lexicon\r\n';
export const ANNOTATE = '/api/lexicon/annotate';
export const BROWSE = '/api/lexicon/browse?limit=1';

export function get(target: string, fields = ''): Buffer {
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${HOST}${fields}\r\n`, 'latin1');
}

export function post(target: string, body: string | Buffer, fields = ''): Buffer {
  const bytes = Buffer.from(body as string);
  const head = `POST ${target} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n${fields}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** A request whose framing is written by hand. */
export function rawPost(fields: string, rest: string): Buffer {
  return Buffer.from(
    `POST ${ANNOTATE} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${fields}\r\n${rest}`,
    'latin1',
  );
}

export const TEXT = '{"text":"愛"}';
export const CHUNKED = 'Transfer-Encoding: chunked\r\n';
/** Refused, or hung up on. */
export const REFUSED = [400, 0];
