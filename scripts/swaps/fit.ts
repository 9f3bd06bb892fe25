import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import weights from '../../data/sound/swap-weights.json' with { type: 'json' };
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { QUALITY_TABLES } from '../../indexer/tables/quality-tables.ts';
import { readTable } from '../../indexer/tables/read-table.ts';
import { movesOfText } from '../../src/cantonese/melody.ts';
import { currentBuild } from '../../src/generation/build-files.ts';
import { createEffects, findRisks } from '../../src/lyrics/risks.ts';
import { readSungLine } from '../../src/lyrics/sung-line.ts';
import { faultOf } from '../../src/lyrics/swaps/filter.ts';
import { findCandidates, swapSourcesOf } from '../../src/lyrics/swaps/find.ts';
import { FEATURES, featureValues, preferenceOf } from '../../src/lyrics/swaps/rank.ts';
import { affectedWords } from '../../src/lyrics/swaps/spans.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';

/**
 * Fits the weights of the features of swaps to the half `dev` of the labelled swaps: a logistic regression that starts from the present
 * weights, is drawn to them, and keeps their signs. Prints precision and recall on the half `test` at each cut. With `--write` the
 * weights are written; without it they are only measured.
 */

const SHRINKAGE = 6;
const STEPS = 4000;
/** A part of Newton's step by the curve of each weight alone, since features go together. */
const RATE = 0.1;
const WEIGHTS_FILE = join(import.meta.dirname, '../../data/sound/swap-weights.json');

interface Example {
  readonly half: 'dev' | 'test';
  readonly label: 'sung' | 'sayable' | 'wrong';
  readonly values: readonly number[];
}

const { dir: directory } = await currentBuild({ out: join(import.meta.dirname, '../../.data') });
const store = await openMemoryStore({ directory });
const examples: Example[] = [];
let missing = 0;
await store.read(async (lexicon) => {
  const sources = await swapSourcesOf(lexicon);
  const { table, characters } = sources;
  const rows = readTable(DATA_ROOT, QUALITY_TABLES.swapLabels).rows.map(({ value }) => value);
  for (const [key, labelled] of Map.groupBy(rows, ({ line, moves }) => `${line}\t${moves}`)) {
    const [text, moves] = key.split('\t') as [string, string];
    const constraint = { melody: movesOfText(moves), tolerance: 'strict' as const };
    const line = readSungLine(text, table, new Map(), constraint.melody);
    const risks = findRisks(line.tones, constraint);
    const affected = affectedWords(line, risks);
    const effectOf = createEffects(line.tones, constraint);
    const isAsked = (word: string) => labelled.some((one) => one.word === word);
    const parts = { line, risks, affected, table, characters, constraint };
    const search = { ...parts, effectOf, isAsked, yieldIfDue: () => undefined };
    const { candidates, context } = await findCandidates(search, sources, () => undefined);
    for (const { half, start, word, label } of labelled) {
      const found = candidates.filter((one) => one.start === start && one.word === word && !faultOf(one, context));
      if (found.length === 0) missing++;
      const values = found.map((one) => featureValues(one, context)).sort((a, b) => sumOf(b) - sumOf(a))[0];
      if (values) examples.push({ half, label, values });
    }
  }
});
await store.close();

function sumOf(values: readonly number[], by: readonly number[] = FEATURES.map(({ name }) => weights[name])): number {
  return values.reduce((sum, value, i) => sum + Math.round(by[i]! * value), 0);
}

function fitWeights(dev: readonly Example[]): number[] {
  const start = FEATURES.map(({ name }) => weights[name] / 10);
  const fitted = [...start];
  const curves = start.map((_, i) => SHRINKAGE + dev.reduce((sum, { values }) => sum + values[i]! ** 2 / 4, 0));
  for (let step = 0; step < STEPS; step++) {
    const gradient = fitted.map((weight, i) => SHRINKAGE * (weight - start[i]!));
    for (const { label, values } of dev) {
      const logit = values.reduce((sum, value, i) => sum + fitted[i]! * value, 0);
      const error = 1 / (1 + Math.exp(-logit)) - Number(label === 'sung');
      for (const [i, value] of values.entries()) gradient[i]! += error * value;
    }
    for (const [i, slope] of gradient.entries()) {
      const next = fitted[i]! - (RATE * slope) / curves[i]!;
      fitted[i] = start[i]! >= 0 ? Math.max(0, next) : Math.min(0, next);
    }
  }
  // A generated synonym is worth no more than a curated one.
  const [curated, generated] = (['curated synonym', 'generated synonym'] as const).map((name) =>
    FEATURES.findIndex((one) => one.name === name),
  );
  fitted[generated!] = Math.min(fitted[generated!]!, fitted[curated!]!);
  // A sign that is not lost stays when it is rounded.
  return fitted.map((weight, i) => Math.round(weight * 10) || Math.sign(start[i]!));
}

function report(title: string, half: readonly Example[], by: readonly number[]): void {
  console.log(`${title}, ${half.length} swaps: cut, shown, sung (precision), wrong, recall of sung`);
  const ranked = half.map(({ label, values }) => ({ label, preference: preferenceOf(sumOf(values, by)) }));
  const sung = ranked.filter(({ label }) => label === 'sung').length;
  for (let cut = 0; cut < 100; cut += 10) {
    const shown = ranked.filter(({ preference }) => preference >= cut);
    const share = (label: Example['label']) => shown.filter((one) => one.label === label).length;
    const percent = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`;
    console.log(
      [
        cut,
        shown.length,
        percent(share('sung'), shown.length),
        percent(share('wrong'), shown.length),
        percent(share('sung'), sung),
      ].join('\t'),
    );
  }
}

const [dev, test] = [examples.filter(({ half }) => half === 'dev'), examples.filter(({ half }) => half === 'test')];
const present = FEATURES.map(({ name }) => weights[name]);
console.log(`${examples.length} labelled swaps are found, ${missing} are not`);
report('present weights on test', test, present);
if (process.argv.includes('--write')) {
  const fitted = fitWeights(dev);
  report('fitted weights on dev', dev, fitted);
  report('fitted weights on test', test, fitted);
  const table = Object.fromEntries(FEATURES.map(({ name }, i) => [name, fitted[i]!]));
  writeFileSync(WEIGHTS_FILE, `${JSON.stringify(table, null, 2)}\n`);
}
