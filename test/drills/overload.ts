import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PLANS_FILE } from '../../src/metering/plans.ts';
import { type AttackSummary, startAttack } from './attacker.ts';
import { type LoadRequest, openLoad, type Sample, statusText, summarize } from './load.ts';
import type { Drill, Reporter } from './report.ts';
import { issueKey, newDataDir, type RunningService, startService } from './service.ts';

const LINE = '我哋喺海邊行咗好耐望住個天慢慢黑晒諗起舊時嘅你同埋嗰啲冇講出口嘅說話';

/** A line to mend, each time with another melody: dear to answer, cheap to ask. */
function lineToFix(sequence: number, headers: Readonly<Record<string, string>>): LoadRequest {
  const melody = Array.from(LINE, (_, at) => 60 + ((at * 7 + sequence * 3) % 12));
  const body = JSON.stringify({ line: LINE, melody });
  return { method: 'POST', path: '/api/lexicon/workflow/fix-contour', body, headers };
}

/** Requests a second that are answered when there are always some waiting. */
async function capacityOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  let [answered, done] = [0, false];
  const client = async (clientIndex: number) => {
    for (let sequence = clientIndex; !done; sequence += 4) {
      const { path, body } = lineToFix(sequence, headers);
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        body: body!,
        headers: { ...headers, 'content-type': 'application/json' },
      });
      await response.arrayBuffer();
      if (response.ok) answered++;
    }
  };
  const clients = Promise.all([0, 1, 2, 3].map(client));
  await sleep(1500);
  const answeredBefore = answered;
  await sleep(3000);
  done = true;
  await clients;
  return (answered - answeredBefore) / 3;
}

const SECONDS = 8;
/** Requests wait for 75 ms before they are refused, those at the beginning for 300. */
const MAX_OVERLOADED_P99_MS = 400;
const MAX_CALM_P99_MS = 250;

const pageOf = (sequence: number, headers: Readonly<Record<string, string>> = {}) => ({
  path: `/api/lexicon/browse?rhyme=oi&offset=${sequence}&limit=20`,
  headers,
});

export const overload: Drill = {
  name: 'overload',
  description:
    'three times what the service can answer is refused in time; callers who send all they can starve no other',
  async run(reporter) {
    await threefoldLoad(reporter);
    await floodFromOneAddress(reporter);
    await pipelinedFlood(reporter);
    await halfSentHeads(reporter);
  },
};

