import { expect, it } from '@jest/globals';
import { hashSecret, type KeyRecord, verifySecret } from '../../src/metering/key.ts';
import { arrayBufferBytes, GC_TIMEOUT_MS } from '../support/array-buffer-bytes.ts';

const KEYS = 300;

it(
  'a cached key holds no Buffer pool memory for its hashes',
  async () => {
    const records = Array.from(
      { length: KEYS },
      (_, n): KeyRecord => ({
        id: `key${n}`,
        name: 'test',
        plan: 'free',
        scopes: [],
        origins: [],
        createdAt: 0,
        secretHash: hashSecret(`secret ${n}`),
        previousHash: hashSecret(`secret ${n} before`),
        previousUntil: 10,
      }),
    );
    const before = await arrayBufferBytes();
    for (const [n, record] of records.entries()) {
      expect(verifySecret(record, `secret ${n}`, 5)).toBe(true);
      expect(verifySecret(record, `secret ${n} before`, 5)).toBe(true);
      expect(verifySecret(record, `secret ${n + 1}`, 5)).toBe(false);
      // What else goes on in a service takes from the same blocks as small buffers do.
      Buffer.from('an answer '.repeat(2000));
    }
    expect((await arrayBufferBytes()) - before).toBeLessThan(KEYS * 1000);
    expect(records).toHaveLength(KEYS);
  },
  GC_TIMEOUT_MS,
);
