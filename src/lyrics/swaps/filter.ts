import { styleOf, wordsOfList } from '../../cantonese/context-rules.ts';
import type { CharacterTable } from '../character-table.ts';
import { isUnbroken, type SungLine, type SungWord, textBeside, withReplacement } from '../sung-line.ts';
import type { Candidate, LineContext } from './candidate.ts';

/** The filters of candidates: a candidate is dropped only for a fault that every listener hears, all else is rank. Whether it helps the
 * melody is asked later: a repair may need two swaps together. */

interface Filter {
  readonly name: string;
  readonly keeps: (candidate: Judged, line: LineContext) => boolean;
}

/** The fields of a candidate that the filters read. */
export interface Judged extends Pick<Candidate, 'start' | 'end' | 'word' | 'replaces' | 'register'> {
  readonly span: Pick<Candidate['span'], 'isWhole'>;
}

const FILTERS: readonly Filter[] = [
  { name: 'another register', keeps: keepsRegister },
  { name: 'cuts a word or a counted noun', keeps: ({ span }) => span.isWhole },
  { name: 'says a character twice', keeps: (candidate, { line }) => !repeatsNeighbour(line, candidate) },
  { name: 'another measure', keeps: ({ word, replaces }) => !changesMeasure(word, replaces) },
];

/** The name of the first filter that drops a candidate; undefined where all keep it. */
export const faultOf = (candidate: Judged, line: LineContext): string | undefined =>
  FILTERS.find(({ keeps }) => !keeps(candidate, line))?.name;

const DETERMINERS = new Set(wordsOfList('determiners'));
const DEMONSTRATIVES = new Set(wordsOfList('demonstratives'));
const COUNTED_BY = new Set(wordsOfList('classifiers'));
const NUMBERS = new Set(wordsOfList('numbers'));
/** The measure that a verb takes without a number: 找個人 is to look for somebody. */
const BARE_MEASURE = '個';

/** Length in characters of the longest text whose repetition is looked for: 一個一個. */
const LONGEST_REPEATED = 2;

/** Whether a span is a unit of its own: neither half of something said twice nor cut out of a counted noun. */
export function isWhole(line: SungLine, { start, end }: Pick<SungWord, 'start' | 'end'>, characters: CharacterTable) {
  return !isRepeatedBeside(line, start, end) && !isCutFromCounted(line, start, end, characters);
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

/** Whether another measure would count the noun behind, or one where none did: 呢件 for 呢個, 幾個 for 幾多. Measures alone have a table. */
function changesMeasure(word: string, replaces: string): boolean {
  const isCounting = (text: string) => text.length === 2 && DETERMINERS.has(text[0]!) && COUNTED_BY.has(text[1]!);
  if (!isCounting(word)) return false;
  return isCounting(replaces) ? word[1] !== replaces[1] : word[1] === BARE_MEASURE;
}

/** Whether a word begins with the character before it, or ends with the one after it: 眼淚|淚濕. */
function repeatsNeighbour(line: SungLine, { start, end, word }: Judged): boolean {
  const [before, after] = [textBeside(line, start, 'before'), textBeside(line, end, 'after')];
  return (before !== undefined && word.startsWith(before)) || (after !== undefined && word.endsWith(after));
}

const alternativesOf = (list: string) => wordsOfList(list).join('|');
const WRITTEN = new RegExp(`${alternativesOf('written')}|^(?:${alternativesOf('written-alone')})$`, 'u');

/** Whether the line is of one style as it was: with no spoken word in a written line, and no written one where spoken ones stay. */
function keepsRegister({ start, word, replaces, register }: Judged, { line, style }: LineContext): boolean {
  const isWrittenLine = style === 'written';
  if (register === (isWrittenLine ? '粵' : '雅')) return false;
  const addsWrittenWord = !isWrittenLine && WRITTEN.test(word) && !WRITTEN.test(replaces);
  if (!isWrittenLine && !addsWrittenWord) return true;
  return styleOf(withReplacement(line, start, word)) === 'written';
}
