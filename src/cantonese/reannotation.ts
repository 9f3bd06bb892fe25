import { type ChosenReadings, meantCharacter, resolveSegment, soundOf } from './annotation.ts';
import { createStyleTracker, hasRules, MAX_CONTEXT_CHARACTERS, type Style, styleOf } from './context-rules.ts';
import { freeReadings } from './free-variants.ts';
import type { Tone } from './jyutping.ts';
import { isLatin } from './latin.ts';
import { lineUnits } from './line-units.ts';
import { type Segment, segment, type WordTable } from './segmentation.ts';
import { mayBeTyped, readTyped } from './typed-forms.ts';

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
  const segments = segment(characters, table);
  const style = styleOf(characters.join(''));
  const styleAfterChange = createStyleTracker(characters);
  const longestMatches = characters.map((_, index) => longestMatchAt(characters, index, table));
  const segmentsBetween = segmentFinder(segments);

  /**
   * Returns the readings that may have changed, by index.
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
    const changed =
      hasTypedForms || mayBeTyped(replacement.join('')) ? readTyped(changedTyped) : (changedTyped as readonly string[]);
    const [from, to] = changedRange(characters, changed, start, start + replacement.length);
    const changedStyle = styleAfterChange(changed, from, to);
    const updatedReadings = new Map<number, UpdatedReading>();
    const chosenFor = (index: number) => (changedTyped[index] === typed[index] ? chosen.get(index) : undefined);
    const setReadings = (candidate: Segment, style: Style) => {
      for (const { word, syllables } of resolveSegment(candidate, { characters: changed, style }, table)) {
        for (let index = word.start; index < word.end; index++) {
          const jyutping = chosenFor(index) ?? syllables?.[index - word.start] ?? null;
          const sound = jyutping === null ? undefined : soundOf(jyutping);
          if (jyutping === null || !sound) {
            updatedReadings.set(index, { jyutping: null, tone: null });
            continue;
          }
          const meant = meantCharacter(word, index) ?? changed[index]!;
          const variants = freeReadings(meant, jyutping, word.word?.word ?? meant);
          updatedReadings.set(index, { jyutping, tone: sound.tone, ...(variants ? { variants } : {}) });
        }
      }
    };
    if (changedStyle !== style) {
      for (const candidate of segment(changed, table)) {
        onSegment?.(candidate);
        setReadings(candidate, changedStyle);
      }
      return updatedReadings;
    }
    const [left, right] = affectedRange(characters, changed, longestMatches, from, to, table);
    for (const candidate of segmentsBetween(from - MAX_CONTEXT_CHARACTERS, left))
      if (candidate.word && hasRules(candidate.word.word)) setReadings(candidate, style);
    for (const candidate of segment(changed.slice(left, right), table)) {
      const shifted = shiftSegment(candidate, left);
      onSegment?.(shifted);
      setReadings(shifted, style);
    }
    for (const candidate of segmentsBetween(right, to + MAX_CONTEXT_CHARACTERS))
      if (candidate.word && hasRules(candidate.word.word)) setReadings(candidate, style);
    return updatedReadings;
  };
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

function shiftSegment({ start, end, ...rest }: Segment, offset: number): Segment {
  return { start: start + offset, end: end + offset, ...rest };
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

/** The longest known word that starts at an index. */
interface LongestMatch {
  /** Its end; the next index when there is no known word. */
  readonly end: number;
  /** End of the characters that the result depends on: changes from there on do not affect it. */
  readonly lookaheadEnd: number;
}

function longestMatchAt(characters: readonly string[], start: number, table: WordTable): LongestMatch {
  let text = '';
  let end = start + 1;
  let to = start + 1;
  for (; to <= characters.length; to++) {
    text += characters[to - 1]!;
    if (!table.hasPrefix(text)) break;
    if (table.find(text)) end = to;
  }
  return { end, lookaheadEnd: to };
}

/**
 * The nearest boundaries on both sides of a change that no word spans, before or after it. Segmentation between them is independent
 * of the rest of the line, and outside of them it stays the same.
 */
function affectedRange(
  characters: readonly string[],
  changed: readonly string[],
  longestMatches: readonly LongestMatch[],
  start: number,
  end: number,
  table: WordTable,
): [left: number, right: number] {
  const firstAffected = Math.max(0, start - MAX_WORD_LENGTH);
  const updatedEnds: number[] = [];
  for (let index = firstAffected; index < end; index++) {
    const { end: previousEnd, lookaheadEnd } = longestMatches[index]!;
    updatedEnds.push(
      lookaheadEnd <= start ? previousEnd : Math.max(previousEnd, longestMatchAt(changed, index, table).end),
    );
  }
  const matchEnd = (index: number) => updatedEnds[index - firstAffected] ?? longestMatches[index]!.end;
  // A word of letters ends where its run does, and depends on the runs beside it, so that a change anywhere may affect all of them.
  const mayJoin = (place: string | undefined) => place !== undefined && (place === ' ' || isLatin(place));
  const isLatinAt = (index: number) => mayJoin(characters[index]) || mayJoin(changed[index]);
  const isInsideWord = (boundary: number) => {
    if (isLatinAt(boundary - 1) && isLatinAt(boundary)) return true;
    for (let index = Math.max(0, boundary - MAX_WORD_LENGTH); index < boundary; index++)
      if (matchEnd(index) > boundary) return true;
    return false;
  };
  let left = start;
  while (left > 0 && isInsideWord(left)) left--;
  let right = end;
  while (right < changed.length && isInsideWord(right)) right++;
  return [left, right];
}
