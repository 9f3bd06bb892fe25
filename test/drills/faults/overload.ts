import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadRequest, statusText, summarize } from '../load.ts';
import { openLoad } from '../open-load.ts';
import type { Drill } from '../report.ts';
import { issueKey, startService } from '../service.ts';

const LINE = '我哋喺海邊行咗好耐望住個天慢慢黑晒諗起舊時嘅你同埋嗰啲冇講出口嘅說話';

/** A line to mend, each time with another melody: dear to answer, cheap to ask. */
export function lineToFix(sequence: number, headers: Readonly<Record<string, string>>): LoadRequest {
  const melody = Array.from(LINE, (_, at) => 60 + ((at * 7 + sequence * 3) % 12));
  const body = JSON.stringify({ line: LINE, melody });
  return { method: 'POST', path: '/api/lexicon/workflow/fix-contour', body, headers };
}

/** Requests a second that are answered when there are always some waiting. */
export async function capacityOf(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
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
const MAX_P99_MS = 400;

export const overload: Drill = {
  name: 'overload',
  description: 'three times what the service can answer: what it cannot serve in time it refuses',
  async run(reporter) {
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
        `what is served is served with p99 of at most ${MAX_P99_MS} ms`,
        p99 <= MAX_P99_MS,
        `p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
      );
      const rate = served.length / SECONDS;
      reporter.expect(
        'at least half of what it can answer in calm is answered',
        rate > 0.5 * capacity,
        `${rate.toFixed(0)} a second of ${capacity.toFixed(0)}`,
      );
      reporter.expect(
        `refusals come with p99 of at most ${MAX_P99_MS} ms`,
        summarize(refused).p99 <= MAX_P99_MS,
        `p99 ${summarize(refused).p99.toFixed(0)} ms`,
      );
    } finally {
      await service.stop();
    }
  },
};
