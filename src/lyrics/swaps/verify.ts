import { type ChosenReadings, soundOf } from '../../cantonese/annotation.ts';
import { tonesOfReading } from '../../cantonese/jyutping.ts';
import { lineUnits } from '../../cantonese/line-units.ts';
import { type FreelyRead, readingsOfMelody } from '../../cantonese/melody-readings.ts';
import { createReannotator, type UpdatedReading } from '../../cantonese/reannotation.ts';
import type { WordTable } from '../../cantonese/segmentation.ts';
import type { SungTone } from '../../cantonese/tone-moves.ts';
import type { RelationSource } from '../../lexicon/entry.ts';
import { type LineTones, type MelodyConstraint, type RiskChange, riskLevel, substitutionEffect } from '../risks.ts';
import { byCharacterIndex, type SungLine, type SungWord, withReplacement } from '../sung-line.ts';
import { faultOf } from './filter.ts';
import type { Candidate, LineContext } from './find.ts';
import { type Near, nearOf, type Points, pointsOf, preferenceOf } from './rank.ts';

/** Candidates that stand the test of being read in the line. */

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
  /** Whether no word of the changed line reaches over its ends, where that would be heard instead: 再見|過. */
  readonly isUncut: boolean;
}

export type VerifySubstitution = (start: number, text: string, jyutping: string) => VerifiedSubstitution | undefined;

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
    const span = { start: firstIndex, end: firstIndex + replacement.length };
    let isUncut = true;
    const rereadings = reannotate(firstIndex, replacement, (word) => {
      isUncut &&= !overlapsInPart(word, span);
    });
    const syllables = replacement.map((_, i) => rereadings.get(firstIndex + i)?.jyutping);
    const jyutping = syllables.every((syllable) => typeof syllable === 'string') ? syllables.join(' ') : undefined;
    const read = { jyutping, rereadings, isUncut };
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
  read: ReadSubstitution,
  constraint: MelodyConstraint,
  chosen: ChosenReadings,
): VerifySubstitution {
  const positionOf = new Map(line.characterIndices.map((index, position) => [index, position]));
  return (start, text, jyutping) => {
    const inPlace = read(start, text);
    if (inPlace.jyutping !== jyutping || !inPlace.isUncut) return undefined;
    const rereadings = new Map<number, UpdatedReading>();
    for (const [index, reading] of inPlace.rereadings) {
      const position = positionOf.get(index);
      if (position !== undefined) rereadings.set(position, reading);
    }
    const change = changeOfRisks(line.tones, tonesAfter(line, rereadings, constraint, chosen), constraint);
    return change && { line: withReplacement(line, start, text), ...change };
  };
}

/** The tones of a line with one character read otherwise: a chosen reading changes no other one but by the melody. Each is read once. */
export function createReadOtherwise(
  line: SungLine,
  constraint: MelodyConstraint,
  chosen: ChosenReadings,
): (position: number, jyutping: string) => LineTones {
  const known = new Map<string, LineTones>();
  return (position, jyutping) => {
    const key = `${position} ${jyutping}`;
    const found = known.get(key);
    if (found) return found;
    const reading: UpdatedReading = { jyutping, tone: soundOf(jyutping)?.tone ?? null };
    const otherwise = new Map([...chosen, [position, jyutping]]);
    const tones = tonesAfter(line, new Map([[position, reading]]), constraint, otherwise);
    known.set(key, tones);
    return tones;
  };
}

/** A replacement of a word, or of neighbouring words, that clears or lowers a risk. */
export interface WordSwap {
  readonly start: number;
  readonly word: string;
  readonly replaces: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar';
  readonly score: number;
  readonly sense?: string;
  readonly near: Near;
  /** Per cent: the share of such swaps that a lyricist would sing. */
  readonly preference: number;
  /** What adds up to the preference, by name. */
  readonly points: Points;
  readonly resolves: readonly number[];
  readonly lowers: readonly number[];
  /** The whole line with the swap in place. */
  readonly line: string;
}

/** The source as it is told: the hand-written table is curated. */
export const sourceOf = ({ from }: Candidate) => (from === 'exchange' ? 'curated' : from);

/** A candidate that the filters keep, with the sum of its points. */
export interface RankedCandidate {
  readonly candidate: Candidate;
  readonly sum: number;
  readonly preference: number;
  readonly points: Points;
  readonly effect: RiskChange;
}

/** The candidates that all filters keep, those that clear a risk first, then by their points; each text of a span once. */
export async function rankCandidates(
  candidates: readonly Candidate[],
  context: LineContext,
  drop: (candidate: Candidate, fault: string) => void,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<RankedCandidate[]> {
  const best = new Map<string, RankedCandidate>();
  for (const candidate of candidates) {
    const due = yieldIfDue();
    if (due) await due;
    const fault = faultOf(candidate, context);
    if (fault !== undefined) {
      drop(candidate, fault);
      continue;
    }
    const key = `${candidate.start} ${candidate.word}`;
    const { sum, points } = pointsOf(candidate, context);
    if ((best.get(key)?.sum ?? -Infinity) >= sum) continue;
    const tones = tonesOfReading(candidate.jyutping);
    const effect = substitutionEffect(context.line.tones, candidate.start, tones, context.constraint);
    best.set(key, { candidate, sum, preference: preferenceOf(sum), points, effect });
  }
  const clears = ({ effect }: RankedCandidate) => effect.resolves.length;
  return [...best.values()].sort(
    (a, b) => Number(clears(b) > 0) - Number(clears(a) > 0) || b.sum - a.sum || clears(b) - clears(a),
  );
}

/** The swaps of ranked candidates, in their order: at most `limit` for each risk. */
export async function verifiedSwaps(
  ranked: readonly RankedCandidate[],
  verify: VerifySubstitution,
  limit: number,
  drop: (candidate: Candidate, fault: string) => void,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<WordSwap[]> {
  const swaps: WordSwap[] = [];
  const counts = new Map<number, number>();
  const seen = new Set<string>();
  const isFull = (position: number) => (counts.get(position) ?? 0) >= limit;
  for (const { candidate, preference, points, effect } of ranked) {
    const { addsRisk, resolves, lowers } = effect;
    if (addsRisk || resolves.length + lowers.length === 0) {
      drop(candidate, addsRisk ? 'opens another risk' : 'does not help the melody');
      continue;
    }
    if (resolves.every(isFull) && lowers.every(isFull)) {
      drop(candidate, 'comes after max_candidates better ones');
      continue;
    }
    await yieldIfDue();
    const { start, word, replaces, jyutping, code, score, sense } = candidate;
    const found = verify(start, word, jyutping);
    if (!found) {
      drop(candidate, 'is read otherwise in the line, or cut up there');
      continue;
    }
    if (seen.has(found.line)) continue;
    seen.add(found.line);
    for (const position of [...found.resolves, ...found.lowers]) counts.set(position, (counts.get(position) ?? 0) + 1);
    const source = sourceOf(candidate);
    const swap = { start, word, replaces, jyutping, code, source, score, near: nearOf(candidate) };
    swaps.push({ ...swap, ...(sense === undefined ? {} : { sense }), preference, points, ...found });
  }
  return swaps;
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

/** Whether two spans share a part of each. */
export const overlapsInPart = (a: Pick<SungWord, 'start' | 'end'>, b: Pick<SungWord, 'start' | 'end'>) =>
  (a.start < b.start && b.start < a.end && a.end < b.end) || (b.start < a.start && a.start < b.end && b.end < a.end);
