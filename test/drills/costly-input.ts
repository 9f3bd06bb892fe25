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

/** Milliseconds. */
const LONGEST_HOLD = 50;
const LARGEST_ANSWER = 1_000_000;
const LARGEST_ERROR = 64 * 1024;
/** Times that each is asked; the least counts, for what else the machine does comes and goes. */
const TURNS = 3;
const MORE_TURNS = 8;
const CALIBRATIONS = 10;
/** Only kinds whose name matches; for whoever mends one. */
const ONLY = new RegExp(process.env.COSTLY_ONLY ?? '');
const PLANS = fileURLToPath(new URL('../../config/plans.json', import.meta.url));

/** What one kind of request came to. */
interface Seen {
  readonly about: string;
  readonly isValid: boolean;
  readonly statuses: ReadonlySet<number>;
  /** Milliseconds on the machine that is meant, the least of all turns. */
  readonly held: number;
  /** Bytes of the largest answer, and of the largest error. */
  readonly bytes: number;
  readonly errorBytes: number;
}

/** COSTLY_ONLY=fixContour asks only what has this in its name. */
export const costlyInput: Drill = {
  name: 'costly-input',
  description:
    'the dearest requests that the API document allows, and worse: none holds the event loop, none has a large answer',
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
      const operations = operationsOf(document).filter(({ isStream }) => !isStream);
      const key = `Bearer ${issueKey(dataDir, 'partner')}`;
      await untilCalm(loop);
      const slower = await slowness(60);
      record.step(`this machine is ${slower.toFixed(2)} times slower than the one that is meant`);
      const costly = operations
        .flatMap((one) => [...workloadsOf(one), ...costlyFromDocument(one)])
        .filter(({ about }) => ONLY.test(about));
      const seen: Seen[] = [];
      for (const one of costly) {
        seen.push(await ask(one, { service, loop, key }));
        if (seen.length % 50 === 0) record.step(`${seen.length} of ${costly.length} kinds asked`);
      }
      const longest = seen.toSorted((a, b) => b.held - a.held);
      record.expect(
        `${seen.length} kinds of request to ${operations.length} operations: none holds the event loop for more than ${LONGEST_HOLD} ms`,
        longest[0]!.held <= LONGEST_HOLD,
        listed(
          longest,
          LONGEST_HOLD,
          ({ held }) => `${held.toFixed(0)} ms`,
          ({ held }) => held,
        ),
      );
      const widest = seen.toSorted((a, b) => b.bytes - a.bytes);
      record.expect(
        'no answer has more than 1 MB',
        widest[0]!.bytes <= LARGEST_ANSWER,
        listed(
          widest,
          LARGEST_ANSWER,
          ({ bytes }) => `${(bytes / 1000).toFixed(0)} KB`,
          ({ bytes }) => bytes,
        ),
      );
      const errors = seen.toSorted((a, b) => b.errorBytes - a.errorBytes);
      record.expect(
        'no error has more than 64 KB',
        errors[0]!.errorBytes <= LARGEST_ERROR,
        listed(
          errors,
          LARGEST_ERROR,
          ({ errorBytes }) => `${(errorBytes / 1000).toFixed(1)} KB`,
          ({ errorBytes }) => errorBytes,
        ),
      );
      const unanswered = seen.filter(({ isValid, statuses }) => isValid && (statuses.size > 1 || !statuses.has(200)));
      record.expect('what is right is answered', unanswered.length === 0, withStatuses(unanswered));
      const failed = seen.filter(({ statuses }) => [...statuses].some((status) => status >= 500));
      record.expect('no 5xx', failed.length === 0, withStatuses(failed));
    } finally {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

interface Asking {
  readonly service: RunningService;
  readonly loop: LoopWatch;
  readonly key: string;
}

async function ask({ about, isValid, make }: Costly, { service, loop, key }: Asking): Promise<Seen> {
  const statuses = new Set<number>();
  let [held, bytes, errorBytes] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let turn = 0; turn < TURNS || (held > LONGEST_HOLD && turn < TURNS + MORE_TURNS); turn++) {
    const request = make(turn);
    const { held: now, result } = await loop.during(() => send(service.url, request, key));
    statuses.add(result.status);
    // Measured anew: what else runs on this machine comes and goes.
    held = Math.min(held, now > LONGEST_HOLD ? now / (await slowness(CALIBRATIONS)) : now);
    bytes = Math.max(bytes, result.bytes);
    if (result.status >= 400) errorBytes = Math.max(errorBytes, result.bytes);
  }
  return { about, isValid, statuses, held, bytes, errorBytes };
}

/** The service makes its tables after the start; what it does by itself is not what is measured. */
async function untilCalm(loop: LoopWatch): Promise<void> {
  const isCalm = async () =>
    (await loop.during(() => new Promise((resolve) => setTimeout(resolve, 500)))).held < LONGEST_HOLD / 2;
  if (!(await waitUntil(isCalm, 120_000))) throw new Error('the service did not become calm');
}

/** The plans that are delivered, but for rates and quotas: how long a page may be is as it is. */
function plansWithoutRates(dataDir: string): string {
  const file = join(dataDir, 'unlimited.json');
  const text = readFileSync(PLANS, 'utf8').replaceAll(/"(?!max_limit)(\w+)": \d+/g, '"$1": 1000000000');
  writeFileSync(file, text);
  return file;
}

/** All that are over a limit, and the five next to it. */
function listed(
  seen: readonly Seen[],
  limit: number,
  text: (one: Seen) => string,
  figure: (one: Seen) => number,
): string {
  const over = seen.filter((one) => figure(one) > limit);
  return seen
    .slice(0, over.length + 5)
    .map((one) => `${one.about} ${text(one)}`)
    .join(' · ');
}

function withStatuses(seen: readonly Seen[]): string {
  if (seen.length === 0) return 'none otherwise';
  return seen.map(({ about, statuses }) => `${about} ${[...statuses].join(', ')}`).join(' · ');
}
