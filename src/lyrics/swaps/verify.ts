import type { ChosenReadings } from '../../cantonese/annotation.ts';
import { lineUnits } from '../../cantonese/line-units.ts';
import type { RelationSource } from '../../lexicon/entry.ts';
import { changeOfRisks, type MelodyConstraint } from '../risks.ts';
import { type SungLine, withReplacement } from '../sung-line.ts';
import type { Candidate, LineContext } from './candidate.ts';
import { type Near, nearOf, type Points, pointsOf, type RankedCandidate } from './rank.ts';
import { jyutpingOf, type ReadSubstitution, tonesWithReadings } from './read-in-place.ts';

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

/** Verifies a text with its reading at a sung position; see {@link createSubstitutionVerifier}. */
export type VerifySubstitution = (start: number, text: string, jyutping: string) => VerifiedSubstitution | undefined;

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
  return (start, word, jyutping) => {
    const inPlace = read([{ start, word }]);
    if (!inPlace.isUncut || jyutpingOf(inPlace, start, lineUnits(word).length) !== jyutping) return undefined;
    const { tones } = tonesWithReadings(line, inPlace.readings, constraint, chosen);
    const change = changeOfRisks(line.tones, tones, constraint);
    return change && { line: withReplacement(line, start, word), ...change };
  };
}

/** A replacement of a word, or of neighbouring words, that clears or lowers a risk. */
export interface WordSwap {
  /** Sung position of the first replaced character, from 0. */
  readonly start: number;
  readonly word: string;
  readonly replaces: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar';
  readonly score: number;
  readonly sense?: string;
  readonly near: Near;
  /** Per cent, 0 to 100: the share of such swaps that a lyricist would sing. */
  readonly preference: number;
  /** Points that add up to the preference, by name of the feature; absent where they are not asked for. */
  readonly points?: Points;
  readonly resolves: readonly number[];
  readonly lowers: readonly number[];
  /** The whole line with the swap in place. */
  readonly line: string;
}

/** The source as it is told: the hand-written tables are curated. */
export const sourceOf = ({ from }: Candidate) => (from === 'exchange' || from === 'substitute' ? 'curated' : from);

export interface SwapVerification {
  readonly context: LineContext;
  readonly verify: VerifySubstitution;
  /** Most swaps for each risk. */
  readonly limit: number;
  /** Whether the swaps have their points. */
  readonly explain: boolean;
  /** Takes each candidate that is no swap, with the reason. */
  readonly drop: (candidate: Candidate, fault: string) => void;
  readonly yieldIfDue: () => Promise<void> | undefined;
}

/** The swaps of ranked candidates, in their order. */
export async function verifiedSwaps(
  ranked: readonly RankedCandidate[],
  { context, verify, limit, explain, drop, yieldIfDue }: SwapVerification,
): Promise<WordSwap[]> {
  const swaps: WordSwap[] = [];
  const counts = new Map<number, number>();
  const seen = new Set<string>();
  const isFull = (position: number) => (counts.get(position) ?? 0) >= limit;
  for (const { candidate, preference, effect } of ranked) {
    const { helps, addsRisk, resolves, lowers } = effect;
    if (!helps) {
      drop(candidate, addsRisk ? 'opens another risk' : 'does not help the melody');
      continue;
    }
    if (resolves.every(isFull) && lowers.every(isFull)) {
      drop(candidate, 'comes after max_candidates better ones');
      continue;
    }
    const due = yieldIfDue();
    if (due) await due;
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
    const points = explain ? { points: pointsOf(candidate, context) } : {};
    swaps.push({ ...swap, ...(sense === undefined ? {} : { sense }), preference, ...points, ...found });
  }
  return swaps;
}
