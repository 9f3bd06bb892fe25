import { type ChosenReadings, soundOf } from '../cantonese/annotation.ts';
import { lineUnits } from '../cantonese/line-units.ts';
import { type FreelyRead, readingsOfMelody } from '../cantonese/melody-readings.ts';
import { createReannotator, type UpdatedReading } from '../cantonese/reannotation.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import type { SungTone } from '../cantonese/tone-moves.ts';
import { type LineTones, type MelodyConstraint, riskLevel } from './risks.ts';
import { isUncut } from './standing-in-line.ts';
import { byCharacterIndex, type SungLine, withReplacement } from './sung-line.ts';

/** A replacement that clears or lowers at least one risk of the line, and opens or raises none. */
export interface VerifiedSubstitution {
  /** The whole line with the replacement in place. */
  readonly line: string;
  /** Sung positions whose risk is gone. */
  readonly resolves: readonly number[];
  /** Sung positions whose risk was contrary and is oblique. */
  readonly lowers: readonly number[];
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
 * undefined when the replacement opens or raises a risk, does nothing for any, is read differently in the line, or cut up in it.
 */
export function createSubstitutionVerifier(
  line: SungLine,
  table: WordTable,
  read: ReadSubstitution,
  constraint: MelodyConstraint,
  chosen: ChosenReadings,
): (start: number, text: string, jyutping: string) => VerifiedSubstitution | undefined {
  const positionOf = new Map(line.characterIndices.map((index, position) => [index, position]));
  return (start, text, jyutping) => {
    const inPlace = read(start, text);
    if (inPlace.jyutping !== jyutping) return undefined;
    const rereadings = new Map<number, UpdatedReading>();
    for (const [index, reading] of inPlace.rereadings) {
      const position = positionOf.get(index);
      if (position !== undefined) rereadings.set(position, reading);
    }
    const change = changeOfRisks(line.tones, tonesAfter(line, rereadings, constraint, chosen), constraint);
    const changed = withReplacement(line, start, text);
    const end = start + lineUnits(text).length;
    return change && isUncut(line, changed, start, end, table) ? { line: changed, ...change } : undefined;
  };
}

/** The tones of the changed line; the melody decides anew between free readings, as it does when that line is sent. */
function tonesAfter(
  line: SungLine,
  rereadings: ReadonlyMap<number, UpdatedReading>,
  { melody }: MelodyConstraint,
  chosen: ChosenReadings,
): LineTones {
  const places = line.unsung.map((place, position): FreelyRead => rereadings.get(position) ?? place);
  const tones: (SungTone | null)[] = places.map(({ tone }) => tone);
  if (places.some(({ variants }) => variants))
    for (const [position, jyutping] of readingsOfMelody(places, melody, chosen))
      tones[position] = soundOf(jyutping)?.tone ?? null;
  return tones;
}

/** Positions of the risks that other tones clear and lower, ascending; undefined when they open or raise one, or do neither. */
export function changeOfRisks(
  before: LineTones,
  after: LineTones,
  constraint: MelodyConstraint,
): { resolves: number[]; lowers: number[] } | undefined {
  const resolves: number[] = [];
  const lowers: number[] = [];
  for (let position = 1; position < before.length; position++) {
    if (before[position] === after[position] && before[position - 1] === after[position - 1]) continue;
    const was = riskLevel(before[position - 1]!, before[position]!, constraint, position);
    const is = riskLevel(after[position - 1]!, after[position]!, constraint, position);
    if (is > was) return undefined;
    if (is < was) (is === 0 ? resolves : lowers).push(position);
  }
  return resolves.length + lowers.length > 0 ? { resolves, lowers } : undefined;
}
