import type { ChosenReadings } from '../cantonese/annotation.ts';
import { lineUnits } from '../cantonese/line-units.ts';
import { createReannotator, type UpdatedReading } from '../cantonese/reannotation.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import type { SungTone } from '../cantonese/tone-moves.ts';
import { findRisks, isRiskBetween, type MelodyConstraint } from './risks.ts';
import { byCharacterIndex, type SungLine, withReplacement } from './sung-line.ts';

/** A replacement that clears at least one risk of the line and opens none. */
export interface VerifiedSubstitution {
  /** The whole line with the replacement in place. */
  readonly line: string;
  /** Sung positions whose risk is gone. */
  readonly resolves: readonly number[];
}

/** A text in place of as many characters of the line. */
export interface TextInPlace {
  /** Its reading in the line; undefined where a character has none. */
  readonly jyutping: string | undefined;
  /** Readings of the line that may have changed, by character index. */
  readonly rereadings: ReadonlyMap<number, UpdatedReading>;
}

export type ReadSubstitution = (start: number, text: string) => TextInPlace;

/** Reads texts in place of others by annotating the changed line; each is read once. */
export function createSubstitutionReader(line: SungLine, table: WordTable, chosen: ChosenReadings): ReadSubstitution {
  const reannotate = createReannotator(
    line.characters.join(''),
    table,
    byCharacterIndex(line.characterIndices, chosen),
  );
  const known = new Map<string, TextInPlace>();
  return (start, text) => {
    const key = `${start} ${text}`;
    const found = known.get(key);
    if (found) return found;
    const replacement = lineUnits(text);
    const firstIndex = line.characterIndices[start]!;
    const rereadings = reannotate(firstIndex, replacement);
    const syllables = replacement.map((_, i) => rereadings.get(firstIndex + i)?.jyutping);
    const jyutping = syllables.every((syllable) => typeof syllable === 'string') ? syllables.join(' ') : undefined;
    const read = { jyutping, rereadings };
    known.set(key, read);
    return read;
  };
}

/**
 * Verifies replacements by annotating the changed line, because the new context can change its segmentation and readings. Returns
 * undefined when the replacement opens a risk, clears none, or is read differently in the line.
 */
export function createSubstitutionVerifier(
  line: SungLine,
  read: ReadSubstitution,
  constraint: MelodyConstraint,
): (start: number, text: string, jyutping: string) => VerifiedSubstitution | undefined {
  const risky = new Set(findRisks(line.tones, constraint).map((risk) => risk.position));
  const positionOf = new Map(line.characterIndices.map((index, position) => [index, position]));
  return (start, text, jyutping) => {
    const inPlace = read(start, text);
    if (inPlace.jyutping !== jyutping) return undefined;
    const tones = new Map<number, SungTone | null>();
    for (const [index, { tone }] of inPlace.rereadings) {
      const position = positionOf.get(index);
      if (position !== undefined) tones.set(position, tone);
    }
    const resolves = clearedRisks(line, tones, risky, constraint);
    return resolves && { line: withReplacement(line, start, text), resolves };
  };
}

/** Positions of the risks that the new tones clear, ascending; undefined when they open one or clear none. */
function clearedRisks(
  line: SungLine,
  tones: ReadonlyMap<number, SungTone | null>,
  risky: ReadonlySet<number>,
  constraint: MelodyConstraint,
): number[] | undefined {
  const toneAt = (position: number) => (tones.has(position) ? tones.get(position)! : (line.tones[position] ?? null));
  const affected = new Set<number>();
  for (const position of tones.keys()) affected.add(position).add(position + 1);
  const resolves: number[] = [];
  for (const position of affected) {
    // Positions outside the line have no tone, and so no risk.
    const isRisky = isRiskBetween(toneAt(position - 1), toneAt(position), constraint, position);
    if (isRisky && !risky.has(position)) return undefined;
    if (!isRisky && risky.has(position)) resolves.push(position);
  }
  return resolves.length > 0 ? resolves.sort((a, b) => a - b) : undefined;
}
