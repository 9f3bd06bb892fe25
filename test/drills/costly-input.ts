import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ApiDocument } from '../../src/openapi/openapi.ts';
import { freePort } from '../servers/elasticsearch/node.ts';
import { costlyFromDocument } from './costly/from-document.ts';
import { type LoopWatch, slowness, watchLoop } from './costly/loop.ts';
import { type Costly, send } from './costly/request.ts';
import { workloadsOf } from './costly/workloads.ts';
import { operationsOf } from './fuzz/operations.ts';
import type { Drill } from './report.ts';
import { issueKey, newDataDir, type RunningService, startService, waitUntil } from './service.ts';

const MAX_BLOCKED_MS = 50;
const MAX_RESPONSE_BYTES = 1_000_000;
const MAX_ERROR_BYTES = 64 * 1024;
/** Measurements of each request. The minimum counts, because other processes only add to it. */
const TURNS = 3;
const EXTRA_TURNS = 8;
const CALIBRATIONS = 10;
/** Only requests whose description matches. */
const ONLY = new RegExp(process.env.COSTLY_ONLY ?? '');
const PLANS = fileURLToPath(new URL('../../config/plans.json', import.meta.url));

/** The results of all turns of one case. */
interface Measurement {
  readonly about: string;
  readonly isValid: boolean;
  readonly statuses: ReadonlySet<number>;
  /** The minimum of all turns, scaled to the reference machine. */
  readonly blockedMs: number;
  /** Size of the largest response. */
  readonly bytes: number;
  /** Size of the largest error response. */
  readonly errorBytes: number;
}

/** COSTLY_ONLY=fixContour measures only requests whose description has this text. */
export const costlyInput: Drill = {
  name: 'costly-input',
  description:
    'the costliest requests that the OpenAPI document allows, and beyond: none blocks the event loop, none has a large response',
  async run(record) {
    const dataDir = newDataDir();
    const metricsPort = await freePort();
    const service = await startService({
      dataDir,
      environment: { METRICS_PORT: String(metricsPort), PLANS_FILE: plansWithoutRates(dataDir) },
    });
    try {
      const loop = watchLoop(`http://127.0.0.1:${metricsPort}/metrics`);
      const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument;
      const operations = operationsOf(document);
      const key = `Bearer ${issueKey(dataDir, 'partner')}`;
      await waitUntilIdle(loop);
      const slower = await slowness(60);
      record.step(`this machine is ${slower.toFixed(2)} times slower than the reference machine`);
      const costly = operations
        .flatMap((one) => [...workloadsOf(one), ...costlyFromDocument(one)])
        .filter(({ about }) => ONLY.test(about));
      const measurements: Measurement[] = [];
      for (const one of costly) {
        measurements.push(await measureCase(one, { service, loop, key }));
        if (measurements.length % 50 === 0) record.step(`${measurements.length} of ${costly.length} measured`);
      }
      const limits: readonly Limit[] = [
        {
          expectation: `${measurements.length} requests to ${operations.length} operations: none blocks the event loop for more than ${MAX_BLOCKED_MS} ms`,
          limit: MAX_BLOCKED_MS,
          measuredValue: ({ blockedMs }) => blockedMs,
          format: (value) => `${value.toFixed(0)} ms`,
        },
        {
          expectation: 'no response is larger than 1 MB',
          limit: MAX_RESPONSE_BYTES,
          measuredValue: ({ bytes }) => bytes,
          format: (value) => `${(value / 1000).toFixed(0)} KB`,
        },
        {
          expectation: 'no error is larger than 64 KB',
          limit: MAX_ERROR_BYTES,
          measuredValue: ({ errorBytes }) => errorBytes,
          format: (value) => `${(value / 1000).toFixed(1)} KB`,
        },
      ];
      for (const one of limits)
        record.expect(
          one.expectation,
          measurements.every((measurement) => one.measuredValue(measurement) <= one.limit),
          describeHighest(measurements, one),
        );
      const unanswered = measurements.filter(
        ({ isValid, statuses }) => isValid && (statuses.size > 1 || !statuses.has(200)),
      );
      record.expect('valid requests get 200', unanswered.length === 0, withStatuses(unanswered));
      const failed = measurements.filter(({ statuses }) => [...statuses].some((status) => status >= 500));
      record.expect('no 5xx', failed.length === 0, withStatuses(failed));
    } finally {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

interface MeasurementTarget {
  readonly service: RunningService;
  readonly loop: LoopWatch;
  readonly key: string;
}

async function measureCase(
  { about, isValid, make }: Costly,
  { service, loop, key }: MeasurementTarget,
): Promise<Measurement> {
  const statuses = new Set<number>();
  let [blockedMs, bytes, errorBytes] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let turn = 0; turn < TURNS || (blockedMs > MAX_BLOCKED_MS && turn < TURNS + EXTRA_TURNS); turn++) {
    const request = make(turn);
    const { blockedMs: now, result } = await loop.during(() => send(service.url, request, key));
    statuses.add(result.status);
    // The slowness is measured each time, because the load of the machine changes.
    blockedMs = Math.min(blockedMs, now > MAX_BLOCKED_MS ? now / (await slowness(CALIBRATIONS)) : now);
    bytes = Math.max(bytes, result.body.length);
    if (result.status >= 400) errorBytes = Math.max(errorBytes, result.body.length);
  }
  return { about, isValid, statuses, blockedMs, bytes, errorBytes };
}

/** Waits until the service has built its tables, which also blocks the event loop. */
async function waitUntilIdle(loop: LoopWatch): Promise<void> {
  const isIdle = async () =>
    (await loop.during(() => new Promise((resolve) => setTimeout(resolve, 500)))).blockedMs < MAX_BLOCKED_MS / 2;
  if (!(await waitUntil(isIdle, 120_000))) throw new Error('the service did not become idle');
}

/** The default plans without rates and quotas; page limits stay. */
function plansWithoutRates(dataDir: string): string {
  const file = join(dataDir, 'unlimited.json');
  const text = readFileSync(PLANS, 'utf8').replaceAll(/"(?!max_limit)(\w+)": \d+/g, '"$1": 1000000000');
  writeFileSync(file, text);
  return file;
}

interface Limit {
  readonly expectation: string;
  readonly limit: number;
  measuredValue(measurement: Measurement): number;
  format(value: number): string;
}

/** All measurements above the limit, and the five next highest. */
function describeHighest(measurements: readonly Measurement[], { limit, measuredValue, format }: Limit): string {
  const highest = measurements.toSorted((a, b) => measuredValue(b) - measuredValue(a));
  const above = highest.filter((measurement) => measuredValue(measurement) > limit).length;
  return highest
    .slice(0, above + 5)
    .map((measurement) => `${measurement.about} ${format(measuredValue(measurement))}`)
    .join(' · ');
}

function withStatuses(measurements: readonly Measurement[]): string {
  if (measurements.length === 0) return 'all of them';
  return measurements.map(({ about, statuses }) => `${about} ${[...statuses].join(', ')}`).join(' · ');
}
