import { fileURLToPath } from 'node:url';
import type { ApiDocument } from '../../src/openapi/openapi.ts';
import { campaign, hostileFaults } from './fuzz/campaign.ts';
import { HOSTILE_CASES } from './fuzz/hostile.ts';
import { operationsOf } from './fuzz/operations.ts';
import { responseValidator } from './fuzz/validate-response.ts';
import { statusText } from './load.ts';
import type { Drill } from './report.ts';
import { respondsOk, startService } from './service.ts';

const COUNT = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const CLIENTS = 8;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** FUZZ_REQUESTS and FUZZ_SEED make it longer, or the same again. */
export const fuzz: Drill = {
  name: 'fuzz',
  description:
    'random requests to every endpoint, valid and invalid, generated from the OpenAPI document; and hostile bytes',
  async run(reporter) {
    const service = await startService();
    try {
      const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument;
      const operations = operationsOf(document);
      const validate = responseValidator(document, [service.dataDir, ROOT]);
      reporter.step(`hostile bytes: ${HOSTILE_CASES.length} cases`);
      const hostile = await hostileFaults(service.url, HOSTILE_CASES, validate);
      reporter.expect(
        `${HOSTILE_CASES.length} hostile inputs get the expected response or refusal`,
        hostile.length === 0,
        hostile.length === 0 ? 'all of them' : hostile.slice(0, 20).join(' · '),
      );
      reporter.step(`${COUNT} requests, seed ${SEED}`);
      const onProgress = (requestCount: number) => requestCount % 5000 === 0 && reporter.step(`${requestCount} asked`);
      const result = await campaign({
        url: service.url,
        operations,
        validate,
        count: COUNT,
        seed: SEED,
        clients: CLIENTS,
        onProgress,
      });
      reporter.expect(
        `${COUNT} random requests (seed ${SEED}): no 5xx, every response fits its schema, every error is a problem document, nothing leaks`,
        result.requestCount >= COUNT && result.faults.length === 0,
        `${statusText(result)}; ${result.validCount} of them valid${describeFaults(result.faults)}`,
      );
      reporter.expect(
        'every operation of the document was called',
        operations.every(({ id }) => result.byOperation.has(id)),
        `${result.byOperation.size} of ${operations.length}`,
      );
      const failures = service
        .log()
        .split('\n')
        .filter((line) => /"level":(50|60)/.test(line));
      reporter.expect(
        'the log has no errors',
        failures.length === 0,
        failures.length === 0 ? 'none' : failures.slice(0, 3).join(' '),
      );
      reporter.expect(
        'the service still answers',
        await respondsOk(`${service.url}/healthz`),
        `${Math.round(service.memory())} MB`,
      );
    } finally {
      await service.stop();
    }
  },
};

function describeFaults(faults: readonly string[]): string {
  return faults.length === 0 ? '' : `; ${faults.length} wrong: ${faults.slice(0, 20).join(' · ')}`;
}
