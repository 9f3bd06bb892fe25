import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import fc from '../support/fast-check.ts';
import { forTests } from '../support/for-tests.ts';
import { startService } from './service.ts';

const ANNOTATE = '/api/lexicon/annotate';

const LARGEST_ERROR = 64 * 1024;

describe('input', () => {
  const service = forTests(() => startService());

  /** The answer, and how many bytes its body has. */
  async function ask(path: string, init?: RequestInit) {
    const { status, headers, body } = await service.get(path, init);
    return { status, headers, body, bytes: Buffer.byteLength(JSON.stringify(body)) };
  }
  const post = (path: string, body: unknown) =>
    ask(path, {
      method: 'POST',
      body: new Uint8Array(gzipSync(JSON.stringify(body))),
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    });
  const empty = (count: number) => Array.from({ length: count }, () => ({}));

  it('counts 20,000 fields that are not read, and shows none of them whole', async () => {
    const fields = Object.fromEntries(empty(12_000).map((_, i) => [`f${i}`, 0]));
    const answer = await post(ANNOTATE, { text: 'a', ...fields, ['y'.repeat(5000)]: 0 });
    expect(answer.body.error_count).toBe(12_001);
    expect(answer.bytes).toBeLessThan(LARGEST_ERROR);
  });

  it('that is wrong in any way is answered by at most 64 KB', async () => {
    const posts = ENDPOINTS.filter(({ method }) => method === 'POST');
    const fields = 'text line lines moves melody readings word field suggestion note jyutping'.split(' ');
    const piece = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom<unknown>(null, true, -1, 1e308, '', 'x', '\ud800', '愛', '\u0301'.repeat(40), 'y'.repeat(3000)),
        tie('list'),
        tie('object'),
      ),
      list: fc
        .tuple(tie('value'), fc.constantFrom(1, 21, 199, 999, 4000))
        .map(([one, count]) => (JSON.stringify(one).length * count < 100_000 ? Array(count).fill(one) : [one])),
      object: fc.dictionary(fc.constantFrom(...fields, 'extra', 'z'.repeat(900)), tie('value'), { maxKeys: 4 }),
    }));
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), piece.object, async (row, body) => {
        const { status, bytes } = await post(row.path, body);
        if (status < 400) return;
        expect(bytes).toBeLessThanOrEqual(LARGEST_ERROR);
        if (status === 400) refused++;
      }),
      { numRuns: 150 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});
