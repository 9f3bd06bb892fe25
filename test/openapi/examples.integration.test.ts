import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { recordExamples } from '../../scripts/document/record-all.ts';
import { readExamples } from '../../src/openapi/responses.ts';
import { PROBLEMS } from '../../src/problem.ts';
import { startMetered } from '../metering/metered-service.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

describe('recorded examples', () => {
  it(
    'the service still answers what the examples say ("npm run generate" records them again)',
    async () => {
      const store = await fullStore();
      try {
        expect(await recordExamples(store)).toEqual(readExamples());
      } finally {
        await store.close();
      }
    },
    FULL_BUILD_TIMEOUT_MS,
  );
});

describe('the guide', () => {
  it(
    'every request of docs/api.md is answered as it stands, and every error of it exists',
    async () => {
      const text = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
      const addresses = [...text.matchAll(/^curl 'http:\/\/127\.0\.0\.1:3000([^']+)'$/gm)].map(([, path]) => path!);
      expect(addresses).toHaveLength(13);
      const store = await fullStore();
      const metered = await startMetered({ app: { store } });
      try {
        for (const path of addresses) expect([path, (await metered.request(path)).status]).toEqual([path, 200]);
        const { body } = await metered.request(addresses[0]!);
        expect(body.words).toHaveLength(3);
      } finally {
        await metered.stop();
        await store.close();
      }
      const rows = [...text.matchAll(/^\| ([\d, ]+) \| ([^|]*) \|/gm)].flatMap(([, statuses, codes]) =>
        [...codes!.matchAll(/`(\w+)`/g)].map(([, code]) => [code!, statuses!.split(', ').map(Number)] as const),
      );
      expect(rows.length).toBeGreaterThan(10);
      for (const [code, statuses] of rows)
        expect([code, statuses.includes(PROBLEMS[code as keyof typeof PROBLEMS]?.status)]).toEqual([code, true]);
    },
    FULL_BUILD_TIMEOUT_MS,
  );
});
