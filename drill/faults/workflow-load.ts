import { type Arrival, type Sample, statusText, summarize } from '../load.ts';
import type { Record } from '../report.ts';

/** Requests a second of annotate, fix-contour and check together. */
export const WORKFLOW_RATE = 8;

const LINES = [
  '我哋喺海邊行咗好耐',
  '望住個天慢慢黑晒',
  '諗起舊時嘅你同埋說話',
  '今晚風吹過無人嘅街',
  '願你明白我心中所愛',
];

const pick = (turn: number) => LINES[turn % LINES.length]!;
const melodyOf = (line: string, turn: number) => Array.from(line, (_, at) => 60 + ((at * 7 + turn * 3) % 12));
const sung = (turn: number) => ({ line: pick(turn), melody: melodyOf(pick(turn), turn) });

/** Credits of each; see ENDPOINTS. */
const CREDITS: Readonly<{ [path: string]: number }> = {
  '/api/lexicon/annotate': 1,
  '/api/lexicon/workflow/fix-contour': 5,
  '/api/lexicon/workflow/check': 5,
};

/** The operations that need a generation's word tables, in turn. */
export function workflowArrival(turn: number, headers: Readonly<{ [name: string]: string }>): Arrival {
  const round = Math.floor(turn / 3);
  const bodies = [{ text: LINES.join('\n') }, sung(round), { lines: LINES.map((_, at) => sung(round + at)) }];
  const place = turn % 3;
  return { method: 'POST', path: Object.keys(CREDITS)[place]!, body: JSON.stringify(bodies[place]), headers };
}

export function creditsOf(samples: readonly Sample[]): number {
  return samples.filter(({ status }) => status === 200).reduce((sum, { path }) => sum + CREDITS[path]!, 0);
}

const LIMIT_MS = 300;

/** Expects that nobody felt what was done from `begun` on; before that was calm. */
export function expectNotFelt(record: Record, samples: readonly Sample[], begun: number): void {
  const calm = summarize(samples.filter(({ at }) => at < begun));
  const busy = summarize(samples.filter(({ at }) => at >= begun));
  const text = ({ count, p50, p99, slowest }: typeof calm) =>
    `${count} requests, p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, slowest ${slowest.toFixed(0)} ms`;
  record.expect(
    'annotate, fix-contour and check, 8 a second together: none fails',
    busy.count > 0 && busy.ok === busy.count,
    statusText(busy),
  );
  record.expect(
    `their p99 stays below ${LIMIT_MS} ms, or below twice that of calm where the machine is busy`,
    busy.p99 < Math.max(LIMIT_MS, 2 * calm.p99),
    `${text(busy)}; in calm ${text(calm)}`,
  );
}
