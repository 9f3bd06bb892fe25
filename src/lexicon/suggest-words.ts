import { foldLatin, hasLatin } from '../cantonese/latin.ts';
import { differsByMergedInitials, jyutpingSpelled } from '../cantonese/romanisation.ts';
import { repairEnglish, tokenForms } from '../phrases/english.ts';
import { glossKey } from './gloss-heads.ts';
import { findWord, type ListedWords } from './listed-words.ts';
import { popularPage } from './query.ts';
import type { Lexicon } from './store.ts';
import { likelyCharacter, spokenCharacter, writtenForms } from './typed-words.ts';

/**
 * How every engine matches a jyutping prefix: with a tone digit against the toned reading, else the toneless one; with a space
 * against the spaced form (syllable boundaries matter), else the joined one.
 */

const TONE_DIGITS = /[1-6]/g;

/** The prefix in NFC and lower case, with single spaces, trimmed. */
export function normalizePrefix(prefix: string): string {
  return prefix.normalize('NFC').toLowerCase().trim().replace(/\s+/gu, ' ');
}

/** Whether a prefix is jyutping rather than characters. */
export function isJyutpingPrefix(prefix: string): boolean {
  return /^[a-z][a-z1-6 ]*$/.test(prefix);
}

/** The letters of a jyutping text, without tones and spaces: readings are sorted by them. */
export function lettersOnly(text: string): string {
  return text.replace(/[1-6 ]/g, '');
}

/** Whether `prefix` (normalized) starts the reading in the matching form. */
export function prefixMatchesReading(prefix: string, jyutping: string): boolean {
  const form = /[1-6]/.test(prefix) ? jyutping : jyutping.replace(TONE_DIGITS, '');
  return (prefix.includes(' ') ? form : form.replaceAll(' ', '')).startsWith(prefix);
}

/** Completes what people type: beside characters and jyutping, other spellings of both, and characters with the sound that follows. */

interface Options {
  /** Whether coarse words may be offered; undefined: where the prefix begins with one. */
  readonly vulgar: boolean | undefined;
}
type EngineOptions = Parameters<Lexicon['suggest']>[2];

/** The number of words with the typed beginning whose readings are compared with the sound that follows. */
const MAX_MIXED_WORDS = 500;
const MIXED = /^(\p{Script=Han}+) ?([A-Za-z][A-Za-z1-6 ]*)$/u;
const MAY_HAVE_TONES = /[1-6]/;

/** The popularity rank below which a word is what its sound is typed for, and not an English word that looks like it. */
const FREQUENT = 5000;
/** The share (0 to 1) of the list, at its end, for words of an English gloss, where frequent words by sound fill it. */
const GLOSSED_SHARE = 0.3;

/**
 * At most `limit` words. What the engine finds comes first, and what is meant in English; only when that leaves room the prefix is read
 * in other ways, so that most requests cost nothing more.
 */
export async function suggestWords(
  lexicon: Lexicon,
  typed: string,
  limit: number,
  { vulgar }: Options,
): Promise<readonly string[]> {
  const prefix = typed.normalize('NFC').trim();
  const words = await lexicon.wordTable();
  const options = { vulgar: vulgar ?? beginsWithCoarseWord(prefix, words) };
  const [found, likely] = await Promise.all([
    lexicon.suggest(prefix, limit, options),
    suggestLikely(lexicon, prefix, limit, options),
  ]);
  const spoken = likely.length > 0 ? mergeLikely(prefix, found, likely) : found;
  const key = glossKey(prefix);
  const merged = key === undefined ? spoken : mergeGlossed(words, prefix, spoken, key, limit, options);
  if (merged.length >= limit) return merged.length > limit ? merged.slice(0, limit) : merged;
  const lettered = hasLatin(prefix) ? textsOf(words, words.latinStartingWith(prefix), options) : [];
  const others = await suggestOtherwise(lexicon, words, prefix, found, limit, options);
  const longer = key === undefined ? [] : longerGlosses(words, key, limit, options);
  const rest = longer.length === 0 ? others : byPopularity(words, [...others, ...longer]);
  return [...new Set([...merged, ...lettered, ...rest])].slice(0, limit);
}

function textsOf(words: ListedWords, numbers: Uint32Array, { vulgar }: EngineOptions): string[] {
  const texts: string[] = [];
  for (const word of numbers) if (vulgar || !words.isVulgar(word)) texts.push(words.text(word));
  return texts;
}

