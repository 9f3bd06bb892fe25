import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { compress } from '../../src/http/compress.ts';
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
