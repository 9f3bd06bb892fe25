import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { recordExamples } from '../../scripts/document/record-all.ts';
import { readExamples } from '../../src/openapi/responses.ts';
import { PROBLEMS } from '../../src/problem.ts';
import { startMetered } from '../metering/metered-service.ts';
import { fullStoreForTests } from '../support/full-store.ts';

describe('recorded examples', () => {
  const store = fullStoreForTests();

  it('the service still answers what the examples say ("npm run generate" records them again)', async () => {
    expect(await recordExamples(store)).toEqual(readExamples());
  });
});

describe('the guide', () => {
  const store = fullStoreForTests();

  it('every request of docs/api.md is answered as it stands, and every error of it exists', async () => {
    const text = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
    const addresses = [...text.matchAll(/^curl 'http:\/\/127\.0\.0\.1:3000([^']+)'$/gm)].map(([, path]) => path!);
    expect(addresses).toHaveLength(13);
    await using metered = await startMetered({ app: { store } });
    for (const path of addresses) expect([path, (await metered.request(path)).status]).toEqual([path, 200]);
    const { body } = await metered.request(addresses[0]!);
    expect(body.words).toHaveLength(3);
    const rows = [...text.matchAll(/^\| ([\d, ]+) \| ([^|]*) \|/gm)].flatMap(([, statuses, codes]) =>
      [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => [code!, statuses!.split(', ').map(Number)] as const),
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const [code, statuses] of rows)
      expect([code, statuses.includes(PROBLEMS[code as keyof typeof PROBLEMS]?.status)]).toEqual([code, true]);
  });
});
