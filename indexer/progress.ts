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

/** Steps of a build, in order. */
export const STEPS = ['sources', 'readings', 'meaning', 'relations', 'entries', 'writing'] as const;
export type Step = (typeof STEPS)[number];
