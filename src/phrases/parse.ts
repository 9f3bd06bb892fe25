import phrasalVerbs from '../../data/meaning/phrasal-verbs.json' with { type: 'json' };
import rows from '../../data/meaning/phrase-words.json' with { type: 'json' };
import valencies from '../../data/meaning/valencies.json' with { type: 'json' };
import { readTyped } from '../cantonese/context-rules.ts';
import { foldLatin } from '../cantonese/latin.ts';
import { segment, type WordTable } from '../cantonese/segmentation.ts';
import { toHongKongLines } from '../lexicon/hong-kong-form.ts';
import { FUNCTION_WORDS as JOINING_WORDS } from '../lexicon/tokenizer.ts';

/** What words do in a phrase besides what they mean, in both languages. */

const wordsOfUse = (use: string): ReadonlySet<string> =>
  new Set(rows.filter((row) => row.use === use).flatMap(({ words }) => words.split('、')));

/** Words that turn the next one round. */
const NEGATIONS = wordsOfUse('negation');
/** Words that join others or stand for them, and so say nothing of what a phrase is about. */
const FUNCTION_WORDS: ReadonlySet<string> = JOINING_WORDS.union(wordsOfUse('function'));
/** Frequent words that say little beside others. */
const LIGHT_WORDS = wordsOfUse('light');

export const isNegation = (word: string): boolean => NEGATIONS.has(word);
export const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);
export const isLightWord = (word: string): boolean => LIGHT_WORDS.has(word);

/** Words that end or begin what the next one names, or turn away from it. */
const GOVERNORS = wordsOfUse('governor');
/** Of these, words that leave the opposite of what they end. */
const ENDERS = wordsOfUse('ender');
/** Before and behind the one word that says all of a phrase: the longest first. */
const SUBJECTS = [...wordsOfUse('subject')];
const OBJECTS = [...wordsOfUse('object')];
const PERSON = /^(?:[你您妳佢他她我][哋們]?)$/u;
const ENGLISH_PERSON = /^(?:me|you|him|her|us|them|it)$/;
const VALENCIES: ReadonlyMap<string, string> = new Map(valencies.map(({ verb, person }) => [verb, person]));
const PHRASAL_VERBS: ReadonlyMap<string, readonly string[]> = new Map(
  phrasalVerbs.map(({ verb, words }) => [verb, words.split('、')]),
);

export const isGovernor = (word: string): boolean => GOVERNORS.has(word) || ENDERS.has(word);
/** Whether an English word stands for somebody, or something, to whom a thing is done. */
export const isPerson = (word: string): boolean => ENGLISH_PERSON.test(word);
export const isEnder = (word: string): boolean => ENDERS.has(word);

/** Headwords for an English verb with its particle, which mean little apart. */
export const phrasalVerb = (text: string): readonly string[] | undefined => PHRASAL_VERBS.get(text);

/**
 * The headword that says all of a phrase: between who does it, how much, its aspect and to whom. With a person a verb may mean another
 * word (想 somebody is 想念). Undefined where more is said.
 *
 * @param isWord whether a text is a headword that says something
 */
export function onlyWordOf(text: string, isWord: (text: string) => boolean): string | undefined {
  const begun = strips(text, SUBJECTS, (rest, one) => (rest.startsWith(one) ? rest.slice(one.length) : undefined));
  let longest: string | undefined;
  for (const { rest: beginning } of begun)
    for (const { rest, taken } of strips(beginning, OBJECTS, (whole, one) =>
      whole.endsWith(one) ? whole.slice(0, -one.length) : undefined,
    )) {
      const meant = taken.some((one) => PERSON.test(one)) ? VALENCIES.get(rest) : undefined;
      if (meant !== undefined) return meant;
      if (rest !== text && rest.length > (longest?.length ?? 0) && isWord(rest)) longest = rest;
    }
  return longest;
}

const MAX_STRIPPED = 4;

