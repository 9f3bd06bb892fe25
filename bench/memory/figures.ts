import type { Row } from '../report.ts';
import type { ProcessMemory } from './process-memory.ts';

/** One figure, with the goal that it is to stay within where there is one. */
export interface Figure {
  /** The same in each run: comparisons find it by this. */
  readonly name: string;
  readonly value: number;
  readonly unit: 'MB' | 's' | 'ms';
  readonly goal?: number;
  /** What the resident memory is made of. */
  readonly memory?: ProcessMemory;
}

export function rowOf({ name, value, unit, goal }: Figure): Row {
  const row = { name, n: 1, p50: value, p95: value, p99: value, unit };
  return goal === undefined ? row : { ...row, ratioTo: { goal: goal / value } };
}

/** A Markdown table of the figures, each beside its goal. */
export function tableOf(figures: readonly Figure[]): string {
  const whole = (value: number | undefined) => value?.toFixed(0) ?? '';
  const lines = figures.map(({ name, value, unit, goal, memory }) => {
    const shown = unit === 's' ? value.toFixed(2) : whole(value);
    const aim = goal === undefined ? '–' : `${goal}${value <= goal ? '' : ', missed'}`;
    const parts = [memory?.privateDirty, memory?.ofFiles, memory?.proportional].map(whole);
    return `| ${[name, `${shown} ${unit}`, aim, ...parts].join(' | ')} |`;
  });
  return [
    '| what | measured | goal | its own pages, MB | pages of files, MB | its share, MB |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}
