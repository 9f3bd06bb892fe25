import joinedWords from '../../data/sound/joined-words.json' with { type: 'json' };
import phrases from '../../data/sound/phrases.json' with { type: 'json' };
import { isLatin } from './latin.ts';

/** A word of the segmenter's table. */
export interface DictionaryWord {
  readonly word: string;
  /** −ln of its probability in text, times 100, rounded: sums of whole numbers are exact. */
  readonly cost: number;
  /** Readings in jyutping, the primary one first; a syllable for each unit of a line that it takes. */
  readonly readings: readonly string[];
  /** A phrase that is in the lexicon but not a word: segmentation splits it, after it was found where it is written in other characters. */
  readonly phrase?: boolean;
}

export interface WordTable {
  /** The word with this spelling; a variant or simplified form leads to its headword. */
  find(text: string): DictionaryWord | undefined;
  /** Whether a word of the table starts with `text`. */
  hasPrefix(text: string): boolean;
  /** The standard form of a character; without it every character is looked up as it is. */
  formOf?(character: string): string;
}

export interface Segment {
  /** Start and end (exclusive), in units of the line. */
  readonly start: number;
  readonly end: number;
  /** Absent for unknown words, Latin letters, digits and punctuation. */
  readonly word?: DictionaryWord;
}

const LETTER = /^\p{Script=Latin}/u;
const HAN = /^[\p{Script=Han}〇]$/u;
/** The block of characters in which nearly all of a line are. */
const [FIRST_COMMON, LAST_COMMON] = [0x4e00, 0x9fff];
/** An unknown character costs as much as a word with a probability of 10⁻⁸. */
export const UNKNOWN_COST = 1840;
/** Cost per word, so that of equally likely segmentations the one with fewer words wins. */
const WORD_PENALTY = 30;

/**
 * Segments a line into the most likely sequence of known words, by dynamic programming. A run of Latin letters or digits is one
 * segment, or part of a word that takes all of it (O嘴, 3am) and does not stand in English; any other character that is not Han is one of its own. Time is linear in
 * the line's length.
 */
export function segment(characters: readonly string[], table: WordTable): Segment[] {
  const segments: Segment[] = [];
  for (let start = 0, end: number; start < characters.length; start = end) {
    end = endOfRun(characters, start);
    if (isInWord(characters[start]!)) segments.push(...segmentWords(characters, start, end, table));
    else segments.push({ start, end });
  }
  return segments.map((found, i) =>
    isAmongEnglish(characters, segments, i) ? { start: found.start, end: found.end } : found,
  );
}

function isInWord(unit: string): boolean {
  const code = unit.charCodeAt(0);
  return (code >= FIRST_COMMON && code <= LAST_COMMON && unit.length === 1) || HAN.test(unit) || isLatin(unit);
}

/** Where the characters and letters end that nothing else stands between; the next unit if there is something else. */
function endOfRun(characters: readonly string[], start: number): number {
  let end = start + 1;
  if (isInWord(characters[start]!)) while (end < characters.length && isInWord(characters[end]!)) end++;
  return end;
}

/** The words that may begin at a unit. */
interface Beginnings {
  /** The shortest first; ends are units of the line. */
  readonly words: readonly { readonly end: number; readonly word: DictionaryWord }[];
  /** The end of what is unknown if none of them is taken; undefined where a word is as short. */
  readonly unknownEnd: number | undefined;
}

/** @param end of the characters and letters without anything else between them */
function beginningsAt(characters: readonly string[], start: number, end: number, table: WordTable): Beginnings {
  const words: { end: number; word: DictionaryWord }[] = [];
  let first = start + 1;
  if (isLatin(characters[start]!)) while (first < end && isLatin(characters[first]!)) first++;
  let text = '';
  let hasLetters = false;
  let isFirstKnown = false;
  for (let to = start + 1; to <= end; to++) {
    const last = characters[to - 1]!;
    text += last;
    hasLetters ||= isLatin(last);
    const found = table.find(text);
    const runGoesOn = hasLetters && isLatin(last) && to < end && isLatin(characters[to]!);
    const word = found && hasLetters && !fillsUnits(found, to - start, runGoesOn) ? undefined : found;
    if (word && !(word.phrase && word.word === text)) words.push({ end: to, word });
    if (to === first) isFirstKnown = word !== undefined;
    if (!table.hasPrefix(text)) break;
  }
  return { words, unknownEnd: isFirstKnown ? undefined : first };
}

/** What the words of a segmentation cost together, unknown units with them: the less, the likelier. */
export function costOfSegments(segments: readonly Segment[]): number {
  return segments.reduce((sum, { word }) => sum + (word?.cost ?? UNKNOWN_COST) + WORD_PENALTY, 0);
}

/** Whether a word of letters stands beside an unknown one, across spaces: happy is Cantonese in 好happy, and English in so happy. */
function isAmongEnglish(characters: readonly string[], segments: readonly Segment[], index: number): boolean {
  const { start, end, word } = segments[index]!;
  if (!word || !isLatin(characters[start]!) || !characters.slice(start, end).every(isLatin)) return false;
  return [-1, 1].some((step) => {
    let other = index + step;
    while (other >= 0 && other < segments.length && characters[segments[other]!.start] === ' ') other += step;
    const neighbour = segments[other];
    return (
      Math.abs(other - index) > 1 &&
      neighbour !== undefined &&
      !neighbour.word &&
      LETTER.test(characters[neighbour.start]!)
    );
  });
}