/** What the service cannot serve in time it refuses. */
async function threefoldLoad(reporter: Reporter): Promise<void> {
  const service = await startService();
  try {
    const headers = { authorization: `Bearer ${issueKey(service.dataDir, 'partner')}` };
    const capacity = await capacityOf(service.url, headers);
    reporter.step(`capacity ${Math.round(capacity)} requests a second`);
    const burst = await openLoad(service.url, {
      perSecond: 4000,
      seconds: 0.1,
      loadRequest: (sequence) => lineToFix(sequence, headers),
    });
    reporter.expect(
      'a burst of 400 requests is served whole',
      burst.every(({ status }) => status === 200),
      `${statusText(summarize(burst))}, the last after ${summarize(burst).slowest.toFixed(0)} ms`,
    );
    const samples = await openLoad(service.url, {
      perSecond: 3 * capacity,
      seconds: SECONDS,
      loadRequest: (sequence) => lineToFix(sequence, headers),
    });
    const served = samples.filter(({ status }) => status === 200);
    const refused = samples.filter(({ status }) => status === 503);
    reporter.expect(
      'every request is answered, by 200 or by 503 with Retry-After',
      served.length + refused.length === samples.length && refused.every(({ body }) => body !== ''),
      statusText(summarize(samples)),
    );
    const { p50, p99 } = summarize(served);
    reporter.expect(
      `what is served is served with p99 of at most ${MAX_OVERLOADED_P99_MS} ms`,
      p99 <= MAX_OVERLOADED_P99_MS,
      `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    );
    const rate = served.length / SECONDS;
    reporter.expect(
      'at least half of what it can answer in calm is answered',
      rate > 0.5 * capacity,
      `${rate.toFixed(0)} a second of ${capacity.toFixed(0)}`,
    );
    reporter.expect(
      `refusals come with p99 of at most ${MAX_OVERLOADED_P99_MS} ms`,
      summarize(refused).p99 <= MAX_OVERLOADED_P99_MS,
      `p99 ${summarize(refused).p99.toFixed(0)} ms`,
    );
  } finally {
    await service.stop();
  }
}

/** Nobody is at a rate limit: the queue alone keeps the callers apart. */
async function floodFromOneAddress(reporter: Reporter): Promise<void> {
  const service = await startService();
  try {
    const headers = { authorization: `Bearer ${issueKey(service.dataDir, 'partner')}` };
    const capacity = await capacityOf(service.url, headers);
    const calmLoad = () =>
      Promise.all([
        openLoad(service.url, {
          perSecond: 30,
          seconds: SECONDS,
          loadRequest: (sequence) => pageOf(sequence, headers),
        }),
        openLoad(service.url, { perSecond: 2, seconds: SECONDS, loadRequest: pageOf, from: '127.0.0.3' }),
      ]);
    const [baseline] = await calmLoad();
    reporter.step('the caller begins, without a key and with keys that are none');
    const flooding = (times: number, headersOf: (sequence: number) => Readonly<Record<string, string>>) =>
      openLoad(service.url, {
        perSecond: times * capacity,
        seconds: SECONDS,
        loadRequest: (sequence) => lineToFix(sequence, headersOf(sequence)),
        from: '127.0.0.2',
      });
    const [flood, garbage, [keyed, anonymous]] = await Promise.all([
      flooding(4, () => ({})),
      flooding(1, (sequence) => ({ authorization: `Bearer garbage-${sequence}` })),
      calmLoad(),
    ]);
    expectCalm(reporter, 'requests with a key', keyed, `, in calm ${summarize(baseline).p99.toFixed(0)} ms`);
    reporter.expect(
      'all requests of another address without a key are served',
      anonymous.every(({ status }) => status === 200),
      `${statusText(summarize(anonymous))}; p99 ${summarize(anonymous).p99.toFixed(0)} ms`,
    );
    reporter.expect('the anonymous caller is told', flood.length > 0, statusText(summarize(flood)));
    reporter.expect(
      'keys that are none get nothing',
      garbage.every(({ status }) => [401, 429, 503].includes(status)),
      statusText(summarize(garbage)),
    );
  } finally {
    await service.stop();
  }
}

/** Callers who are over their rate go on, each with many requests at once on a connection. */
async function pipelinedFlood(reporter: Reporter): Promise<void> {
  await besideCalmCallers(async (service, calmLoad, inCalm) => {
    for (const [connections, pipelined] of [
      [1, 1000],
      [4, 1000],
      [40, 1000],
      [4, 20],
    ] as const) {
      const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'].slice(0, connections);
      const name = `${connections} connections with ${pipelined} pipelined requests`;
      reporter.step(`${name} from ${addresses.length} addresses`);
      const attack = startAttack({ url: service.url, pipelined, addresses, connections });
      const calm = await calmLoad();
      expectCalm(reporter, `beside ${name}: requests`, calm, `${inCalm}; ${attackText(await attack.stop())}`);
    }
  });
}

/** More than the process may have descriptors. */
const HALF_SENT_HEADS = 6_000;
const MAX_DESCRIPTORS = 4_096;

/** Connections that are opened and never send a whole head. */
async function halfSentHeads(reporter: Reporter): Promise<void> {
  await besideCalmCallers(async (service, calmLoad, inCalm) => {
    reporter.step(`${HALF_SENT_HEADS} half-sent heads from one address`);
    const attack = startAttack({
      url: service.url,
      pipelined: 0,
      addresses: ['127.0.0.2'],
      connections: HALF_SENT_HEADS,
    });
    const [calm, health] = await Promise.all([
      calmLoad(),
      openLoad(service.url, { perSecond: 5, seconds: SECONDS, loadRequest: () => ({ path: '/healthz' }) }),
    ]);
    expectCalm(reporter, 'beside half-sent heads: requests', calm, `${inCalm}; ${attackText(await attack.stop())}`);
    expectCalm(reporter, 'beside half-sent heads: looks at /healthz', health);
  }, MAX_DESCRIPTORS);
}

type CalmLoad = () => Promise<Sample[]>;

/** 240 requests of callers who keep to the shipped rates: one with a key, four addresses without. */
async function besideCalmCallers(
  attack: (service: RunningService, calmLoad: CalmLoad, inCalm: string) => Promise<void>,
  maxDescriptors?: number,
): Promise<void> {
  const dataDir = newDataDir();
  const service = await startService({
    dataDir,
    environment: { PLANS_FILE: DEFAULT_PLANS_FILE },
    maxDescriptors,
  });
  try {
    const headers = { authorization: `Bearer ${issueKey(dataDir, 'partner')}` };
    const calm = (perSecond: number, from: string, sent: Readonly<Record<string, string>>) =>
      openLoad(service.url, { perSecond, seconds: SECONDS, from, loadRequest: (sequence) => pageOf(sequence, sent) });
    // From other addresses each time, as rates go on for a minute.
    let host = 10;
    const calmLoad = async () => {
      const anonymous = Array.from({ length: 4 }, () => calm(5, `127.0.0.${host++}`, {}));
      return (await Promise.all([calm(10, '127.0.0.9', headers), ...anonymous])).flat();
    };
    // What the machine makes of it without an attack; meanwhile the tables are made that a start leaves for later.
    const { p99 } = summarize(await calmLoad());
    await attack(service, calmLoad, `, in calm ${p99.toFixed(0)} ms`);
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function expectCalm(reporter: Reporter, who: string, samples: readonly Sample[], more = ''): void {
  const { count, ok, p50, p99, slowest } = summarize(samples);
  reporter.expect(
    `${who} of calm callers are all served`,
    ok === count,
    `${ok} of ${count}: ${statusText(summarize(samples))}`,
  );
  reporter.expect(
    `${who}: p99 of at most ${MAX_CALM_P99_MS} ms`,
    p99 <= MAX_CALM_P99_MS,
    `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms${more}`,
  );
}

function attackText({ opened, answers }: AttackSummary): string {
  const byStatus = Object.entries(answers).map(([status, count]) => `${count} × ${status}`);
  return `the attacker opened ${opened} connections and got ${byStatus.join(', ') || 'no answer'}`;
}
