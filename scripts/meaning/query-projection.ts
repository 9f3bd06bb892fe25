import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { currentBuild } from '../../indexer/build.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import type { PackedDescriptions } from '../../src/lexicon/descriptions.ts';
import { MEANING_COMPONENTS, ROW_BYTES, sumOfMeanings } from '../../src/lexicon/meaning.ts';
import { decodeWords, WORD_TABLE_FILE } from '../../src/lexicon/packed-words.ts';

/**
 * The target words of a description lie off from its text: who describes a scene looks for the feeling in it. Fits the linear map from one
 * to the other by least squares over all descriptions of the current build, divided by the covariance of the target words: without the
 * division, meanings that most of them share make all answers alike. Writes `data/generated/query-projection.json`:
 * `node scripts/meaning/query-projection.ts`.
 */

/** Regularization; found with a fifth of the descriptions left out. */
const RIDGE = 3000;
/** What keeps the division small, beside the mean variance of a component; found with the halves `dev` of the phrases of `data/quality`. */
const VARIANCE_RIDGE = 2;
/** The words of a description count the less the further down they stand: the second 1 / 1.2 of the first. */
const PLACE_DECAY = 0.2;
const LARGEST = 127;

/**
 * @param rows of the words in order of their numbers
 * @returns see {@link PackedDescriptions.answerMap}
 */
export function fitQueryProjection(
  { describedSums, hopedStarts, hopedWords }: PackedDescriptions,
  rows: Int8Array,
): Int8Array {
  // Both sides of the normal equations, side by side: what is typed by itself, and by what is hoped for.
  const equations = Array.from({ length: MEANING_COMPONENTS }, (_, row) => {
    const equation = new Float64Array(2 * MEANING_COMPONENTS);
    equation[row] = RIDGE;
    return equation;
  });
  for (let description = 0; description < hopedStarts.length - 1; description++) {
    const typed = rowAt(describedSums, description, MEANING_COMPONENTS);
    const hoped = sumOfMeanings(
      Array.from(hopedWords.subarray(hopedStarts[description], hopedStarts[description + 1]), (word, place) => [
        rowAt(rows, word, ROW_BYTES),
        1 / (1 + place * PLACE_DECAY),
      ]),
    );
    if (!hoped) continue;
    for (let a = 0; a < MEANING_COMPONENTS; a++) {
      const equation = equations[a]!;
      for (let b = 0; b < MEANING_COMPONENTS; b++) {
        equation[b]! += typed[a]! * typed[b]!;
        equation[MEANING_COMPONENTS + b]! += typed[a]! * hoped[b]!;
      }
    }
  }
  const answers = solve(equations).map((equation) => equation.subarray(MEANING_COMPONENTS));
  const divided = dividedByVariance(answers, new Set(hopedWords), rows);
  const largest = Math.max(...divided.map(Math.abs));
  return Int8Array.from(divided, (part) => Math.round((part / largest) * LARGEST));
}

/** Answers, a row for each component that is typed, by the covariance of words that count once each. */
function dividedByVariance(answers: readonly Float64Array[], words: ReadonlySet<number>, rows: Int8Array): number[] {
  const equations = answers.map((_, component) => {
    const equation = new Float64Array(2 * MEANING_COMPONENTS);
    for (const [typed, answer] of answers.entries()) equation[MEANING_COMPONENTS + typed] = answer[component]!;
    return equation;
  });
  for (const word of words) {
    const row = rowAt(rows, word, ROW_BYTES);
    for (let a = 0; a < MEANING_COMPONENTS; a++)
      for (let b = 0; b < MEANING_COMPONENTS; b++) equations[a]![b]! += row[a]! * row[b]!;
  }
  const variance = equations.reduce((sum, equation, component) => sum + equation[component]!, 0) / MEANING_COMPONENTS;
  for (const [component, equation] of equations.entries()) equation[component]! += VARIANCE_RIDGE * (variance || 1);
  const divided = solve(equations);
  return answers.flatMap((_, typed) => divided.map((equation) => equation[MEANING_COMPONENTS + typed]!));
}

function rowAt(rows: Int8Array, place: number, length: number): Int8Array {
  return rows.subarray(place * length, place * length + MEANING_COMPONENTS);
}

/** By elimination: the left side is positive definite, so that no rows need be exchanged. */
function solve(equations: readonly Float64Array[]): readonly Float64Array[] {
  for (const [column, pivot] of equations.entries()) {
    const divisor = pivot[column]!;
    for (let at = 0; at < pivot.length; at++) pivot[at]! /= divisor;
    for (const [row, equation] of equations.entries()) {
      const factor = equation[column]!;
      if (row === column || factor === 0) continue;
      for (let at = 0; at < equation.length; at++) equation[at]! -= factor * pivot[at]!;
    }
  }
  return equations;
}

/** A row of the square a line. */
function projectionText(projection: Int8Array, made: Readonly<Record<string, unknown>>): string {
  const rows = Array.from({ length: MEANING_COMPONENTS }, (_, row) =>
    JSON.stringify([...rowAt(projection, row, MEANING_COMPONENTS)]).replaceAll(',', ', '),
  );
  const fields = Object.entries(made).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return ['{', ...fields, `  "rows": [\n    ${rows.join(',\n    ')}\n  ]`, '}', ''].join('\n');
}

function writeProjection(): void {
  const build = currentBuild();
  if (!build) throw new Error('There is no build. Run "npm run lexicon -- build" first.');
  const read = (name: string) => readFileSync(join(build.dir, name));
  const meanings = gunzipSync(read('meanings.bin.gz'));
  const words = decodeWords(read(WORD_TABLE_FILE));
  const projection = fitQueryProjection(words, new Int8Array(meanings.buffer, meanings.byteOffset, meanings.length));
  const file = join(DATA_ROOT, 'generated/query-projection.json');
  const made = {
    made_by: 'scripts/meaning/query-projection.ts',
    ridge: RIDGE,
    descriptions: words.hopedStarts.length - 1,
    rows_sha256: createHash('sha256').update(projection).digest('hex'),
  };
  writeFileSync(file, projectionText(projection, made));
  console.log(`${file}: fitted to ${made.descriptions} descriptions`);
}

if (import.meta.main) writeProjection();