/** What is left of a text without some of the words, and these. */
function strips(text: string, words: readonly string[], without: (text: string, word: string) => string | undefined) {
  const found: { readonly rest: string; readonly taken: readonly string[] }[] = [{ rest: text, taken: [] }];
  for (const { rest, taken } of found)
    if (taken.length < MAX_STRIPPED)
      for (const word of words) {
        const left = without(rest, word);
        if (left) found.push({ rest: left, taken: [...taken, word] });
      }
  return found;
}

/** A word of a phrase, in order. */
export interface PhraseUnit {
  /** A headword, a character without one, or an English word or number in lower case. */
  readonly text: string;
  readonly isEnglish: boolean;
}

export interface PhraseUnits {
  readonly units: readonly PhraseUnit[];
  /** Whether the phrase was read in another form than it was given. */
  readonly isNormalized: boolean;
}

const HAN = /\p{Script=Han}/u;
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
const LETTER = /^[a-z]/iu;
const NOT_CONTRACTED = /^(\p{L}+)n['’]t$/u;
/** What is left of words before n't, where it is not the word itself. */
const BEFORE_NOT: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall', ai: 'is' };
const CONTRACTED_ENDING = /['’]\p{L}{1,2}$/u;
/** English words of one letter say nothing; gloss tokens have two letters and more. */
export const ONE_LETTER_WORD = /^[aio]$/;

/** The words of a phrase in simplified, typed or standard form. */
export function unitsOfPhrase(text: string, table: WordTable): PhraseUnits {
  const [line = ''] = toHongKongLines([text], table);
  const given = Array.from(line, (character) => table.formOf?.(character) ?? character);
  const characters = readTyped(given);
  const isAllEnglish = !HAN.test(line);
  const units: PhraseUnit[] = [];
  for (const { start, end, word } of segment(characters, table)) {
    const part = characters.slice(start, end).join('');
    // The rest of letters that were typed for one character: a word of Cantonese stands in the place of the first of them.
    if (start > 0 && characters[start - 1] !== given[start - 1] && LETTER.test(given[start - 1]!) && LETTER.test(part))
      continue;
    // Among English words a word of letters that Cantonese has too (happy) is English.
    const isHeadword = word !== undefined && !isAllEnglish && !ONE_LETTER_WORD.test(part);
    if (isHeadword || HAN.test(part)) units.push({ text: word?.word ?? part, isEnglish: false });
    else for (const token of englishWords(part)) units.push({ text: token, isEnglish: true });
  }
  return {
    units: withLackApart(withoutGreetings(units, table), table),
    isNormalized: foldLatin(characters.join('')) !== foldLatin(text),
  };
}

function englishWords(part: string): string[] {
  const lower = part.toLowerCase();
  const [, verb] = NOT_CONTRACTED.exec(lower) ?? [];
  if (verb !== undefined) return [BEFORE_NOT[verb] ?? verb, 'not'];
  return (lower.replace(CONTRACTED_ENDING, '').match(TOKEN) ?? []).filter((token) => !ONE_LETTER_WORD.test(token));
}

const PRONOUN_AND_VERY = /^([你您我佢他她])好$/u;

/** 你好 of 等咗你好耐 is no greeting: 好 says how much what follows holds. */
function withoutGreetings(units: readonly PhraseUnit[], table: WordTable): PhraseUnit[] {
  const result = [...units];
  for (const [at, { text }] of units.entries()) {
    const [, pronoun] = PRONOUN_AND_VERY.exec(text) ?? [];
    const next = units[at + 1];
    if (pronoun === undefined || !next || table.find(`好${next.text}`) === undefined) continue;
    result.splice(at, 2, { text: pronoun, isEnglish: false }, { text: `好${next.text}`, isEnglish: false });
  }
  return result;
}

const LACKING_TWO_CHARACTERS = /^(冇)(\p{Script=Han}{2})$/u;

/** 冇信心 is said by what is lacking, whether the lexicon has it as a word or not. */
function withLackApart(units: readonly PhraseUnit[], table: WordTable): PhraseUnit[] {
  return units.flatMap((unit) => {
    const [, negation, lacking] = LACKING_TWO_CHARACTERS.exec(unit.text) ?? [];
    if (negation === undefined || table.find(lacking!) === undefined) return [unit];
    return [negation, lacking!].map((text) => ({ text, isEnglish: false }));
  });
}
