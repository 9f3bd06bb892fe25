import type { ChosenReadings } from '../cantonese/annotation.ts';
import { createReannotator } from '../cantonese/reannotation.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import type { CodeDigit } from '../cantonese/tone.ts';
import { findRisks, isRiskBetween, type MelodyConstraint } from './risks.ts';
import { byCharacterIndex, type SungLine, withReplacement } from './sung-line.ts';

/** A replacement that clears at least one risk of the line and opens none. */
export interface VerifiedSubstitution {
  /** The whole line with the replacement in place. */
  readonly line: string;
  /** Sung positions whose risk is gone. */
  readonly resolves: readonly number[];
}

/**
 * Verifies replacements by annotating the changed line, because the new context can change its segmentation and readings. Returns
 * undefined when the replacement opens a risk, clears none, or is read differently in the line.
 */
export function createSubstitutionVerifier(
  line: SungLine,
  table: WordTable,
  chosen: ChosenReadings,
  constraint: MelodyConstraint,
): (start: number, text: string, jyutping: string) => VerifiedSubstitution | undefined {
  const risky = new Set(findRisks(line.codes, constraint).map((risk) => risk.position));
  const positionOf = new Map(line.characterIndices.map((index, position) => [index, position]));
  const reannotate = createReannotator(
    line.characters.join(''),
    table,
    byCharacterIndex(line.characterIndices, chosen),
  );
  const verified = new Map<string, VerifiedSubstitution | undefined>();

  const verify = (start: number, text: string, jyutping: string): VerifiedSubstitution | undefined => {
    const replacement = Array.from(text);
    const firstIndex = line.characterIndices[start]!;
    const rereadings = reannotate(firstIndex, replacement);
    const reading = replacement.map((_, i) => rereadings.get(firstIndex + i)?.jyutping);
    if (reading.join(' ') !== jyutping) return undefined;
    const codes = new Map<number, CodeDigit | null>();
    for (const [index, { code }] of rereadings) {
      const position = positionOf.get(index);
      if (position !== undefined) codes.set(position, code);
    }
    const resolves = clearedRisks(line, codes, risky, constraint);
    return resolves && { line: withReplacement(line, start, text), resolves };
  };
  return (start, text, jyutping) => {
    const key = `${start} ${text} ${jyutping}`;
    if (!verified.has(key)) verified.set(key, verify(start, text, jyutping));
    return verified.get(key);
  };
}

/** Positions of the risks that the new codes clear, ascending; undefined when they open one or clear none. */
function clearedRisks(
  line: SungLine,
  codes: ReadonlyMap<number, CodeDigit | null>,
  risky: ReadonlySet<number>,
  constraint: MelodyConstraint,
): number[] | undefined {
  const codeAt = (position: number) => (codes.has(position) ? codes.get(position)! : (line.codes[position] ?? null));
  const affected = new Set<number>();
  for (const position of codes.keys()) affected.add(position).add(position + 1);
  const resolves: number[] = [];
  for (const position of affected) {
    // Positions outside the line have no code, and so no risk.
    const isRisky = isRiskBetween(codeAt(position - 1), codeAt(position), constraint, position);
    if (isRisky && !risky.has(position)) return undefined;
    if (!isRisky && risky.has(position)) resolves.push(position);
  }
  return resolves.length > 0 ? resolves.sort((a, b) => a - b) : undefined;
}
