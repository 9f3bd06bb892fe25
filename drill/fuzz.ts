import { fileURLToPath } from 'node:url';
import type { ApiDocument } from '../src/api/document/openapi.ts';
import { campaign, hostileFaults } from './fuzz/campaign.ts';
import { HOSTILE_CASES } from './fuzz/hostile.ts';
import { judgeBy } from './fuzz/judge.ts';
import { operationsOf } from './fuzz/operations.ts';
import { statusText } from './load.ts';
import type { Drill } from './report.ts';
import { answers, startService } from './service.ts';

const COUNT = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const CLIENTS = 8;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** FUZZ_REQUESTS and FUZZ_SEED make it longer, or the same again. */
export const fuzz: Drill = {
  name: 'fuzz',
  about: 'every endpoint asked with made-up requests, right and wrong, from its own document; and with hostile bytes',
  async run(record) {
    const service = await startService();
    try {
      const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument;
      const operations = operationsOf(document);
      const judge = judgeBy(document, [service.dataDir, ROOT]);
      record.step(`hostile bytes: ${HOSTILE_CASES.length} cases`);
      const hostile = await hostileFaults(service.url, HOSTILE_CASES, judge);
      record.expect(
        `${HOSTILE_CASES.length} hostile inputs are refused or answered as they should be`,
        hostile.length === 0,
        hostile.length === 0 ? 'all of them' : hostile.slice(0, 20).join(' · '),
      );
      record.step(`${COUNT} requests, seed ${SEED}`);
      const onProgress = (asked: number) => asked % 5000 === 0 && record.step(`${asked} asked`);
      const found = await campaign({
        url: service.url,
        operations,
        judge,
        count: COUNT,
        seed: SEED,
        clients: CLIENTS,
        onProgress,
      });
      record.expect(
        `${COUNT} made-up requests (seed ${SEED}): no 5xx, every answer fits its schema, every error is a problem document, nothing leaks`,
        found.asked >= COUNT && found.faults.length === 0,
        `${statusText(found)}; ${found.valid} of them as the document wants them${shown(found.faults)}`,
      );
      record.expect(
        'every operation of the document was asked',
        operations.every(({ id }) => found.byOperation.has(id)),
        `${found.byOperation.size} of ${operations.length}`,
      );
      const failures = service
        .log()
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line));
      record.expect(
        'the log has no error',
        failures.length === 0,
        failures.length === 0 ? 'none' : failures.slice(0, 3).join(' '),
      );
      record.expect(
        'the service still answers',
        await answers(`${service.url}/healthz`),
        `${Math.round(service.memory())} MB`,
      );
    } finally {
      await service.stop();
    }
  },
};

function shown(faults: readonly string[]): string {
  return faults.length === 0 ? '' : `; ${faults.length} wrong: ${faults.slice(0, 20).join(' · ')}`;
}
