import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { startLoad, statusText } from '../test/drills/load.ts';
import { lexicon, newDataDir, startService } from '../test/drills/service.ts';
import { startNode } from '../test/servers/elasticsearch/node.ts';
import { currentBuild } from '../test/support/builds.ts';
import { type BenchRequest, httpCases } from './http-cases.ts';
import { type Row, report } from './report.ts';

/**
 * Resident memory of the service in a process of its own, embedded and with Elasticsearch: after the start and after minutes of every
 * kind of request. Linux alone tells it.
 *
 *   node bench/memory.ts [--smoke]
 */
const SMOKE = process.argv.includes('--smoke');
const MINUTES = SMOKE ? 0.2 : 3;
/** Long enough for the tables that are made after the start, and for the garbage collector to see that nothing happens. */
const QUIET_MS = 5000;
const CLIENTS = 6;
const PAUSE_MS = 15;
/** MB. */
const GOALS = { embedded: { start: 200, load: 350 }, Elasticsearch: { start: 170, load: 320 } };

if (!existsSync('/proc/self/status')) {
  console.log('Not measured: only Linux tells the memory of a process as this benchmark reads it (/proc).');
  process.exit();
}

function megabytesOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) * 1024) / 1e6;
}

const single = (name: string, value: number, goal?: number): Row => {
  const row = { name, n: 1, p50: value, p95: value, unit: 'MB' };
  return goal === undefined ? row : { ...row, ratioTo: { goal: goal / value } };
};

async function measure(
  name: keyof typeof GOALS,
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  requests: readonly BenchRequest[],
): Promise<Row[]> {
  const options = { dataDir, environment: { TRUST_PROXY: '1', ...environment } };
  // The first start brings files and the engine into memory, and leaves compiled modules at its end.
  await (await startService(options)).terminate('SIGTERM');
  const service = await startService(options);
  const pid = service.process.pid!;
  try {
    await sleep(QUIET_MS);
    const start = megabytesOf(pid, 'VmRSS');
    const load = startLoad({
      urls: [service.url],
      clients: CLIENTS,
      pauseMs: PAUSE_MS,
      nextRequest(sequence) {
        const request = requests[(sequence * 7919) % requests.length]!;
        const json = request.body === undefined ? {} : { 'content-type': 'application/json' };
        return { ...request, headers: { 'x-forwarded-for': `10.0.${sequence % 7}.${sequence % 251}`, ...json } };
      },
    });
    await sleep(MINUTES * 60_000);
    const samples = await load.stop();
    if (samples.some(({ status }) => status !== 200))
      throw new Error(`requests of the load failed: ${statusText(samples)}`);
    return [
      single(`${name}, after the start`, start, GOALS[name].start),
      single(`${name}, after the load`, megabytesOf(pid, 'VmRSS'), GOALS[name].load),
      single(`${name}, peak`, megabytesOf(pid, 'VmHWM')),
    ];
  } finally {
    await service.stop();
  }
}

async function measureWithElasticsearch(dataDir: string, requests: readonly BenchRequest[]): Promise<Row[]> {
  const node = await startNode({ heap: '2g' });
  try {
    const environment = { DATA_DIR: dataDir, ELASTICSEARCH_URL: node.url };
    lexicon(['load'], environment);
    return await measure('Elasticsearch', dataDir, environment, requests);
  } finally {
    await node.stop();
  }
}

const store = await openMemoryStore({ directory: await currentBuild() });
const requests = (await store.read((one) => httpCases(one, 20_000))).flatMap((one) => one.requests);
await store.close();
const dataDir = newDataDir();
try {
  const rows = await measure('embedded', dataDir, {}, requests);
  if (!SMOKE) rows.push(...(await measureWithElasticsearch(dataDir, requests)));
  report({ part: 'memory', data: { 'minutes of load': MINUTES, callers: CLIENTS }, rows });
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
