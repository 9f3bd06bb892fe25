import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { READING_TABLE_PATH } from '../../src/http/public-file.ts';
import { readingTable } from '../../src/lyrics/readings-text.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

it('has all readings of a character, and of a word only what its characters do not say', () => {
  const words = listOf([
    wordLine('行', 'hang4 / hong4', 900),
    wordLine('銀', 'ngan4', 700),
    wordLine('銀行', 'ngan4 hong4', 800),
    wordLine('行銀', 'hang4 ngan4', 600),
    wordLine('AA制', 'ei1 ei1 zai3', 990),
  ]);
  expect(readingTable(words)).toBe('行 hang4,hong4\n銀行 ngan4 hong4\n銀 ngan4\n行銀\n');
});

it('is a file that costs nothing, is kept for a day, and not sent again', async () => {
  const { status, headers, body } = await service.get(READING_TABLE_PATH);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('public, max-age=86400');
  expect(headers.get('x-quota-remaining')).toBeNull();
  expect(body).toMatch(/^海 hoi2$/mu);
  const etag = headers.get('etag')!;
  expect(etag).toContain('gsmall');
  expect((await service.get(READING_TABLE_PATH, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await service.get(READING_TABLE_PATH, { method: 'POST' })).status).toBe(405);
});
