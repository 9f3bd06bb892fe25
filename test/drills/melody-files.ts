import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../../indexer/random-numbers.ts';
import { sendHttp } from './http-request.ts';
import { type MelodyFile, nextMelodyFile, rightMelodyFile } from './melody/mutations.ts';
import type { Drill } from './report.ts';
import { type RunningService, respondsOk, startService } from './service.ts';

const COUNT = Number(process.env.MELODY_FILES ?? 20_000);
const SEED = Number(process.env.MELODY_SEED ?? Date.now() % 1_000_000);
/** By which the service comes to its usual size. */
const RIGHT_FILES = 200;
const CLIENTS = 4;
/** So many that none has had its share of files in vain. */
const ADDRESSES = 2000;
const MAX_ANSWER_MS = 2000;
const MAX_GROWTH_MB = 30;
/** Longer than an idle thread lives. */
const PAUSE_MS = 10_000;
/** What is answered to a file; 429 and 503 say when to come again. */
const EXPECTED = new Set([200, 400, 429, 503]);

/** MELODY_FILES and MELODY_SEED make it shorter, or the same again. */
export const melodyFiles: Drill = {
  name: 'melody-files',
  description: 'damaged and ill-meant melody files: each is answered in time, and memory is given back',
  async run(reporter) {
    const service = await startService({ environment: { TRUST_PROXY: '1' } });
    try {
      const atStart = service.memory();
      await sendFiles(service, Array.from({ length: RIGHT_FILES }, rightMelodyFile));
      await sleep(PAUSE_MS);
      const before = service.memory();
      reporter.step(
        `${COUNT} files, seed ${SEED}; ${atStart.toFixed(0)} MB at the start, ${before.toFixed(0)} MB before them`,
      );
      const { byStatus, slowest, faults, highest } = await sendFiles(service, damagedFiles(), reporter.step);
      await sleep(PAUSE_MS);
      const after = service.memory();
      const statuses = [...byStatus].map(([status, count]) => `${count} × ${status}`).join(', ');
      reporter.expect(
        `${COUNT} files (seed ${SEED}) are answered with 200, 400, 429 or 503`,
        faults.length === 0,
        [statuses, ...faults.slice(0, 10)].join('; '),
      );
      reporter.expect(
        `no answer takes ${MAX_ANSWER_MS} ms`,
        slowest.ms < MAX_ANSWER_MS,
        `${slowest.ms.toFixed(0)} ms: ${slowest.about}`,
      );
      reporter.expect(
        `resident memory comes back to within ${MAX_GROWTH_MB} MB of what right files made it`,
        after - before <= MAX_GROWTH_MB,
        `${atStart.toFixed(0)} MB at the start, ${before.toFixed(0)} MB after ${RIGHT_FILES} right files, ${highest.toFixed(0)} MB at most, ${after.toFixed(0)} MB after`,
      );
      reporter.expect(
        'the process is alive, and answers',
        service.process.exitCode === null && (await respondsOk(`${service.url}/readyz`)),
        `exit code ${service.process.exitCode}`,
      );
    } finally {
      await service.stop();
    }
  },
};

interface Answers {
  readonly byStatus: ReadonlyMap<number, number>;
  readonly slowest: { readonly ms: number; readonly about: string };
  readonly faults: readonly string[];
  /** Resident memory in MB. */
  readonly highest: number;
}

function* damagedFiles(): Generator<MelodyFile> {
  const random = randomNumbers(SEED);
  for (let count = 0; count < COUNT; count++) yield nextMelodyFile(random);
}

async function sendFiles(
  service: RunningService,
  files: Iterable<MelodyFile>,
  step: (text: string) => void = () => undefined,
): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const byStatus = new Map<number, number>();
  const faults: string[] = [];
  let [sent, highest] = [0, 0];
  let slowest = { ms: 0, about: '' };
  const client = async (rest: Iterator<MelodyFile>) => {
    for (let next = rest.next(); !next.done; next = rest.next()) {
      const number = sent++;
      if (number % 1000 === 0) step(`${number} sent, ${service.memory().toFixed(0)} MB`);
      const { about, bytes } = next.value;
      const startedAt = performance.now();
      const status = await sendFile(service.url, agent, number % ADDRESSES, bytes).catch(
        (error: Error) => error.message,
      );
      const ms = performance.now() - startedAt;
      if (ms > slowest.ms) slowest = { ms, about };
      highest = Math.max(highest, service.memory());
      if (typeof status === 'string' || !EXPECTED.has(status)) faults.push(`file ${number} (${about}): ${status}`);
      else byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    }
  };
  const rest = files[Symbol.iterator]();
  await Promise.all(Array.from({ length: CLIENTS }, () => client(rest)));
  agent.destroy();
  return { byStatus, slowest, faults, highest };
}

async function sendFile(url: string, agent: Agent, address: number, bytes: Uint8Array): Promise<number> {
  const { status } = await sendHttp(
    url,
    {
      method: 'POST',
      target: '/api/lexicon/workflow/melody',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.0.${address >> 8}.${address & 255}`,
      },
      body: JSON.stringify({ file: Buffer.from(bytes).toString('base64'), text: '今晚夜色好靚\n我哋行去海邊睇星星' }),
    },
    { agent, timeoutMs: 30_000 },
  );
  return status;
}
