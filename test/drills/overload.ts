import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PLANS_FILE } from '../../src/metering/plans.ts';
import { startAttack } from './attacker.ts';
import { type LoadRequest, openLoad, type Sample, samplesWithin, startLoad, statusText, summarize } from './load.ts';
import type { Drill, Reporter } from './report.ts';
import { issueKey, type RunningService, type ServiceOptions, startService } from './service.ts';

const LINE = '我哋喺海邊行咗好耐望住個天慢慢黑晒諗起舊時嘅你同埋嗰啲冇講出口嘅說話';

/** A line to mend, each time with another melody: dear to answer, cheap to ask. */
function lineToFix(sequence: number, headers: Readonly<Record<string, string>>): LoadRequest {
  const melody = Array.from(LINE, (_, at) => 60 + ((at * 7 + sequence * 3) % 12));
  const body = JSON.stringify({ line: LINE, melody });
  return { method: 'POST', path: '/api/lexicon/workflow/fix-contour', body, headers };
}

/** Requests a second that are answered when there are always some waiting. */
async function capacityOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const load = startLoad({ urls: [url], clients: 4, nextRequest: (sequence) => lineToFix(sequence, headers) });
  await sleep(4500);
  const samples = samplesWithin(await load.stop(), 1500, 4500);
  return summarize(samples).ok / 3;
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
    await withService({}, (service) => threefoldLoad(reporter, service));
    await withService({}, (service) => floodFromOneAddress(reporter, service));
    await withService({ environment: { PLANS_FILE: DEFAULT_PLANS_FILE }, maxDescriptors: 4_096 }, (service) =>
      attacksInTurn(reporter, service),
    );
  },
};

async function withService(options: ServiceOptions, use: (service: RunningService) => Promise<void>): Promise<void> {
  const service = await startService(options);
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

const partnerHeaders = ({ dataDir }: RunningService) => ({ authorization: `Bearer ${issueKey(dataDir, 'partner')}` });

const milliseconds = (samples: readonly Sample[]) => {
  const { p50, p99, slowest } = summarize(samples);
  return `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`;
};

/** What the service cannot serve in time it refuses. */
async function threefoldLoad(reporter: Reporter, service: RunningService): Promise<void> {
  const headers = partnerHeaders(service);
  const capacity = await capacityOf(service.url, headers);
  reporter.step(`capacity ${Math.round(capacity)} requests a second`);
  const load = (perSecond: number, seconds: number) =>
    openLoad(service.url, { perSecond, seconds, loadRequest: (sequence) => lineToFix(sequence, headers) });
  const burst = await load(4000, 0.1);
  reporter.expect(
    'a burst of 400 requests is served whole',
    burst.every(({ status }) => status === 200),
    `${statusText(burst)}, ${milliseconds(burst)}`,
  );
  const samples = await load(3 * capacity, SECONDS);
  const served = samples.filter(({ status }) => status === 200);
  const refused = samples.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined);
  reporter.expect(
    'every request is answered, by 200 or by 503 with Retry-After',
    served.length + refused.length === samples.length,
    statusText(samples),
  );
  for (const [what, answers] of Object.entries({ served, refused }))
    reporter.expect(
      `what is ${what} is ${what} with p99 of at most ${MAX_OVERLOADED_P99_MS} ms`,
      summarize(answers).p99 <= MAX_OVERLOADED_P99_MS,
      milliseconds(answers),
    );
  const rate = served.length / SECONDS;
  reporter.expect(
    'at least half of what it can answer in calm is answered',
    rate > 0.5 * capacity,
    `${rate.toFixed(0)} a second of ${capacity.toFixed(0)}`,
  );
}

