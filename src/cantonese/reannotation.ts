import { type ChosenReadings, resolveSegment, soundOf } from './annotation.ts';
import { createStyleTracker, hasRules, MAX_CONTEXT_CHARACTERS, type Style, styleOf } from './context-rules.ts';
import { type Segment, segment, type WordTable } from './segmentation.ts';
import type { CodeDigit } from './tone.ts';
import { mayBeTyped, readTyped } from './typed-forms.ts';

/** How a character is read after a change. */
export interface UpdatedReading {
  readonly jyutping: string | null;
  readonly code: CodeDigit | null;
}

/** No word is longer: beyond this a change does not reach another word's beginning. */
const MAX_WORD_LENGTH = 12;

/**
 * Reads a line again after characters in it have been replaced by as many others, looking only at what the replacement can reach:
 * words are cut anew between the nearest places that no known word spans, and words near by are read anew where a rule of context
 * may speak of them. The answer is exactly that of annotating the whole line anew. A reading that was chosen for a character holds
 * while that character stays.
 */
export function createReannotator(line: string, table: WordTable, chosen: ChosenReadings) {
  const typed = formsOf(Array.from(line), table);
  const characters = readTyped(typed);
  const hasTypedForms = mayBeTyped(line);
  const segments = segment(characters, table);
  const style = styleOf(characters.join(''));
  const styleAfterChange = createStyleTracker(characters);
  const longestMatches = characters.map((_, index) => longestMatchAt(characters, index, table));
  const segmentsBetween = segmentFinder(segments);

  /** @param start place of the first character that is replaced. Answers the places whose reading may have changed. */
  return (start: number, replacement: readonly string[]): ReadonlyMap<number, UpdatedReading> => {
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
          updatedReadings.set(index, sound ? { jyutping, code: sound.code } : { jyutping: null, code: null });
        }
      }
    };
    if (changedStyle !== style) {
      for (const candidate of segment(changed, table)) setReadings(candidate, changedStyle);
      return updatedReadings;
    }
    const [left, right] = affectedRange(changed, longestMatches, from, to, table);
    for (const candidate of segmentsBetween(from - MAX_CONTEXT_CHARACTERS, left))
      if (candidate.word && hasRules(candidate.word.word)) setReadings(candidate, style);
    for (const candidate of segment(changed.slice(left, right), table))
      setReadings(shiftSegment(candidate, left), style);
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

/** Segments that lie within places, or partly so. */
function segmentFinder(segments: readonly Segment[]): (from: number, to: number) => readonly Segment[] {
  const segmentIndices: number[] = [];
  for (const [i, { start, end }] of segments.entries())
    for (let index = start; index < end; index++) segmentIndices[index] = i;
  return (from, to) => {
    const [first, last] = [Math.max(0, from), Math.min(segmentIndices.length, to) - 1];
    return first > last ? [] : segments.slice(segmentIndices[first], segmentIndices[last]! + 1);
  };
}

/** What begins at a place. */
interface LongestMatch {
  /** Where the longest known word ends; the next place when there is none. */
  readonly end: number;
  /** The places before this one decided it: a change from here on changes nothing. */
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
 * The nearest places on both sides of a change that no word spans, neither now nor before: between them words are cut as if there
 * were nothing else, and outside of them as they were.
 */
function affectedRange(
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
  const isInsideWord = (boundary: number) => {
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
