import { type AnnotatedCharacter, annotateLine, type ChosenReadings, soundOf } from '../../cantonese/annotation.ts';
import { readTyped, styleOf } from '../../cantonese/context-rules.ts';
import { lineUnits } from '../../cantonese/line-units.ts';
import { type FreelyRead, readingOfMelody } from '../../cantonese/melody-readings.ts';
import type { WordTable } from '../../cantonese/segmentation.ts';
import type { RelationSource } from '../../lexicon/entry.ts';
import { type LineTones, type MelodyConstraint, riskLevel } from '../risks.ts';
import { byCharacterIndex, type SungLine, type SungWord, withReplacement } from '../sung-line.ts';
import type { Candidate, LineContext } from './candidate.ts';
import { type Near, nearOf, type Points, pointsOf, type RankedCandidate } from './rank.ts';

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

/** Texts in place of as many characters of the line each. */
export interface TextInPlace {
  /** Readings of the line that may have changed, by sung position. */
  readonly readings: ReadonlyMap<number, FreelyRead>;
  /** Whether no word of the changed line reaches over the ends of a text, where that would be heard instead: 再見|過. */
  readonly isUncut: boolean;
}

interface Placed {
  readonly start: number;
  readonly word: string;
}

export type VerifySubstitution = (start: number, text: string, jyutping: string) => VerifiedSubstitution | undefined;

/** Reads the line with texts put in their places, the first of them first. */
export type ReadSubstitution = (placed: readonly Placed[]) => TextInPlace;

/** Characters on each side of a text whose readings it may change: no word and no rule reaches further. */
const REACH = 12;
/** Characters beyond these that are read with them, as what stands beside a character decides how it is read. */
const CONTEXT = 8;

/** Character indices to read anew for a change between two indices, cut where words of the line begin and end. */
function indicesAround(
  { characters, characterIndices, words }: SungLine,
  start: number,
  end: number,
): [from: number, to: number] {
  const [first, last] = [start - REACH - CONTEXT, end + REACH + CONTEXT];
  const wordStart = words.map((word) => characterIndices[word.start]!).findLast((index) => index <= first);
  const wordEnd = words.map((word) => characterIndices[word.end - 1]! + 1).find((index) => index >= last);
  return [wordStart ?? 0, wordEnd ?? characters.length];
}

/**
 * Reads texts in place of others by annotating what is around them in the changed line, or all of it where its style changes, by which
 * readings far off are chosen. Each is read once. A chosen reading stays while its character stays.
 */
export function createSubstitutionReader(line: SungLine, table: WordTable, chosen: ChosenReadings): ReadSubstitution {
  const formOf = (character: string) => table.formOf?.(character) ?? character;
  const styleIn = (characters: readonly string[]) => styleOf(readTyped(characters.map(formOf)).join(''));
  const lineStyle = styleIn(line.characters);
  const known = new Map<string, TextInPlace>();
  return (placed) => {
    const key = placed.map(({ start, word }) => `${start} ${word}`).join(' ');
    const found = known.get(key);
    if (found) return found;
    const texts = placed.map(({ start, word }) => ({ index: line.characterIndices[start]!, units: lineUnits(word) }));
    const spans = texts.map(({ index, units }) => ({ start: index, end: index + units.length }));
    const characters = [...line.characters];
    for (const { index, units } of texts) characters.splice(index, units.length, ...units);
    const style = styleIn(characters);
    const [start, end] = [spans[0]!.start, spans.at(-1)!.end];
    const [from, to] = style === lineStyle ? indicesAround(line, start, end) : [0, characters.length];
    // At a cut, what stands beside the last characters is missing.
    const firstRead = from === 0 ? 0 : start - REACH;
    const endRead = to === characters.length ? to : end + REACH;
    const keptReadings = [...byCharacterIndex(line.characterIndices, chosen)].flatMap(([index, reading]) =>
      formOf(characters[index]!) === formOf(line.characters[index]!) ? [[index - from, reading] as const] : [],
    );
    const annotated = annotateLine(characters.slice(from, to).join(''), table, new Map(keptReadings), style);
    const readings = new Map<number, AnnotatedCharacter>();
    for (const [position, index] of line.characterIndices.entries()) {
      if (index < firstRead || index >= endRead) continue;
      const [before, after] = [line.unsung[position]!, annotated.characters[index - from]!];
      const isReplaced = spans.some(({ start, end }) => start <= index && index < end);
      const isReadAnew = after.jyutping !== before.jyutping || after.variants !== before.variants;
      if (isReplaced || isReadAnew) readings.set(position, after);
    }
    const isUncut = !annotated.segments.some((word) =>
      spans.some((span) => overlapsInPart({ start: from + word.start, end: from + word.end }, span)),
    );
    const read = { readings, isUncut };
    known.set(key, read);
    return read;
  };
}

