import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { agreedEncoding } from './static.ts';
import type { Encoding } from './static-files.ts';

/** Bytes below which compressing costs more than it saves. */
const WORTHWHILE = 1024;
/** Beyond it brotli takes much longer for little. */
const BROTLI_QUALITY = 4;
/** Headers whose meaning is remembered: browsers and libraries have few between them. */
const MOST_HEADERS = 200;

const SOMETHING = Buffer.alloc(0);
const EITHER = { compressed: { br: SOMETHING, gzip: SOMETHING } };
const agreed = new Map<string, Encoding | undefined>();

/**
 * How an answer of so many bytes is to be compressed.
 *
 * @param header Accept-Encoding as it came
 * @returns undefined for the bytes as they are
 */
export function worthwhileEncoding(header: string | undefined, bytes: number): Encoding | undefined {
  if (header === undefined || bytes < WORTHWHILE) return undefined;
  if (agreed.has(header)) return agreed.get(header);
  const encoding = agreedEncoding(header, EITHER);
  if (agreed.size < MOST_HEADERS) agreed.set(header, encoding);
  return encoding;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses on another thread. */
export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return alone(await toGzip(bytes));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return alone(await toBrotli(bytes, { params }));
}

/** The same bytes without the block of 64 KB that they were written into, which they would keep for as long as they are kept. */
function alone(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
