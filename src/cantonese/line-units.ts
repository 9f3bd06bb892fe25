import countedWords from '../../data/generated/english-syllables.json' with { type: 'json' };
import table from '../../data/sound/english-syllables.json' with { type: 'json' };
import { parseSyllable } from './jyutping.ts';
import { isInvisible } from './latin.ts';

/**
 * The units of a line: a character each, but one for each syllable of a Latin word ("ba", "by"), so that sung units and notes match.
 * Letters that are said singly (A, DJ, OK) and digits are one each. Joined, the units are the line.
 */

const LATIN_RUN = /\p{Script=Latin}[\p{Script=Latin}\p{M}'’]*/gu;
/** Lines of other characters have a unit for each of them. */
const HAS_LONGER_UNITS =
  /[\p{Script=Latin}ゃゅょぁぃぅぇぉャュョァィゥェォ\u200B-\u200D\u2060\uFEFF\p{Variation_Selector}]/u;
/** A small kana belongs to the mora before it: きょ. */
const SMALL_KANA = /^[ゃゅょぁぃぅぇぉャュョァィゥェォ]$/u;
/** A syllable of jyutping with its tone is sung as one: ngo5. */
const TONE_DIGIT = /^[1-6](?!\p{Nd})/u;
/** 3am is said with two letters, unlike I am. */
const HOUR = /^am$/iu;
const DIGIT = /^\p{Nd}$/u;
const VOWEL = /[aeiouy]/u;
const TWO_CAPITALS = /^\p{Lu}{2}$/u;

/** How words are cut, which abbreviations are said letter by letter, and which two capitals are a word all the same. */
const wordsOf = (use: string) => table.flatMap((row) => (row.use === use ? [row.word] : []));
const CUTS = new Map(
  wordsOf('cut').map((word) => [word.replaceAll('-', ''), word.split('-').map(({ length }) => length)]),
);
const LETTER_BY_LETTER = new Set(wordsOf('letters'));
const TWO_LETTER_WORDS = new Set(wordsOf('word'));

export function lineUnits(line: string): string[] {
  if (!HAS_LONGER_UNITS.test(line)) return Array.from(line);
  const units: string[] = [];
  let end = 0;
  for (const { 0: run, index } of line.matchAll(LATIN_RUN)) {
    const isAfterDigit = index > end && DIGIT.test(line[index - 1]!);
    units.push(...charactersOf(line.slice(end, index)));
    end = index + run.length;
    const toned = TONE_DIGIT.test(line.slice(end, end + 2)) ? run + line[end]! : '';
    if (parseSyllable(toned)) {
      units.push(toned);
      end++;
    } else units.push(...(isAfterDigit && HOUR.test(run) ? run : latinUnits(run)));
  }
  return [...units, ...charactersOf(line.slice(end))];
}

function charactersOf(text: string): string[] {
  const units: string[] = [];
  for (const character of text)
    if (units.length > 0 && (SMALL_KANA.test(character) || isInvisible(character)))
      units[units.length - 1] += character;
    else units.push(character);
  return units;
}

/** Runs that are cut, for words of a text that recur; bounded as texts may hold anything. */
const CACHE = new Map<string, readonly string[]>();
const MAX_CACHED = 2048;
/** Longer runs are no words: their letters are cut without asking how they are said. */
const MAX_WORD_LETTERS = 40;

function latinUnits(run: string): readonly string[] {
  const known = CACHE.get(run);
  if (known) return known;
  const units = cutRun(run);
  if (CACHE.size < MAX_CACHED && run.length <= MAX_WORD_LETTERS) CACHE.set(run, units);
  return units;
}

function cutRun(run: string): string[] {
  const plain = plainLetters(run);
  const { text } = plain;
  if (CUTS.has(text)) return piecesOf(run, plain, CUTS.get(text)!);
  const isByLetters = text.length > MAX_WORD_LETTERS || isSaidByLetters(run, text);
  return piecesOf(run, plain, isByLetters ? Array<number>(text.length).fill(1) : cutByVowels(text, syllablesOf(text)));
}

function isSaidByLetters(run: string, plain: string): boolean {
  const letters = run.normalize('NFKC');
  if (!VOWEL.test(plain) || LETTER_BY_LETTER.has(letters)) return true;
  return TWO_CAPITALS.test(letters) && !TWO_LETTER_WORDS.has(letters);
}

/** The letters of a run without accents and apostrophes, in lower case, and where each ends in the run. */
interface PlainLetters {
  readonly text: string;
  readonly ends: readonly number[];
}

function plainLetters(run: string): PlainLetters {
  let text = '';
  const ends: number[] = [];
  let offset = 0;
  for (const character of run) {
    offset += character.length;
    // Rare letters beyond the basic plane are consonants here: a letter is one UTF-16 unit in what follows.
    const letter = character.length > 1 ? 'x' : character.normalize('NFKD')[0]!.toLowerCase();
    if (/\p{L}/u.test(letter)) {
      text += letter;
      for (let i = 0; i < letter.length; i++) ends.push(offset);
    } else if (ends.length > 0) ends[ends.length - 1] = offset;
  }
  return { text, ends };
}

/** The run in pieces of so many plain letters; what is left over belongs to the last. */
function piecesOf(run: string, { ends }: PlainLetters, lengths: readonly number[]): string[] {
  let letters = 0;
  let start = 0;
  return lengths.map((length, i) => {
    letters += length;
    const end = i === lengths.length - 1 ? run.length : ends[letters - 1]!;
    const piece = run.slice(start, end);
    start = end;
    return piece;
  });
}

const CONSONANT_PAIRS = new Set('th sh ch ph wh ck gh qu bl br cl cr dr fl fr gl gr pl pr tr'.split(' '));

/** Lengths of `count` syllables: cut between vowels, before the last consonant (or pair) that stands between two of them. */
function cutByVowels(word: string, count: number): number[] {
  const nuclei = vowelGroups(word, count);
  const cuts = nuclei.slice(1).map((next, i) => {
    const previousEnd = nuclei[i]!.end;
    if (next.start <= previousEnd) return next.start;
    const isPair = next.start - previousEnd >= 2 && CONSONANT_PAIRS.has(word.slice(next.start - 2, next.start));
    return next.start - (isPair ? 2 : 1);
  });
  return [...cuts, word.length].map((cut, i) => cut - (i === 0 ? 0 : cuts[i - 1]!));
}

interface VowelGroup {
  readonly start: number;
  readonly end: number;
}

/** As many vowel groups: silent e's are left out first, then those at the end; where there are too few, the longest are cut in two. */
function vowelGroups(word: string, count: number): VowelGroup[] {
  const groups: VowelGroup[] = [];
  for (const { 0: found, index: start } of word.matchAll(/[aeiou]+|y/gu)) {
    if (found === 'y' && start === 0) continue;
    const end = start + found.length;
    const previous = groups.at(-1);
    // A y after a vowel belongs to it (day), unless another follows (crayon).
    const isGlide = found === 'y' && previous?.end === start && !'aeiou'.includes(word[end] ?? ' ');
    if (isGlide) groups[groups.length - 1] = { start: previous.start, end };
    else groups.push({ start, end });
  }
  if (groups.length === 0) groups.push({ start: 0, end: 1 });
  while (groups.length > count) {
    const silent = groups.findLastIndex(({ start, end }, i) => i > 0 && end - start === 1 && word[start] === 'e');
    groups.splice(silent >= 0 ? silent : groups.length - 1, 1);
  }
  while (groups.length < Math.min(count, word.length)) {
    const longest = groups.reduce((best, group, i) => (length(group) > length(groups[best]!) ? i : best), 0);
    const { start, end } = groups[longest]!;
    if (end - start < 2) break;
    groups.splice(longest, 1, { start, end: start + 1 }, { start: start + 1, end });
  }
  return groups;
}

function length({ start, end }: VowelGroup): number {
  return end - start;
}

/** What is sung begins with a letter or digit of any script; spaces and punctuation are not sung. */
const SUNG = /^[\p{L}\p{N}]/u;

/** @param unit one of {@link lineUnits} */
export function isSung(unit: string): boolean {
  return SUNG.test(unit);
}

/** The number of units of a line that take a note each. */
export function countSung(line: string): number {
  return lineUnits(line).filter(isSung).length;
}

/** The index, in code points, at which each sung unit of a line begins. */
export function sungPlaces(line: string): number[] {
  const places: number[] = [];
  let index = 0;
  for (const unit of lineUnits(line)) {
    if (isSung(unit)) places.push(index);
    index += Array.from(unit).length;
  }
  return places;
}

/** How many syllables English words have: by their vowels, and by a table of the common words where these err. */

const COUNTS = new Map(
  Object.entries(countedWords.exceptions).flatMap(([count, words]) =>
    words.split(' ').map((word) => [word, Number(count)] as const),
  ),
);

/** @param word in lower case, without accents and apostrophes */
export function syllablesOf(word: string): number {
  return COUNTS.get(word) ?? syllablesByVowels(word);
}

const VOWELS = new Set('aeiouy');
const SILENT_E = /[^aeiouy]e$/;
/** table, acre */
const SOUNDED_LE = /[^aeiouylr][lr]e$/;
const SILENT_ED = /[^aeiouytd]ed$/;
const SILENT_ES = /[^aeiouyszxcgh]es$/;
const SOUNDED_LES = /[^aeiouylr]les$/;
/** playing, being */
const VOWEL_BEFORE_ING = /[aeiouy]ing$/;
/** isn't, couldn't */
const NEGATION = /[ds]nt$/;

/** Groups of vowels, without the silent ones at the end. At least 1. */
function syllablesByVowels(word: string): number {
  let groups = 0;
  let isInGroup = false;
  for (let i = 0; i < word.length; i++) {
    const isConsonant = (word[i] === 'y' && i === 0) || (word[i] === 'u' && word[i - 1] === 'q');
    const isVowel = VOWELS.has(word[i]!) && !isConsonant;
    if (isVowel && !isInGroup) groups++;
    isInGroup = isVowel;
  }
  if (VOWEL_BEFORE_ING.test(word)) groups++;
  else if (NEGATION.test(word) && groups === 1) groups++;
  else if (SILENT_E.test(word) && !SOUNDED_LE.test(word)) groups--;
  else if (SILENT_ED.test(word)) groups--;
  else if (SILENT_ES.test(word) && !SOUNDED_LES.test(word)) groups--;
  return Math.max(1, groups);
}