/** Words with a gloss that begins with `key` and is longer; none for keys of few letters, with which too many begin. */
function longerGlosses(words: ListedWords, key: string, limit: number, options: EngineOptions): string[] {
  if (key.length < MIN_COMPLETED_LETTERS) return [];
  const longer = textsOf(words, words.glossedLonger(key, 2 * limit), options);
  if (longer.length >= FEW_GLOSSED || key.length < MIN_STEM_LETTERS + LONGEST_ENDING) return longer;
  // Another form of the word: heartbroken for heartbreak.
  return [...longer, ...textsOf(words, words.glossedLonger(key.slice(0, -LONGEST_ENDING), 2 * limit), options)];
}

const MIN_GLOSS_LETTERS = 2;
const MIN_COMPLETED_LETTERS = 3;
const FEW_GLOSSED = 4;
const MIN_STEM_LETTERS = 6;
const LONGEST_ENDING = 3;

/** Merges in words by English gloss: behind frequent words by sound, before others. A word typed as such stays first. */
function mergeGlossed(
  words: ListedWords,
  prefix: string,
  spoken: readonly string[],
  key: string,
  limit: number,
  options: EngineOptions,
): readonly string[] {
  if (key.length < MIN_GLOSS_LETTERS) return spoken;
  const [first] = spoken;
  const isSound = first !== undefined && (words.numberOf(first) ?? words.count) < FREQUENT;
  const share = Math.floor(limit * GLOSSED_SHARE);
  const wanted = isSound && spoken.length >= limit ? share : limit;
  const exact = tokenForms(key).flatMap((form) => textsOf(words, words.glossed(form).slice(0, wanted), options));
  if (exact.length === 0) return spoken;
  if (isSound) return [...new Set([...spoken.slice(0, limit - Math.min(exact.length, share)), ...exact, ...spoken])];
  const isItself = first !== undefined && foldLatin(first) === foldLatin(prefix);
  return [...new Set([...(isItself ? [first] : []), ...exact, ...spoken])];
}

