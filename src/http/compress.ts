import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiateEncoding } from './console.ts';
import type { Encoding } from './static-files.ts';

/** Bytes below which compressing costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024;
/** Beyond it brotli takes much longer for little. */
const BROTLI_QUALITY = 4;
/** Headers whose meaning is remembered: browsers and libraries have few between them. */
const MAX_REMEMBERED_HEADERS = 200;

const PLACEHOLDER = Buffer.alloc(0);
const ALL_ENCODINGS = { compressed: { br: PLACEHOLDER, gzip: PLACEHOLDER } };
const encodingByHeader = new Map<string, Encoding | undefined>();

/**
 * How an answer of so many bytes is to be compressed.
 *
 * @param header Accept-Encoding as it came
 * @returns undefined for the bytes as they are
 */
export function chooseEncoding(header: string | undefined, bytes: number): Encoding | undefined {
  if (header === undefined || bytes < MIN_COMPRESSED_BYTES) return undefined;
  if (encodingByHeader.has(header)) return encodingByHeader.get(header);
  const encoding = negotiateEncoding(header, ALL_ENCODINGS);
  if (encodingByHeader.size < MAX_REMEMBERED_HEADERS) encodingByHeader.set(header, encoding);
  return encoding;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compresses on another thread. */
export async function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return copyFromPool(await toGzip(bytes));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return copyFromPool(await toBrotli(bytes, { params }));
}

/** The same bytes without the block of 64 KB that they were written into, which they would keep for as long as they are kept. */
function copyFromPool(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
