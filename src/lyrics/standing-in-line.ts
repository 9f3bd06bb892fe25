import { type Style, styleOf, wordsOfList } from '../cantonese/context-rules.ts';
import { lineUnits } from '../cantonese/line-units.ts';
import { segment, type WordTable } from '../cantonese/segmentation.ts';
import type { Candidate } from './candidates.ts';
import type { CharacterTable } from './character-table.ts';
import { isUnbroken, type SungLine, type SungWord, withReplacement } from './sung-line.ts';

/** Whether words can be taken out of a line, and others put in, so that what stands around them stays whole. */

const DETERMINERS = new Set(wordsOfList('determiners'));
const DEMONSTRATIVES = new Set(wordsOfList('demonstratives'));
const COUNTED_BY = new Set(wordsOfList('classifiers'));
const PLACES = new Set(wordsOfList('places'));
const BEFORE_PLACES = new Set(wordsOfList('before-places'));
const NUMBERS = new Set(wordsOfList('numbers'));
/** The measure that a verb takes without a number: 找個人 is to look for somebody. */
const BARE_MEASURE = '個';

/** The longest text whose repetition is looked for: 一個一個. */
const LONGEST_REPEATED = 2;

/** Whether a span is a unit of its own: neither half of something said twice nor cut out of a counted noun. */
export function isWhole(line: SungLine, { start, end }: Pick<SungWord, 'start' | 'end'>, characters: CharacterTable) {
  if (isRepeatedBeside(line, start, end) || isCutFromCounted(line, start, end, characters)) return false;
  return !isSplitWord(line, start, end, characters);
}

/** Whether the end of a span is said once more right after it, or its beginning right before: 說|說話, 一個|一個. */
function isRepeatedBeside(line: SungLine, start: number, end: number): boolean {
  for (let length = 1; length <= Math.min(LONGEST_REPEATED, end - start); length++) {
    if (isSaidTwice(textAt(line, start - length, start + length))) return true;
    if (isSaidTwice(textAt(line, end - length, end + length))) return true;
  }
  return false;
}

/** The characters of a span; none beyond the line or across a mark. */
function textAt(line: SungLine, start: number, end: number): readonly string[] {
  const isInside = start >= 0 && end <= line.sung.length;
  return isInside && isUnbroken(line, start, end) ? line.sung.slice(start, end).map(({ char }) => char) : [];
}

function isSaidTwice(characters: readonly string[]): boolean {
  const half = characters.length / 2;
  return half > 0 && characters.slice(0, half).join('') === characters.slice(half).join('');
}

/** Whether a span begins with the measure, or the number, that counts the noun in it: 嗰|首歌, 那|一天, 找|個人. */
function isCutFromCounted(line: SungLine, start: number, end: number, characters: CharacterTable): boolean {
  const before = line.sung[start - 1]?.char;
  if (end - start === 1 || before === undefined || !isUnbroken(line, start - 1, end)) return false;
  const first = line.sung[start]!.char;
  if (COUNTED_BY.has(first) && DETERMINERS.has(before)) return true;
  if (NUMBERS.has(first) && DEMONSTRATIVES.has(before)) return true;
  const previous = line.words.find((word) => word.end === start)?.dictionaryWord.word;
  return first === BARE_MEASURE && previous !== undefined && characters.wordDetail(previous)?.pos === 'v';
}

/** What splits a verb from its own object: 執咗笠 is 執笠. */
const SPLITTING: ReadonlySet<string> = new Set(['了', '過', '着', '著', '咗', '緊', '完', '埋']);

/** Whether a span is a verb of one character, with or without what splits it from the rest of its word. */
function isSplitWord(line: SungLine, start: number, end: number, characters: CharacterTable): boolean {
  const [verb, splitting, object] = textAt(line, start, start + 3);
  if (splitting === undefined || !SPLITTING.has(splitting) || end > start + 2) return false;
  const isVerbAlone = line.words.some((word) => word.start === start && word.end === start + 1);
  return isVerbAlone && characters.wordDetail(`${verb}${object}`)?.pos === 'v';
}

/** Whether a word in its place says no character twice, counts and places what the other did, and keeps the style of the line. */
export function standsThere(
  line: SungLine,
  { start, word, code, replaces }: Candidate,
  style: Style,
  characters: CharacterTable,
): boolean {
  const end = start + code.length;
  if (repeatsNeighbour(line, start, end, word) || changesMeasure(word, replaces)) return false;
  return !becomesPlace(line, start, word, replaces, characters) && keepsStyle(line, start, word, replaces, style);
}

/** Whether another measure would count the noun behind, or one where none did: 呢件 for 呢個, 幾個 for 幾多. Measures alone have a table. */
function changesMeasure(word: string, replaces: string): boolean {
  const [now, was] = [Array.from(word), Array.from(replaces)];
  const [counts, counted] = [now, was].map(
    (all) => all.length === 2 && DETERMINERS.has(all[0]!) && COUNTED_BY.has(all[1]!),
  );
  return counts === true && (counted ? now[1] !== was[1] : now[1] === BARE_MEASURE);
}

/** Whether a thing would become a place or a time where none is asked for: 燈下 for 燈光. */
function becomesPlace(line: SungLine, start: number, word: string, replaces: string, characters: CharacterTable) {
  const isPlace = (text: string) => Array.from(text).length === 2 && PLACES.has(Array.from(text)[1]!);
  if (!isPlace(word) || isPlace(replaces) || BEFORE_PLACES.has(line.sung[start - 1]?.char ?? '')) return false;
  const [now, was] = [characters.wordDetail(word), characters.wordDetail(replaces)];
  return now?.pos === 'n' && was?.pos === 'n' && was.category !== now.category;
}

/** Whether a word begins with the character before it, or ends with the one after it: 眼淚|淚濕. What it replaces did not. */
function repeatsNeighbour(line: SungLine, start: number, end: number, word: string): boolean {
  const characters = Array.from(word);
  const [before] = textAt(line, start - 1, start + 1);
  const after = textAt(line, end - 1, end + 1)[1];
  return before === characters[0] || after === characters.at(-1);
}

const anyOf = (name: string) => wordsOfList(name).join('|');
const WRITTEN = new RegExp(`${anyOf('written')}|^(?:${anyOf('written-alone')})$`, 'u');

/** Whether the line is of one style as it was: with no spoken word in a written line, and no written one where spoken ones stay. */
function keepsStyle(line: SungLine, start: number, word: string, replaces: string, style: Style): boolean {
  if (style === 'written') return styleOf(withReplacement(line, start, word)) === 'written';
  return !WRITTEN.test(word) || WRITTEN.test(replaces) || styleOf(withReplacement(line, start, word)) === 'written';
}

/** Whether no word of the changed line reaches over the ends of a span, where it would be heard instead: 再見|過. */
export function isUncut({ characterIndices }: SungLine, changed: string, start: number, end: number, table: WordTable) {
  const characters = lineUnits(changed).map((character) => table.formOf?.(character) ?? character);
  const [from, to] = [characterIndices[start]!, characterIndices[end - 1]! + 1];
  return segment(characters, table).every((word) => !overlapsInPart(word, { start: from, end: to }));
}

/** Whether two spans share a part of each. */
export const overlapsInPart = (a: Pick<SungWord, 'start' | 'end'>, b: Pick<SungWord, 'start' | 'end'>) =>
  (a.start < b.start && b.start < a.end && a.end < b.end) || (b.start < a.start && a.start < b.end && b.end < a.end);