/** The jyutping of `length` sung positions from `start` on, joined by spaces; undefined where one has none. */
export function jyutpingOf({ readings }: TextInPlace, start: number, length: number): string | undefined {
  let jyutping = '';
  for (let position = start; position < start + length; position++) {
    const syllable = readings.get(position)?.jyutping;
    if (typeof syllable !== 'string') return undefined;
    jyutping += position === start ? syllable : ` ${syllable}`;
  }
  return jyutping;
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
  return (start, word, jyutping) => {
    const inPlace = read([{ start, word }]);
    if (!inPlace.isUncut || jyutpingOf(inPlace, start, lineUnits(word).length) !== jyutping) return undefined;
    const { tones } = readAgain(line, inPlace.readings, constraint, chosen);
    const change = changeOfRisks(line.tones, tones, constraint);
    return change && { line: withReplacement(line, start, word), ...change };
  };
}

/** The tones of a line with one character read otherwise: a chosen reading changes no other one but by the melody. */
export function createReadOtherwise(
  line: SungLine,
  constraint: MelodyConstraint,
  chosen: ChosenReadings,
): (position: number, jyutping: string) => LineTones {
  return (position, jyutping) => {
    const reading: FreelyRead = { jyutping, tone: soundOf(jyutping)?.tone ?? null };
    const otherwise = new Map([...chosen, [position, jyutping]]);
    return readAgain(line, new Map([[position, reading]]), constraint, otherwise).tones;
  };
}

/**
 * The tones of a line of which some places are read anew. The melody decides again between free readings there, and on from there until
 * it decides as before.
 */
export function readAgain(
  line: SungLine,
  readings: ReadonlyMap<number, FreelyRead>,
  { melody }: MelodyConstraint,
  chosen: ChosenReadings,
): { readonly tones: LineTones; readonly readByMelody: ReadonlyMap<number, string> } {
  const tones = [...line.tones];
  const readByMelody = new Map<number, string>();
  const placeAt = (position: number): FreelyRead | undefined => readings.get(position) ?? line.unsung[position];
  const [first, last] = [Math.min(...readings.keys()), Math.max(...readings.keys())];
  for (let position = Math.max(0, first - 1); position < tones.length; position++) {
    const [place, next] = [placeAt(position)!, placeAt(position + 1)];
    tones[position] = place.tone;
    if (next) tones[position + 1] = next.tone;
    const freeReading = chosen.has(position) ? undefined : readingOfMelody(tones, position, place, melody);
    if (freeReading) {
      tones[position] = freeReading.tone;
      readByMelody.set(position, freeReading.jyutping);
    }
    if (position <= last || tones[position] !== line.tones[position]) continue;
    if (next) tones[position + 1] = line.tones[position + 1]!;
    break;
  }
  return { tones, readByMelody };
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

/** The swaps of ranked candidates, in their order: at most `limit` for each risk. */
export async function verifiedSwaps(
  ranked: readonly RankedCandidate[],
  context: LineContext,
  verify: VerifySubstitution,
  { limit, explain }: { readonly limit: number; readonly explain: boolean },
  drop: (candidate: Candidate, fault: string) => void,
  yieldIfDue: () => Promise<void> | undefined,
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
    const levelBefore = riskLevel(before[position - 1]!, before[position]!, constraint, position);
    const levelAfter = riskLevel(after[position - 1]!, after[position]!, constraint, position);
    if (levelAfter > levelBefore) return undefined;
    if (levelAfter < levelBefore) (levelAfter === 0 ? resolves : lowers).push(position);
  }
  return resolves.length + lowers.length > 0 ? { resolves, lowers } : undefined;
}

/** Whether two spans overlap and neither holds the other. */
export const overlapsInPart = (a: Pick<SungWord, 'start' | 'end'>, b: Pick<SungWord, 'start' | 'end'>) =>
  (a.start < b.start && b.start < a.end && a.end < b.end) || (b.start < a.start && a.start < b.end && b.end < a.end);
