import { type LoadRequest, type Sample, statusText, summarize } from '../load.ts';
import type { Reporter } from '../report.ts';

/** Requests a second of annotate, fix-contour and check together. */
export const WORKFLOW_REQUESTS_PER_SECOND = 8;

const LINES = [
  '我哋喺海邊行咗好耐',
  '望住個天慢慢黑晒',
  '諗起舊時嘅你同埋說話',
  '今晚風吹過無人嘅街',
  '願你明白我心中所愛',
];

const pickLine = (sequence: number) => LINES[sequence % LINES.length]!;
const melodyOf = (line: string, sequence: number) => Array.from(line, (_, at) => 60 + ((at * 7 + sequence * 3) % 12));
const sungLine = (sequence: number) => ({ line: pickLine(sequence), melody: melodyOf(pickLine(sequence), sequence) });

/** Credits of each; see ENDPOINTS. */
const CREDITS: Readonly<{ [path: string]: number }> = {
  '/api/lexicon/annotate': 1,
  '/api/lexicon/workflow/fix-contour': 5,
  '/api/lexicon/workflow/check': 5,
};

/** The operations that need a generation's word tables, in turn. */
export function workflowRequest(sequence: number, headers: Readonly<{ [name: string]: string }>): LoadRequest {
  const round = Math.floor(sequence / 3);
  const bodies = [{ text: LINES.join('\n') }, sungLine(round), { lines: LINES.map((_, at) => sungLine(round + at)) }];
  const index = sequence % 3;
  return { method: 'POST', path: Object.keys(CREDITS)[index]!, body: JSON.stringify(bodies[index]), headers };
}

export function creditsOf(samples: readonly Sample[]): number {
  return samples.filter(({ status }) => status === 200).reduce((sum, { path }) => sum + CREDITS[path]!, 0);
}

const LIMIT_MS = 300;

/** Expects that nobody felt what was done from `begun` on; before that was calm. */
export function expectUnaffected(reporter: Reporter, samples: readonly Sample[], startedAt: number): void {
  const baseline = summarize(samples.filter(({ at }) => at < startedAt));
  const busy = summarize(samples.filter(({ at }) => at >= startedAt));
  const text = ({ count, p50, p99, slowest }: typeof baseline) =>
    `${count} requests, p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, slowest ${slowest.toFixed(0)} ms`;
  reporter.expect(
    'annotate, fix-contour and check, 8 a second in total: none fails',
    busy.count > 0 && busy.ok === busy.count,
    statusText(busy),
  );
  reporter.expect(
    `their p99 stays below ${LIMIT_MS} ms, or below twice that before the fault on a busy machine`,
    busy.p99 < Math.max(LIMIT_MS, 2 * baseline.p99),
    `${text(busy)}; before the fault ${text(baseline)}`,
  );
}
