import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';

export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Bytes below which compressing costs more than it saves. */
const MIN_COMPRESSED_BYTES = 1024;
/** Beyond it brotli takes much longer for little. */
const BROTLI_QUALITY = 4;

/** @returns undefined for the bytes as they are */
export function chooseEncoding(request: IncomingMessage, bytes: number): Encoding | undefined {
  if (request.headers['accept-encoding'] === undefined || bytes < MIN_COMPRESSED_BYTES) return undefined;
  return negotiateEncoding(request, ENCODINGS);
}

/** Since negotiator 1.0 the server's preference decides between encodings that the client likes alike; its types do not say so yet. */
interface WithPreference {
  encoding(available: readonly string[], options?: { readonly preferred: readonly string[] }): string | undefined;
}

/**
 * The encoding that the client prefers; the first one available where it has no preference.
 *
 * @returns undefined for the bytes as they are
 */
export function negotiateEncoding(request: IncomingMessage, available: readonly Encoding[]): Encoding | undefined {
  const negotiator: WithPreference = new Negotiator(request);
  const encoding = negotiator.encoding([...available, 'identity'], { preferred: available });
  return available.find((one) => one === encoding);
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

/** The same bytes without the block of 64 KB that zlib wrote them into, which a cached slice would keep in memory. */
function copyFromPool(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
