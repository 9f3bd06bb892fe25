import type { PackedDescriptions } from '../../src/lexicon/descriptions.ts';
import { MEANING_COMPONENTS, ROW_BYTES, sumOfMeanings } from '../../src/lexicon/meaning.ts';

/**
 * What is hoped for lies off from what is typed: who describes a scene looks for the feeling in it. The map from one to the other that has
 * the least squares of errors over all descriptions.
 */

/** What keeps the map small where the descriptions say little; found with a fifth of them left out. */
const RIDGE = 3000;
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
  const parts = solve(equations).flatMap((equation) => [...equation.subarray(MEANING_COMPONENTS)]);
  const largest = Math.max(...parts.map(Math.abs));
  return Int8Array.from(parts, (part) => Math.round((part / largest) * LARGEST));
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
