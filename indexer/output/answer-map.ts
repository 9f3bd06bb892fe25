import type { PackedDescriptions } from '../../src/lexicon/descriptions.ts';
import { MEANING_COMPONENTS, ROW_BYTES, sumOfMeanings } from '../../src/lexicon/meaning.ts';

/**
 * What is hoped for lies off from what is typed: who describes a scene looks for the feeling in it. The map from one to the other that has
 * the least squares of errors over all descriptions, divided by how the words that are hoped for vary: without that, meanings that most of
 * them share make all answers alike.
 */

/** What keeps the map small where the descriptions say little; found with a fifth of them left out. */
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
export function learnAnswers(
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
