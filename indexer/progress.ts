import { SingleBar } from 'cli-progress';

/** Steps of a build, in order. `start`: the share of a build's time that has passed when the step begins, in percent. */
const STEP_TABLE = {
  sources: { start: 6, label: 'reading the sources' },
  readings: { start: 17, label: 'finding their readings' },
  meaning: { start: 25, label: 'comparing meanings' },
  relations: { start: 28, label: 'joining the relations' },
  entries: { start: 35, label: 'composing the entries' },
  writing: { start: 43, label: 'writing the files' },
} as const;
export type Step = keyof typeof STEP_TABLE;
const STEPS = Object.keys(STEP_TABLE) as readonly Step[];

export interface Progress {
  step(step: Step): void;
  done(): void;
}

/** A progress bar on a terminal, otherwise a line for each step. */
export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  const startedMs = Date.now();
  const seconds = () => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
  if (!out.isTTY)
    return {
      step: (step) => out.write(`lexicon build: ${seconds()}, ${STEP_TABLE[step].label}\n`),
      done: () => out.write(`lexicon build: done in ${seconds()}\n`),
    };
  const bar = new SingleBar({ format: 'Building the lexicon [{bar}] {label}', stream: out, hideCursor: true });
  bar.start(STEPS.length, 0, { label: '' });
  return {
    step: (step) => bar.update(STEPS.indexOf(step), { label: STEP_TABLE[step].label }),
    done() {
      bar.update(STEPS.length, { label: `done in ${seconds()}` });
      bar.stop();
    },
  };
}

/**
 * How much of a build is done, in percent.
 *
 * @param share how much of the step is done, 0 to 1
 */
export function percentDone(step: Step, share = 0): number {
  const { start } = STEP_TABLE[step];
  const next = STEPS[STEPS.indexOf(step) + 1];
  return start + share * ((next === undefined ? 100 : STEP_TABLE[next].start) - start);
}
