import { type ChosenReadings, meantCharacter, resolveSegment, soundOf } from './annotation.ts';
import {
  createStyleTracker,
  freeReadings,
  hasRules,
  MAX_CONTEXT_CHARACTERS,
  type Style,
  styleOf,
} from './context-rules.ts';
import type { Tone } from './jyutping.ts';
import { isLatin } from './latin.ts';
import { lineUnits } from './line-units.ts';
import {
  type Beginnings,
  beginningsAt,
  endOfRun,
  type Segment,
  segment,
  segmentBetween,
  type WordTable,
} from './segmentation.ts';
import { mayBeTyped, readTyped, readTypedBetween } from './typed-forms.ts';

/** The reading of a character after a change. */
export interface UpdatedReading {
  readonly jyutping: string | null;
  readonly tone: Tone | null;
  /** Readings that may stand for this one, itself among them, see `AnnotatedCharacter`. */
  readonly variants?: readonly string[];
}

/** Longest word, in characters: a change does not affect words that start further away. */
const MAX_WORD_LENGTH = 12;

/**
 * Annotates a line again after characters were replaced by as many others, but only what the replacement can affect: it segments
 * between the nearest boundaries that no known word spans, and reads nearby words again where context rules may apply. The result
 * equals annotating the whole line. A chosen reading stays while its character stays.
 */
export function createReannotator(line: string, table: WordTable, chosen: ChosenReadings) {
  const typed = formsOf(lineUnits(line), table);
  const characters = readTyped(typed);
  const hasTypedForms = mayBeTyped(line);
  const style = styleOf(characters.join(''));
  const styleAfterChange = createStyleTracker(characters);
  const beginnings = characters.map((_, index) =>
    beginningsAt(characters, index, endOfRun(characters, index, characters.length), table),
  );
  const reaches = reachesOf(beginnings);
  const segments = segmentBetween(characters, 0, characters.length, table, (index) => beginnings[index]!);
  const segmentAt = new Map(segments.map((one) => [one.start, one]));
  const segmentsBetween = segmentFinder(segments);
  const hasLatin = typed.some(isLatin);
  /** What is meant by the changed line: of single characters what stands around the change alone decides it. */
  const readChanged = (changedTyped: readonly string[], start: number, end: number): readonly string[] => {
    const replacement = changedTyped.slice(start, end).join('');
    if (!hasTypedForms && !mayBeTyped(replacement)) return changedTyped;
    if (hasLatin || changedTyped.slice(start, end).some(isLatin)) return readTyped(changedTyped);
    const [from, to] = [
      Math.max(0, start - MAX_CONTEXT_CHARACTERS),
      Math.min(end + MAX_CONTEXT_CHARACTERS, typed.length),
    ];
    const near = readTypedBetween(changedTyped, from, to);
    return characters === typed
      ? near
      : [...characters.slice(0, from), ...near.slice(from, to), ...characters.slice(to)];
  };
  /** Readings of words that stand as they are in the line, far from what is replaced. */
  const unchanged = new Map<number, readonly PlacedReading[]>();

  /**
   * Returns the readings that may have changed, by index; those of the replaced places among them.
   * @param start index of the first replaced character
   * @param onSegment called with each word around the replacement that is segmented anew
   */
  return (
    start: number,
    replacement: readonly string[],
    onSegment?: (segment: Segment) => void,
  ): ReadonlyMap<number, UpdatedReading> => {
    const changedTyped = typed.slice();
    for (const [i, form] of formsOf(replacement, table).entries()) changedTyped[start + i] = form;
    const end = start + replacement.length;
    const changed = readChanged(changedTyped, start, end);
    const [from, to] =
      changed === changedTyped && !hasTypedForms ? [start, end] : changedRange(characters, changed, start, end);
    const changedStyle = styleAfterChange(changed, from, to);
    const updatedReadings = new Map<number, UpdatedReading>();
    const readingsOf = (candidate: Segment, style: Style): PlacedReading[] => {
      const placed: PlacedReading[] = [];
      for (const { word, syllables } of resolveSegment(candidate, { characters: changed, style }, table))
        for (let index = word.start; index < word.end; index++) {
          const isSame = changedTyped[index] === typed[index];
          const jyutping = (isSame ? chosen.get(index) : undefined) ?? syllables?.[index - word.start];
          placed.push({ index, reading: readingOf(jyutping, word, index, changed) });
        }
      return placed;
    };
    const setReadings = (candidate: Segment, style: Style) => {
      for (const { index, reading } of readingsOf(candidate, style)) updatedReadings.set(index, reading);
    };
    if (changedStyle !== style) {
      for (const candidate of segment(changed, table)) {
        onSegment?.(candidate);
        setReadings(candidate, changedStyle);
      }
      return updatedReadings;
    }
    /** Words that nothing of the change stands near are read as they would be in the line, and each once. */
    const setFarReadings = (candidate: Segment) => {
      const key = candidate.start * characters.length + candidate.end;
      const placed = unchanged.get(key) ?? readingsOf(candidate, style);
      unchanged.set(key, placed);
      for (const { index, reading } of placed) updatedReadings.set(index, reading);
    };
    const isReusable = !hasLatin && !replacement.some(isLatin);
    const changedBeginnings = new Map<number, Beginnings>();
    const beginningsIn = (index: number, end?: number): Beginnings => {
      const before = beginnings[index]!;
      if (isReusable && (index >= to || before.lookedAtEnd <= from)) return before;
      const known = changedBeginnings.get(index);
      if (known) return known;
      const found = beginningsAt(changed, index, end ?? endOfRun(changed, index, changed.length), table);
      changedBeginnings.set(index, found);
      return found;
    };
    const [left, right] = affectedRange(characters, changed, beginnings, reaches, from, to, beginningsIn);
    for (const candidate of segmentsBetween(from - MAX_CONTEXT_CHARACTERS, left))
      if (candidate.word && hasRules(candidate.word.word)) setReadings(candidate, style);
    for (const candidate of segmentBetween(changed, left, right, table, beginningsIn)) {
      onSegment?.(candidate);
      const isFar = candidate.end + MAX_CONTEXT_CHARACTERS <= from || to + MAX_CONTEXT_CHARACTERS <= candidate.start;
      if (isFar) setFarReadings(candidate);
      else if (!isUnaffected(candidate)) setReadings(candidate, style);
    }
    for (const candidate of segmentsBetween(right, to + MAX_CONTEXT_CHARACTERS))
      if (candidate.word && hasRules(candidate.word.word)) setReadings(candidate, style);
    return updatedReadings;

    /** Whether a word is in the line as well, and read by itself. */
    function isUnaffected({ start: first, end, word }: Segment): boolean {
      const before = segmentAt.get(first);
      if (!word || before?.end !== end || before.word !== word || hasRules(word.word)) return false;
      return end <= from || to <= first;
    }
  };
}