/** Segments characters and letters without anything else between them. */
function segmentWords(characters: readonly string[], start: number, end: number, table: WordTable): Segment[] {
  const length = end - start;
  const best = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY);
  const predecessors = new Int32Array(length + 1);
  const words = new Array<DictionaryWord | undefined>(length + 1);
  best[0] = 0;
  for (let i = 0; i < length; i++) {
    const relax = (to: number, cost: number, word: DictionaryWord | undefined) => {
      const total = best[i]! + cost + WORD_PENALTY;
      if (total >= best[to]!) return;
      best[to] = total;
      predecessors[to] = i;
      words[to] = word;
    };
    // Inside a run of letters no word begins.
    if (best[i] === Number.POSITIVE_INFINITY) continue;
    const found = beginningsAt(characters, start + i, end, table);
    for (const { end: to, word } of found.words) relax(to - start, word.cost, word);
    if (found.unknownEnd !== undefined) relax(found.unknownEnd - start, UNKNOWN_COST, undefined);
  }
  const segments: Segment[] = [];
  for (let to = length; to > 0; to = predecessors[to]!) {
    const word = words[to];
    const from = start + predecessors[to]!;
    if (word?.phrase) segments.push(...partsOf(word, from, table).reverse());
    else segments.push({ start: from, end: start + to, ...(word ? { word } : {}) });
  }
  return segments.reverse();
}

/** Whether a word with letters is sung on so many units, and the run of letters ends with it. */
function fillsUnits({ readings }: DictionaryWord, units: number, runGoesOn: boolean): boolean {
  return !runGoesOn && readings[0]?.split(' ').length === units;
}

/** The words of a phrase that stands at `start` in other characters: 唔 and 知 of 吾知. */
function partsOf({ word }: DictionaryWord, start: number, table: WordTable): Segment[] {
  const characters = Array.from(word);
  return segmentWords(characters, 0, characters.length, table).map((part) => ({
    ...part,
    start: start + part.start,
    end: start + part.end,
  }));
}

/** A row of a table of texts that are made of words: one of the words of each part, separated by spaces, in order; `*` is any character. */
interface PartsRow {
  readonly parts: readonly string[];
}

const patternOf = ({ parts }: PartsRow): string =>
  parts.map((part) => (part === '*' ? '\\p{Script=Han}' : `(?:${part.split(' ').join('|')})`)).join('');

/**
 * Phrases that the lexicon may list but that are not words: a pronoun with a particle (我的), a number with a measure word (一首), an
 * adverb with its adjective (很好), links of lyrics (怎可). Segmentation splits them.
 */
interface PhraseRow extends PartsRow {
  /** Words that are made like such a phrase, separated by spaces. */
  readonly except?: string;
}

const PHRASES: readonly PhraseRow[] = phrases;
const PHRASE = new RegExp(`^(?:${PHRASES.map(patternOf).join('|')})$`, 'u');
const LIKE_PHRASES = new Set(PHRASES.flatMap(({ except }) => except?.split(' ') ?? []));

export function isPhrase(text: string): boolean {
  return PHRASE.test(text) && !LIKE_PHRASES.has(text);
}

/** Words that no list has because there are too many: numbers (三千五百), names (陳大文). Segmentation finds their parts, which are joined. */
interface JoinedRow extends PartsRow {
  /** Whether the last part may be repeated. */
  readonly repeated?: boolean;
  /** Characters after which the row does not hold, separated by spaces: in 一張美麗的臉 張 is a measure word. */
  readonly notAfter?: string;
}

/** Longest run of characters that is joined. */
const MAX_JOINED_LENGTH = 12;

const JOINED = (joinedWords as readonly JoinedRow[]).map(({ parts, repeated, notAfter }) => ({
  pattern: new RegExp(`^${patternOf({ parts })}${repeated ? '+' : ''}`, 'u'),
  firstCharacters: new Set(parts[0]!.split(' ').map((word) => Array.from(word)[0]!)),
  notAfter: new Set(notAfter?.split(' ')),
}));
const FIRST_CHARACTERS = new Set(JOINED.flatMap(({ firstCharacters }) => [...firstCharacters]));

/** The starts of those segments that only go on with a word that is joined of several. `segments` cover the line. */
export function joinedStarts(characters: readonly string[], segments: readonly Segment[]): ReadonlySet<number> {
  const starts = new Set<number>();
  for (let i = 0; i < segments.length - 1; i++) {
    const { start } = segments[i]!;
    if (!FIRST_CHARACTERS.has(characters[start]!)) continue;
    const last = lastSegmentOfWord(characters, segments, i);
    while (i < last) starts.add(segments[++i]!.start);
  }
  return starts;
}

/** The segment with which the word that begins with segment `first` ends. */
function lastSegmentOfWord(characters: readonly string[], segments: readonly Segment[], first: number): number {
  const { start } = segments[first]!;
  const text = characters.slice(start, start + MAX_JOINED_LENGTH).join('');
  for (const { pattern, firstCharacters, notAfter } of JOINED) {
    if (!firstCharacters.has(characters[start]!) || notAfter.has(characters[start - 1] ?? '')) continue;
    const found = pattern.exec(text);
    if (!found) continue;
    const end = start + Array.from(found[0]).length;
    const last = segments.findIndex((segment, i) => i >= first && segment.end === end);
    if (last > first) return last;
  }
  return first;
}