/** Texts in order of popularity, each once, with specialist entries last. */
function byPopularity(words: ListedWords, texts: readonly string[]): string[] {
  const placeOf = (text: string) => {
    const word = words.numberOf(text) ?? words.count;
    return word + (word < words.count && words.detail(word).kind === 'specialist' ? words.count : 0);
  };
  return [...new Set(texts)].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Whether somebody types a coarse word, or goes on after one. */
function beginsWithCoarseWord(prefix: string, words: ListedWords): boolean {
  let beginning = '';
  for (const character of prefix) {
    beginning += character;
    const word = findWord(words, beginning);
    if (word !== undefined && words.isVulgar(word)) return true;
    if (!words.hasPrefix(beginning)) return false;
  }
  return false;
}

/** Completions of the character for which another one is typed. */
async function suggestLikely(lexicon: Lexicon, prefix: string, limit: number, options: EngineOptions) {
  const other = likelyCharacter(prefix) ?? spokenCharacter(prefix);
  return other === undefined ? [] : await lexicon.suggest(other, limit, options);
}

/** A simplified character comes after the one that is meant; one that may be meant as it is comes before. */
function mergeLikely(prefix: string, found: readonly string[], likely: readonly string[]): string[] {
  const [before, after] = likelyCharacter(prefix) === undefined ? [found, likely] : [likely, found];
  return [...new Set([...before.slice(0, 1), ...after.slice(0, 1), ...before, ...after])];
}

async function suggestOtherwise(
  lexicon: Lexicon,
  words: ListedWords,
  prefix: string,
  found: readonly string[],
  limit: number,
  options: EngineOptions,
): Promise<readonly string[]> {
  const mixed = MIXED.exec(prefix);
  if (isJyutpingPrefix(normalizePrefix(prefix))) return suggestSpelled(lexicon, words, prefix, found, limit, options);
  const [written, sounding] = await Promise.all([
    suggestEach(lexicon, [...new Set([...aliasTargets(prefix, found), ...writtenForms(prefix)])], limit, options),
    mixed ? suggestMixed(lexicon, mixed[1]!, normalizePrefix(mixed[2]!), options) : [],
  ]);
  return [...written, ...sounding];
}

/** The first word found, where it is spelled otherwise than the prefix: its completions are meant as well. */
function aliasTargets(prefix: string, [first]: readonly string[]): string[] {
  return first !== undefined && !first.startsWith(prefix) ? [first] : [];
}

async function suggestEach(lexicon: Lexicon, prefixes: readonly string[], limit: number, options: EngineOptions) {
  const lists = await Promise.all(prefixes.map((prefix) => lexicon.suggest(prefix, limit, options)));
  return lists.flat();
}

/** Whether a reading begins with a jyutping prefix of which some syllables have their tone: do1zesaai begins do1 ze6 saai3. */
function beginsPartlyToned(prefix: string, reading: string): boolean {
  let at = 0;
  const isTone = () => MAY_HAVE_TONES.test(reading[at] ?? '');
  for (const sign of prefix) {
    // Before a letter or a space a tone may be left out, and before a letter the space.
    if (!MAY_HAVE_TONES.test(sign) && isTone()) at++;
    if (sign !== ' ' && reading[at] === ' ') at++;
    if (reading[at] !== sign) return false;
    at++;
  }
  return true;
}

/** Words that begin with the letters, of those the ones with the tones that are given. */
async function suggestPartlyToned(lexicon: Lexicon, words: ListedWords, prefix: string, options: EngineOptions) {
  const lettered = await lexicon.suggest(prefix.replaceAll(TONE_DIGITS, ''), MAX_MIXED_WORDS, options);
  return lettered.filter((text) => {
    const number = words.numberOf(text);
    return number !== undefined && words.readings(number).some((reading) => beginsPartlyToned(prefix, reading));
  });
}

/** Words of which a reading is spelled so, most popular first; where jyutping finds some, only with n and l as one. */
async function suggestSpelled(
  lexicon: Lexicon,
  words: ListedWords,
  prefix: string,
  found: readonly string[],
  limit: number,
  options: EngineOptions,
): Promise<readonly string[]> {
  const typed = normalizePrefix(prefix);
  if (MAY_HAVE_TONES.test(typed)) return suggestPartlyToned(lexicon, words, typed, options);
  const spelled = jyutpingSpelled(typed).filter((jyutping) => jyutping !== typed);
  const isJyutping = found.length > 1;
  const meant = isJyutping ? spelled.filter((jyutping) => differsByMergedInitials(typed, jyutping)) : spelled;
  if (meant.length === 0) return [];
  return byPopularity(words, await suggestEach(lexicon, meant, limit, options));
}

/** Words that begin with the characters and go on with the sound: 開s leads to 開心. */
async function suggestMixed(lexicon: Lexicon, characters: string, sound: string, { vulgar }: EngineOptions) {
  const { words } = await lexicon.page(
    popularPage({ starts: characters, ...(vulgar ? {} : { vulgar }) }, MAX_MIXED_WORDS),
  );
  const prefixes = [sound, ...(MAY_HAVE_TONES.test(sound) ? [] : jyutpingSpelled(sound))];
  const skipped = Array.from(characters).length;
  const continues = (jyutping: string) => {
    const rest = jyutping.split(' ').slice(skipped).join(' ');
    return rest !== '' && prefixes.some((prefix) => prefixMatchesReading(prefix, rest));
  };
  return words.flatMap(({ entry }) => (entry.readings.some(({ jyutping }) => continues(jyutping)) ? [entry.char] : []));
}

/** Words that may be meant by a text that is none: begun or spelled otherwise, or one character apart. */

const HAN_WORD = /^\p{Script=Han}{2,8}$/u;

/** At most `limit` words, never coarse ones. */
export async function nearbyWords(text: string, limit: number, lexicon: Lexicon): Promise<string[]> {
  const table = await lexicon.wordTable();
  const completed = await suggestWords(lexicon, text, limit, { vulgar: false });
  const near = HAN_WORD.test(text) ? await oneCharacterApart(text, limit, table, lexicon) : misspelled(text, table);
  return [...new Set([...completed, ...near])].slice(0, limit);
}

function misspelled(text: string, table: ListedWords): string[] {
  return glossKey(text) === undefined
    ? []
    : repairEnglish(text.toLowerCase(), table).flatMap(({ headwords }) => headwords);
}

/** Words that lack one character of the text, then words with another first or last one, the most popular first. */
async function oneCharacterApart(text: string, limit: number, table: ListedWords, lexicon: Lexicon): Promise<string[]> {
  const characters = Array.from(text);
  const shorter = characters
    .map((_, left) => characters.filter((_, at) => at !== left).join(''))
    .filter((word) => Array.from(word).length > 1 && table.numberOf(word) !== undefined);
  const isAsLong = (word: string) => Array.from(word).length === characters.length;
  const otherEnd = [...table.startingWith(characters.slice(0, -1).join(''))]
    .filter((word) => !table.isVulgar(word))
    .map(table.text)
    .filter(isAsLong);
  const { words } = await lexicon.page(
    popularPage({ ends: characters.slice(1).join(''), length: [characters.length], vulgar: false }, limit),
  );
  return [...shorter, ...words.map(({ entry }) => entry.char), ...otherEnd];
}
