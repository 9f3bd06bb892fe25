import { beginsPartlyToned, isJyutpingPrefix, normalizePrefix, prefixMatchesReading } from '../cantonese/jyutping.ts';
import { foldLatin, hasLatin } from '../cantonese/latin.ts';
import { differsByMergedInitials, jyutpingSpelled } from '../cantonese/romanisation.ts';
import { repairEnglish, tokenForms } from '../phrases/english.ts';
import { glossKey } from './gloss-heads.ts';
import { findWord, type ListedWords } from './listed-words.ts';
import { popularPage } from './query.ts';
import type { Lexicon } from './store.ts';
import { likelyCharacter, spokenCharacter, writtenForms } from './typed-words.ts';

/**
 * Completes what people type: beside characters and jyutping, which the engine completes, other spellings of both,
 * characters with the sound that follows, and English.
 */

/** The number of words with the typed beginning whose readings are compared with the sound that follows. */
const MAX_MIXED_WORDS = 500;
const MIXED = /^(\p{Script=Han}+) ?([A-Za-z][A-Za-z1-6 ]*)$/u;
const HAS_TONE = /[1-6]/;

/** The popularity rank below which a word is what its sound is typed for, and not an English word that looks like it. */
const FREQUENT = 5000;
/** The share (0 to 1) of the list, at its end, for words of an English gloss, where frequent words by sound fill it. */
const GLOSSED_SHARE = 0.3;
/** The letters from which a text is compared with glosses, and with the beginnings of longer ones. */
const MIN_GLOSS_LETTERS = 2;
const MIN_COMPLETED_LETTERS = 3;
/** Where fewer words have a longer gloss, glosses with another ending count: heartbroken for heartbreak. */
const FEW_GLOSSED = 4;
const MIN_STEM_LETTERS = 6;
const LONGEST_ENDING = 3;

/** Something typed, and where its completions come from. */
interface Typed {
  readonly lexicon: Lexicon;
  readonly words: ListedWords;
  /** In NFC, trimmed. */
  readonly prefix: string;
  readonly limit: number;
  /** Whether coarse words may be offered. */
  readonly vulgar: boolean;
}

/**
 * At most `limit` words. What the engine finds comes first, and what is meant in English; only when that leaves room the prefix is read
 * in other ways, so that most requests cost nothing more.
 *
 * @param vulgar whether coarse words may be offered; undefined: where the text begins with one
 */
export async function suggestWords(
  lexicon: Lexicon,
  text: string,
  limit: number,
  { vulgar }: { readonly vulgar: boolean | undefined },
): Promise<readonly string[]> {
  const prefix = text.normalize('NFC').trim();
  const words = await lexicon.wordTable();
  const typed = { lexicon, words, prefix, limit, vulgar: vulgar ?? beginsWithCoarseWord(prefix, words) };
  const [found, likely] = await Promise.all([complete(typed, prefix, limit), completeLikely(typed)]);
  const spoken = likely.length > 0 ? mergeLikely(prefix, found, likely) : found;
  const key = glossKey(prefix);
  const merged = key === undefined ? spoken : mergeGlossed(typed, spoken, key);
  if (merged.length >= limit) return merged.length > limit ? merged.slice(0, limit) : merged;
  const lettered = hasLatin(prefix) ? textsOf(typed, words.latinStartingWith(prefix)) : [];
  const others = await completeOtherwise(typed, found);
  const longer = key === undefined ? [] : longerGlosses(typed, key);
  const rest = longer.length === 0 ? others : byPopularity(words, [...others, ...longer]);
  return [...new Set([...merged, ...lettered, ...rest])].slice(0, limit);
}

/** What the engine finds for a prefix. */
function complete({ lexicon, vulgar }: Typed, prefix: string, limit: number) {
  return lexicon.suggest(prefix, limit, { vulgar });
}

