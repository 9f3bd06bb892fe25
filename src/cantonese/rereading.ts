import { type ChosenReadings, readSegment, soundOf } from './annotation.ts';
import { hasRules, REACH, type Style, styleAfter, styleOf } from './context-rules.ts';
import { type Segment, segment, type WordTable } from './segmentation.ts';
import type { CodeDigit } from './tone.ts';

/** How a character is read after a change. */
export interface Reread {
  readonly jyutping: string | null;
  readonly code: CodeDigit | null;
}

/** No word is longer: beyond this a change does not reach another word's beginning. */
const LONGEST_WORD = 12;

/**
 * Reads a line again after characters in it have been replaced by as many others, looking only at what the replacement can reach:
 * words are cut anew between the nearest places that no known word spans, and words near by are read anew where a rule of context
 * may speak of them. The answer is exactly that of annotating the whole line anew. A reading that was chosen for a character holds
 * while that character stays.
 */
export function rereader(line: string, table: WordTable, chosen: ChosenReadings) {
  const characters = formsOf(Array.from(line), table);
  const segments = segment(characters, table);
  const style = styleOf(characters.join(''));
  const styleWhen = styleAfter(characters);
  const reaches = characters.map((_, place) => reachFrom(characters, place, table));
  const near = segmentFinder(segments);

  /** @param start place of the first character that is replaced. Answers the places whose reading may have changed. */
  return (start: number, replacement: readonly string[]): ReadonlyMap<number, Reread> => {
    const end = start + replacement.length;
    const changed = characters.slice();
    for (const [i, form] of formsOf(replacement, table).entries()) changed[start + i] = form;
    const changedStyle = styleWhen(changed, start, end);
    const answer = new Map<number, Reread>();
    const chosenFor = (place: number) => (changed[place] === characters[place] ? chosen.get(place) : undefined);
    const put = (found: Segment, style: Style) => {
      for (const { word, syllables } of readSegment(found, { characters: changed, style }, table)) {
        for (let place = word.start; place < word.end; place++) {
          const jyutping = chosenFor(place) ?? syllables?.[place - word.start] ?? null;
          const sound = jyutping === null ? undefined : soundOf(jyutping);
          answer.set(place, sound ? { jyutping, code: sound.code } : { jyutping: null, code: null });
        }
      }
    };
    if (changedStyle !== style) {
      for (const found of segment(changed, table)) put(found, changedStyle);
      return answer;
    }
    const [left, right] = boundsAround(changed, reaches, start, end, table);
    for (const found of near(start - REACH, left)) if (found.word && hasRules(found.word.word)) put(found, style);
    for (const found of segment(changed.slice(left, right), table)) put(shifted(found, left), style);
    for (const found of near(right, end + REACH)) if (found.word && hasRules(found.word.word)) put(found, style);
    return answer;
  };
}

function formsOf(characters: readonly string[], table: WordTable): string[] {
  return characters.map((character) => table.formOf?.(character) ?? character);
}

function shifted({ start, end, ...rest }: Segment, by: number): Segment {
  return { start: start + by, end: end + by, ...rest };
}

/** Segments that lie within places, or partly so. */
function segmentFinder(segments: readonly Segment[]): (from: number, to: number) => readonly Segment[] {
  const at: number[] = [];
  for (const [i, { start, end }] of segments.entries()) for (let place = start; place < end; place++) at[place] = i;
  return (from, to) => {
    const [first, last] = [Math.max(0, from), Math.min(at.length, to) - 1];
    return first > last ? [] : segments.slice(at[first], at[last]! + 1);
  };
}

/** What begins at a place. */
interface Reach {
  /** Where the longest known word ends; the next place when there is none. */
  readonly end: number;
  /** The places before this one decided it: a change from here on changes nothing. */
  readonly seen: number;
}

function reachFrom(characters: readonly string[], start: number, table: WordTable): Reach {
  let text = '';
  let end = start + 1;
  let to = start + 1;
  for (; to <= characters.length; to++) {
    text += characters[to - 1]!;
    if (!table.begins(text)) break;
    if (table.find(text)) end = to;
  }
  return { end, seen: to };
}

/**
 * The nearest places on both sides of a change that no word spans, neither now nor before: between them words are cut as if there
 * were nothing else, and outside of them as they were.
 */
function boundsAround(
  changed: readonly string[],
  reaches: readonly Reach[],
  start: number,
  end: number,
  table: WordTable,
): [left: number, right: number] {
  const touched = Math.max(0, start - LONGEST_WORD);
  const anew: number[] = [];
  for (let place = touched; place < end; place++) {
    const { end: before, seen } = reaches[place]!;
    anew.push(seen <= start ? before : Math.max(before, reachFrom(changed, place, table).end));
  }
  const endFrom = (place: number) => anew[place - touched] ?? reaches[place]!.end;
  const isSpanned = (boundary: number) => {
    for (let place = Math.max(0, boundary - LONGEST_WORD); place < boundary; place++)
      if (endFrom(place) > boundary) return true;
    return false;
  };
  let left = start;
  while (left > 0 && isSpanned(left)) left--;
  let right = end;
  while (right < changed.length && isSpanned(right)) right++;
  return [left, right];
}
