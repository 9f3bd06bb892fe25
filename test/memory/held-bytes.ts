import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { compress } from '../../src/http/send.ts';
import { cachePerGeneration, type Lexicon } from '../../src/lexicon/store.ts';
import { hashSecret, verifySecret } from '../../src/metering/key.ts';
import type { KeyRecord } from '../../src/metering/store.ts';

/**
 * A program that holds things and prints how many bytes of arrays and buffers each takes, and how many it may take. A process of its own:
 * in one that runs tests a garbage collection takes seconds.
 */

/** What is let go is freed on another thread. */
async function arrayBufferBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc!();
    await sleep(20);
  }
  return process.memoryUsage().arrayBuffers;
}

interface Held {
  readonly maxBytes: number;
  /** Keeps what is measured alive. */
  readonly kept: unknown;
}

const KEYS = 300;
const TABLE_BYTES = 32 * 2 ** 20;

const SUBJECTS: Readonly<Record<string, () => Promise<Held>>> = {
  async 'keys that were checked'() {
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
    for (const [n, record] of records.entries()) {
      for (const secret of [`secret ${n}`, `secret ${n} before`])
        if (!verifySecret(record, secret, 5)) throw new Error(`${secret} is refused`);
      // What else goes on in a service takes from the same blocks as small buffers do.
      Buffer.from('an answer '.repeat(2000));
    }
    return { maxBytes: KEYS * 1000, kept: records };
  },
  async 'compressed responses'() {
    const text = () => Buffer.from(randomBytes(300).toString('hex').repeat(4));
    const kept: Buffer[] = [];
    for (let n = 0; n < 200; n++) kept.push(await compress(text(), 'br'), await compress(text(), 'gzip'));
    return { maxBytes: 2 * kept.reduce((sum, { byteLength }) => sum + byteLength, 0), kept };
  },
  async 'what is made of generations, of which one is still there'() {
    const lexicon = (name: string) => ({ generation: { name } }) as unknown as Lexicon;
    const make = cachePerGeneration(async () => new Uint8Array(TABLE_BYTES));
    const held = lexicon('held');
    await make(held);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await make(lexicon(name));
    // One that was made last may still be on the stack.
    return { maxBytes: 3 * TABLE_BYTES, kept: { make, held } };
  },
};

for (const [name, hold] of Object.entries(SUBJECTS)) {
  const before = await arrayBufferBytes();
  const { maxBytes, kept } = await hold();
  const bytes = (await arrayBufferBytes()) - before;
  console.log(JSON.stringify({ name, bytes, maxBytes, isKept: kept !== undefined }));
}