interface PlacedReading {
  readonly index: number;
  readonly reading: UpdatedReading;
}

function readingOf(
  jyutping: string | undefined,
  word: Segment,
  index: number,
  characters: readonly string[],
): UpdatedReading {
  const sound = jyutping === undefined ? undefined : soundOf(jyutping);
  if (jyutping === undefined || !sound) return { jyutping: null, tone: null };
  const meant = meantCharacter(word, index) ?? characters[index]!;
  const variants = freeReadings(meant, jyutping, word.word?.word ?? meant);
  return { jyutping, tone: sound.tone, ...(variants ? { variants } : {}) };
}

/** The replaced places, and those beside them that now stand for another character. */
function changedRange(
  before: readonly string[],
  after: readonly string[],
  start: number,
  end: number,
): [from: number, to: number] {
  let [from, to] = [start, end];
  for (const [index, character] of after.entries()) {
    if (character === before[index]) continue;
    from = Math.min(from, index);
    to = Math.max(to, index + 1);
  }
  return [from, to];
}

function formsOf(characters: readonly string[], table: WordTable): string[] {
  return characters.map((character) => table.formOf?.(character) ?? character);
}

/** Segments that overlap a range. */
function segmentFinder(segments: readonly Segment[]): (from: number, to: number) => readonly Segment[] {
  const segmentIndices: number[] = [];
  for (const [i, { start, end }] of segments.entries())
    for (let index = start; index < end; index++) segmentIndices[index] = i;
  return (from, to) => {
    const [first, last] = [Math.max(0, from), Math.min(segmentIndices.length, to) - 1];
    return first > last ? [] : segments.slice(segmentIndices[first], segmentIndices[last]! + 1);
  };
}

/** How far words reach that begin before each place. */
function reachesOf(beginnings: readonly Beginnings[]): readonly number[] {
  let reach = 0;
  return [0, ...beginnings.map(({ longestEnd }) => (reach = Math.max(reach, longestEnd)))];
}

/**
 * The nearest boundaries on both sides of a change that no word spans, before or after it. Segmentation between them is independent
 * of the rest of the line, and outside of them it stays the same.
 */
function affectedRange(
  characters: readonly string[],
  changed: readonly string[],
  beginnings: readonly Beginnings[],
  reaches: readonly number[],
  start: number,
  end: number,
  beginningsIn: (index: number) => Beginnings,
): [left: number, right: number] {
  const firstAffected = Math.max(0, start - MAX_WORD_LENGTH);
  /** How far words reach that begin before each place from the first affected one on. */
  const updated = [reaches[firstAffected]!];
  for (let index = firstAffected; index < end; index++) {
    const changedEnd = beginningsIn(index).longestEnd;
    updated.push(Math.max(updated.at(-1)!, beginnings[index]!.longestEnd, changedEnd));
  }
  // A word of letters ends where its run does, and depends on the runs beside it, so that a change anywhere may affect all of them.
  const mayJoin = (place: string | undefined) => place !== undefined && (place === ' ' || isLatin(place));
  const isLatinAt = (index: number) => mayJoin(characters[index]) || mayJoin(changed[index]);
  const isInLatin = (boundary: number) => isLatinAt(boundary - 1) && isLatinAt(boundary);
  let left = start;
  while (left > 0 && (isInLatin(left) || (updated[left - firstAffected] ?? reaches[left]!) > left)) left--;
  let right = end;
  let reach = updated.at(-1)!;
  while (right < changed.length && (isInLatin(right) || reach > right))
    reach = Math.max(reach, beginnings[right++]!.longestEnd);
  return [left, right];
}