async function completeEach(typed: Typed, prefixes: readonly string[]) {
  const lists = await Promise.all(prefixes.map((prefix) => complete(typed, prefix, typed.limit)));
  return lists.flat();
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
async function completeLikely(typed: Typed): Promise<readonly string[]> {
  const other = likelyCharacter(typed.prefix) ?? spokenCharacter(typed.prefix);
  return other === undefined ? [] : complete(typed, other, typed.limit);
}

/** A simplified character comes after the one that is meant; one that may be meant as it is comes before. */
function mergeLikely(prefix: string, found: readonly string[], likely: readonly string[]): string[] {
  const [before, after] = likelyCharacter(prefix) === undefined ? [found, likely] : [likely, found];
  return [...new Set([...before.slice(0, 1), ...after.slice(0, 1), ...before, ...after])];
}

function textsOf({ words, vulgar }: Typed, numbers: Uint32Array): string[] {
  const texts: string[] = [];
  for (const word of numbers) if (vulgar || !words.isVulgar(word)) texts.push(words.text(word));
  return texts;
}

/** Merges in words by English gloss: behind frequent words by sound, before others. A word typed as such stays first. */
function mergeGlossed(typed: Typed, spoken: readonly string[], key: string): readonly string[] {
  if (key.length < MIN_GLOSS_LETTERS) return spoken;
  const { words, prefix, limit } = typed;
  const [first] = spoken;
  const isSound = first !== undefined && (words.numberOf(first) ?? words.count) < FREQUENT;
  const share = Math.floor(limit * GLOSSED_SHARE);
  const wanted = isSound && spoken.length >= limit ? share : limit;
  const exact = tokenForms(key).flatMap((form) => textsOf(typed, words.glossed(form).slice(0, wanted)));
  if (exact.length === 0) return spoken;
  if (isSound) return [...new Set([...spoken.slice(0, limit - Math.min(exact.length, share)), ...exact, ...spoken])];
  const isItself = first !== undefined && foldLatin(first) === foldLatin(prefix);
  return [...new Set([...(isItself ? [first] : []), ...exact, ...spoken])];
}

/** Words with a gloss that begins with `key` and is longer; none for keys of few letters, with which too many begin. */
function longerGlosses(typed: Typed, key: string): string[] {
  if (key.length < MIN_COMPLETED_LETTERS) return [];
  const longerThan = (beginning: string) => textsOf(typed, typed.words.glossedLonger(beginning, 2 * typed.limit));
  const longer = longerThan(key);
  if (longer.length >= FEW_GLOSSED || key.length < MIN_STEM_LETTERS + LONGEST_ENDING) return longer;
  return [...longer, ...longerThan(key.slice(0, -LONGEST_ENDING))];
}

/** Texts in order of popularity, each once, with specialist entries last. */
function byPopularity(words: ListedWords, texts: readonly string[]): string[] {
  const rankOf = (text: string) => {
    const word = words.numberOf(text) ?? words.count;
    return word + (word < words.count && words.isSpecialist(word) ? words.count : 0);
  };
  return [...new Set(texts)].sort((a, b) => rankOf(a) - rankOf(b));
}

async function completeOtherwise(typed: Typed, found: readonly string[]): Promise<readonly string[]> {
  const { prefix } = typed;
  if (isJyutpingPrefix(normalizePrefix(prefix))) return completeSpelled(typed, normalizePrefix(prefix), found);
  const [, characters, sound] = MIXED.exec(prefix) ?? [];
  // The first word found, where it is spelled otherwise than the prefix: its completions are meant as well.
  const alias = found.slice(0, 1).filter((word) => !word.startsWith(prefix));
  const [written, sounding] = await Promise.all([
    completeEach(typed, [...new Set([...alias, ...writtenForms(prefix)])]),
    characters && sound ? completeMixed(typed, characters, normalizePrefix(sound)) : [],
  ]);
  return [...written, ...sounding];
}

/** Words of which a reading is spelled so, most popular first; where jyutping finds some, only with n and l as one. */
async function completeSpelled(typed: Typed, spelling: string, found: readonly string[]): Promise<readonly string[]> {
  if (HAS_TONE.test(spelling)) return completePartlyToned(typed, spelling);
  const others = jyutpingSpelled(spelling).filter((jyutping) => jyutping !== spelling);
  const isJyutping = found.length > 1;
  const meant = isJyutping ? others.filter((jyutping) => differsByMergedInitials(spelling, jyutping)) : others;
  return meant.length === 0 ? [] : byPopularity(typed.words, await completeEach(typed, meant));
}

/** Words that begin with the letters, of those the ones with the tones that are given. */
async function completePartlyToned(typed: Typed, prefix: string): Promise<readonly string[]> {
  const { words } = typed;
  const lettered = await complete(typed, prefix.replaceAll(/[1-6]/g, ''), MAX_MIXED_WORDS);
  return lettered.filter((text) => {
    const word = words.numberOf(text);
    return word !== undefined && words.readings(word).some((reading) => beginsPartlyToned(prefix, reading));
  });
}

/** Words that begin with the characters and go on with the sound: 開s leads to 開心. */
async function completeMixed({ lexicon, vulgar }: Typed, characters: string, sound: string) {
  const { words } = await lexicon.page(
    popularPage({ starts: characters, ...(vulgar ? {} : { vulgar }) }, MAX_MIXED_WORDS),
  );
  const prefixes = [sound, ...(HAS_TONE.test(sound) ? [] : jyutpingSpelled(sound))];
  const skipped = Array.from(characters).length;
  const continues = (jyutping: string) => {
    const rest = jyutping.split(' ').slice(skipped).join(' ');
    return rest !== '' && prefixes.some((prefix) => prefixMatchesReading(prefix, rest));
  };
  return words.flatMap(({ entry }) => (entry.readings.some(({ jyutping }) => continues(jyutping)) ? [entry.char] : []));
}

const HAN_WORD = /^\p{Script=Han}{2,8}$/u;

/** At most `limit` words that may be meant by a text that is no word: begun or spelled otherwise, or one character apart; never coarse. */
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