/** Nobody is at a rate limit: the queue alone keeps the callers apart. */
async function floodFromOneAddress(reporter: Reporter, service: RunningService): Promise<void> {
  const headers = partnerHeaders(service);
  const capacity = await capacityOf(service.url, headers);
  const calm = (perSecond: number, sent: Readonly<Record<string, string>>, from?: string) =>
    openLoad(service.url, {
      perSecond,
      seconds: SECONDS,
      loadRequest: (sequence) => pageOf(sequence, sent),
      ...(from && { from }),
    });
  const flood = (times: number, headersOf: (sequence: number) => Readonly<Record<string, string>>) =>
    openLoad(service.url, {
      perSecond: times * capacity,
      seconds: SECONDS,
      loadRequest: (sequence) => lineToFix(sequence, headersOf(sequence)),
      from: '127.0.0.2',
    });
  const baseline = await calm(30, headers);
  reporter.step('the caller begins, without a key and with keys that are none');
  const [, garbage, keyed, anonymous] = await Promise.all([
    flood(4, () => ({})),
    flood(1, (sequence) => ({ authorization: `Bearer garbage-${sequence}` })),
    calm(30, headers),
    calm(2, {}, '127.0.0.3'),
  ]);
  expectCalm(reporter, 'beside a flood: requests with a key', keyed, `; in calm ${milliseconds(baseline)}`);
  reporter.expect(
    'all requests of another address without a key are served',
    anonymous.every(({ status }) => status === 200),
    `${statusText(anonymous)}; ${milliseconds(anonymous)}`,
  );
  reporter.expect(
    'keys that are none get nothing',
    garbage.every(({ status }) => [401, 429, 503].includes(status)),
    statusText(garbage),
  );
}

/** Connections, requests that are sent one behind the other on each (0: a head that never ends), and addresses. */
const ATTACKS = [
  [1, 1000, 1],
  [4, 1000, 4],
  [40, 1000, 4],
  [4, 20, 4],
  // More than the process may have descriptors.
  [6_000, 0, 1],
] as const;

/** Attackers who are over their rate, or never send a whole request, beside callers who keep to the shipped rates. */
async function attacksInTurn(reporter: Reporter, service: RunningService): Promise<void> {
  const headers = partnerHeaders(service);
  const calm = (perSecond: number, from: string, loadRequest: (sequence: number) => LoadRequest) =>
    openLoad(service.url, { perSecond, seconds: SECONDS, from, loadRequest });
  // From other addresses each time, as rates go on for a minute.
  let host = 10;
  const calmLoad = async () => {
    const anonymous = Array.from({ length: 4 }, () => calm(5, `127.0.0.${host++}`, (sequence) => pageOf(sequence)));
    const keyed = calm(10, '127.0.0.9', (sequence) => pageOf(sequence, headers));
    return (await Promise.all([keyed, ...anonymous])).flat();
  };
  // What the machine makes of it without an attack; meanwhile the tables are made that a start leaves for later.
  const inCalm = milliseconds(await calmLoad());
  for (const [connections, pipelined, addressCount] of ATTACKS) {
    const name = pipelined ? `${connections} × ${pipelined} pipelined requests` : `${connections} half-sent heads`;
    reporter.step(`${name} from ${addressCount} addresses`);
    const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'].slice(0, addressCount);
    const attack = startAttack({ url: service.url, pipelined, addresses, connections });
    const [samples, probes] = await Promise.all([calmLoad(), calm(5, '127.0.0.1', () => ({ path: '/healthz' }))]);
    const { opened, answers } = await attack.stop();
    const attacked = `; the attacker opened ${opened} connections and got ${JSON.stringify(answers)}`;
    expectCalm(reporter, `beside ${name}: requests`, samples, `; in calm ${inCalm}${attacked}`);
    expectCalm(reporter, `beside ${name}: looks at /healthz`, probes);
  }
}

function expectCalm(reporter: Reporter, who: string, samples: readonly Sample[], more = ''): void {
  const { count, ok, p99 } = summarize(samples);
  reporter.expect(`${who} of calm callers are all served`, ok === count, statusText(samples));
  reporter.expect(
    `${who}: p99 of at most ${MAX_CALM_P99_MS} ms`,
    p99 <= MAX_CALM_P99_MS,
    `${milliseconds(samples)}${more}`,
  );
}
