import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { compress, type Encoding, negotiateEncoding } from '../../src/http/send.ts';
import { arrayBufferBytes, GC_TIMEOUT_MS } from '../support/array-buffer-bytes.ts';

const text = () => Buffer.from(`{"words":"${randomBytes(300).toString('hex').repeat(4)}"}`);

describe('what is compressed', () => {
  it('is the same when it is unpacked', async () => {
    const bytes = text();
    expect(brotliDecompressSync(await compress(bytes, 'br'))).toEqual(bytes);
    expect(gunzipSync(await compress(bytes, 'gzip'))).toEqual(bytes);
  });

  it(
    'takes no more memory, when it is kept, than it is long',
    async () => {
      const before = await arrayBufferBytes();
      const kept: Buffer[] = [];
      for (let n = 0; n < 200; n++) kept.push(await compress(text(), 'br'), await compress(text(), 'gzip'));
      const length = kept.reduce((sum, { byteLength }) => sum + byteLength, 0);
      expect((await arrayBufferBytes()) - before).toBeLessThan(2 * length);
      expect(kept).toHaveLength(400);
    },
    GC_TIMEOUT_MS,
  );
});

describe('agreeing on an encoding', () => {
  const agreed = (header: string | undefined, available: readonly Encoding[] = ['br', 'gzip']) =>
    negotiateEncoding({ headers: { 'accept-encoding': header } } as IncomingMessage, available);
  it.each([
    ['br;q=0.5, gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['GZIP; q=0.2', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
  ])('%p: %p', (header, expected) => {
    expect(agreed(header)).toBe(expected);
  });

  it('takes no encoding that the file has not', () => {
    expect(agreed('br, gzip;q=0.1', ['gzip'])).toBe('gzip');
    expect(agreed('br, gzip', [])).toBeUndefined();
  });
});
