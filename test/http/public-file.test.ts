import { get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readingTable } from '../../src/lyrics/character-table.ts';
import { runToCompletion } from '../../src/time-slicing.ts';
import { listOf, wordLines } from '../lyrics/lines.ts';
import type { TestService } from './service.ts';

const compressed: string[] = [];
let service: TestService;
beforeAll(async () => {
  const actual = await import('node:zlib');
  jest.unstable_mockModule('node:zlib', () => ({
    ...actual,
    brotliCompress(...given: Parameters<typeof actual.brotliCompress>) {
      compressed.push('br');
      actual.brotliCompress(...given);
    },
    gzip(...given: Parameters<typeof actual.gzip>) {
      compressed.push('gzip');
      actual.gzip(...given);
    },
  }));
  const { startService } = await import('./service.ts');
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => void (compressed.length = 0));

/** By node:http, which decompresses nothing. */
const ask = (path: string, encoding: string) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    get(service.url + path, { headers: { 'accept-encoding': encoding } }, async (response) => {
      resolve({ status: response.statusCode!, headers: response.headers, body: await buffer(response) });
    }).on('error', reject);
  });

describe.each(['/openapi.json', '/readings.txt'])('%s', (path) => {
  it('is compressed once, whoever asks for it', async () => {
    const plain = await ask(path, 'identity');
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined]);
    for (let time = 0; time < 3; time++)
      for (const [encoding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, body } = await ask(path, encoding);
        expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, String(body.length)]);
        expect(decompress(body).equals(plain.body)).toBe(true);
      }
    expect(compressed).toEqual(['br', 'gzip']);
  });
});

it('the file of readings has all readings of a character, and of a word only what its characters do not say', () => {
  const lines = wordLines('行 hang4/hong4 900', '銀 ngan4 700', '銀行 ngan4_hong4 800', '行銀 hang4_ngan4 600');
  const words = listOf([...lines, ...wordLines('AA制 ei1_ei1_zai3 990')]);
  expect(runToCompletion(readingTable(words))).toBe('行 hang4,hong4\n銀行 ngan4 hong4\n銀 ngan4\n行銀\n');
});
