import { type Options, SingleBar } from 'cli-progress';

const LABELS: Readonly<Record<Step, string>> = {
  sources: 'reading the sources',
  readings: 'finding their readings',
  meaning: 'comparing meanings',
  relations: 'joining the relations',
  entries: 'composing the entries',
  writing: 'writing the files',
};

export interface Progress {
  step(step: Step): void;
  done(): void;
}

/** A progress bar on a terminal, otherwise a line for each step. */
export function createProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  const startedMs = Date.now();
  if (!out.isTTY)
    return {
      step: (step) => out.write(`lexicon build: ${((Date.now() - startedMs) / 1000).toFixed(1)} s, ${LABELS[step]}\n`),
      done: () => out.write(`lexicon build: done in ${((Date.now() - startedMs) / 1000).toFixed(1)} s\n`),
    };
  const options: Options = { format: 'Building the lexicon [{bar}] {label}', stream: out, hideCursor: true };
  const bar = new SingleBar(options);
  bar.start(STEPS.length, 0, { label: '' });
  return {
    step: (step) => bar.update(STEPS.indexOf(step), { label: LABELS[step] }),
    done() {
      bar.update(STEPS.length, { label: `done in ${((Date.now() - startedMs) / 1000).toFixed(1)} s` });
      bar.stop();
    },
  };
}

/** Steps of a build, in order, each with the share of a build's time that has passed when it begins, in percent. */
const STEP_STARTS = { sources: 6, readings: 17, meaning: 25, relations: 28, entries: 35, writing: 43 } as const;
export const STEPS = Object.keys(STEP_STARTS) as readonly Step[];
export type Step = keyof typeof STEP_STARTS;

/**
 * How much of a build is done, in percent.
 *
 * @param share how much of the step is done, 0 to 1
 */
export function percentDone(step: Step, share = 0): number {
  const start = STEP_STARTS[step];
  const next = STEPS[STEPS.indexOf(step) + 1];
  return start + share * ((next === undefined ? 100 : STEP_STARTS[next]) - start);
}
