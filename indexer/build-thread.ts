import { parentPort, workerData } from 'node:worker_threads';
import type { Manifest } from '../src/lexicon/formats.ts';
import { createWordPacker } from '../src/lexicon/word-packer.ts';
import { compose } from './compose/compose.ts';
import type { BuildInputs } from './inputs.ts';
import { type Composed, writeBuild } from './output/write-build.ts';
import type { Step } from './progress.ts';
import { readFrequencyTable, readJudgedRelations, readMeaningTables } from './sources/generated.ts';
import { readLabelTables } from './sources/labels.ts';
import { noticesOf, readOperatorFile } from './sources/operator.ts';
import { readHandWritten } from './tables/hand-written.ts';
import type { Problem } from './tables/read-table.ts';

/** Input of the thread: what to build from, and where to write it. */
export interface BuildTask extends BuildInputs {
  /** An empty folder for the files. */
  readonly dir: string;
  readonly checksum: string;
  readonly generation: string;
  /** Whether to write the lines as JSON too. */
  readonly jsonLines: boolean;
}

/** Message to the parent thread: many of `step` and `share`, then one of `invalid` or `built` as the last. */
export type BuildReport =
  | { readonly kind: 'step'; readonly step: Step }
  /** Share of the step `writing` that is done, 0 to 1. */
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'built'; readonly manifest: Manifest };

/**
 * Runs in a worker thread, because the server builds too: its event loop stays free for signals, and the build's heap is freed as
 * a whole when the thread ends.
 */
async function build(task: BuildTask, report: (message: BuildReport) => void): Promise<void> {
  const { dir, dataRoot, sources, skipInvalid, checksum, generation, jsonLines } = task;
  const files = sources.map(readOperatorFile);
  const unreadable = files.flatMap((file) => file.problems);
  if (unreadable.length > 0 && !skipInvalid) return report({ kind: 'invalid', problems: unreadable });
  const rows = files.flatMap((file) => file.rows);
  const onStep = (step: Step) => report({ kind: 'step', step });
  const composed = composeFrom(dataRoot, rows, onStep);
  const rejected = [...unreadable, ...composed.composition.problems];
  if (rejected.length > 0 && !skipInvalid) return report({ kind: 'invalid', problems: rejected });
  onStep('writing');
  const operatorNotices = noticesOf(sources, files);
  const onShare = (share: number) => report({ kind: 'share', share });
  const written = { checksum, generation, operatorNotices, rejected, jsonLines, onShare };
  report({ kind: 'built', manifest: await writeBuild(dir, { ...composed, ...written }) });
}

/** Composition and the few tables that the writing needs; the other tables are dropped here, 150 MB that would stay in memory meanwhile. */
function composeFrom(dataRoot: string, rows: Parameters<typeof compose>[1], onStep: (step: Step) => void): Composed {
  const tables = readHandWritten(dataRoot);
  const frequencies = readFrequencyTable(dataRoot);
  const meanings = readMeaningTables(dataRoot);
  const [relations, labels] = [readJudgedRelations(dataRoot), readLabelTables(dataRoot)];
  const composition = compose(tables, rows, { relations, frequencies, meanings, labels }, onStep);
  const wordPacker = createWordPacker();
  for (const [word, { essay: occurrences }] of frequencies) wordPacker.counted(word, occurrences);
  const { descriptions, emotions, themes, categories } = tables;
  const { answers, tokens, tokensFile } = meanings;
  return {
    composition,
    wordPacker,
    tables: { descriptions, emotions, themes, categories },
    meanings: { answers, tokens, tokensFile },
  };
}

await build(workerData as BuildTask, (message) => parentPort?.postMessage(message));
