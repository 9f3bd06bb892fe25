import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createAdmissionQueue } from '../../src/http/admission-queue.ts';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/listen.ts';
import { RATE_GROUPS } from '../../src/metering/meter-port.ts';
import { openMetering } from '../../src/metering/open.ts';
import { openPlans } from '../../src/metering/plans.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import type { Measured, ToService } from './measure.ts';

/**
 * The service in a process of its own, which tells its parent how much processor time it takes. Without a response cache, and with
 * rates that no caller reaches, so that each request is work.
 */
const [directory] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'measured-service-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
const plansFile = join(dataDir, 'plans.json');
const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, 1_000_000]));
const plan = { max_limit: 1000, daily_credits: 1_000_000_000, rates };
writeFileSync(plansFile, JSON.stringify({ plans: { anonymous: plan, free: plan } }));

const logger = pino({ enabled: false });
const store = await openMemoryStore({ directory: directory! });
const ignore = () => undefined;
const { meter } = await openMetering({
  config: { dataDir, redisUrl: undefined },
  plans: openPlans(plansFile),
  logger,
  onCharge: ignore,
  onKeyCheck: ignore,
  onKeyLookup: ignore,
});
const config = { corsOrigins: ['*'], trustProxy: 0 };
const admissionQueue = createAdmissionQueue(logger);
const app = createApp({ store, logger, config, meter, admissionQueue, cacheBytes: 0 });
const { url } = await listen(app, { host: '127.0.0.1', port: 0, admissionQueue });
await store.warm?.();

const total = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
const threadMs = () => total(process.threadCpuUsage());
const processMs = () => total(process.cpuUsage());

/** Processor time of work that is the same everywhere, some 1 ms: what other work is compared with, however fast or busy the machine is. */
function unitMs(): number {
  const words = Array.from({ length: 2_000 }, (_, i) => `word ${i}`);
  const startedAt = threadMs();
  // Many times, as some systems count processor time in steps of milliseconds.
  const TIMES = 200;
  for (let done = 0; done < TIMES; done++)
    new Map((JSON.parse(JSON.stringify(words)) as string[]).map((word, i) => [word, i]));
  return (threadMs() - startedAt) / TIMES;
}

let isWatching = false;
const longestTurn = { ms: 0, wallMs: 0 };
let startedAtMs = 0;
/** Looks at each turn of the event loop, which therefore does not rest. */
function watchTurns(): void {
  let [usedMs, at] = [threadMs(), performance.now()];
  const onTurn = () => {
    const [usedNow, now] = [threadMs(), performance.now()];
    longestTurn.ms = Math.max(longestTurn.ms, usedNow - usedMs);
    longestTurn.wallMs = Math.max(longestTurn.wallMs, now - at);
    [usedMs, at] = [usedNow, now];
    if (isWatching) setImmediate(onTurn);
  };
  setImmediate(onTurn);
}

process.on('message', (message: ToService) => {
  if (message === 'stop') {
    isWatching = false;
    const measured: Measured = {
      processMs: processMs() - startedAtMs,
      longestTurnMs: longestTurn.ms,
      longestTurnWallMs: longestTurn.wallMs,
    };
    process.send!(measured);
    return;
  }
  Object.assign(longestTurn, { ms: 0, wallMs: 0 });
  isWatching = message === 'watch turns';
  if (isWatching) watchTurns();
  startedAtMs = processMs();
  process.send!('started');
});
unitMs();
process.send!({ url, unitMs: unitMs() });
