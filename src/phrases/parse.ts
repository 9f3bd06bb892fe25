import { readTyped } from '../cantonese/context-rules.ts';
import { foldLatin } from '../cantonese/latin.ts';
import { segment, type WordTable } from '../cantonese/segmentation.ts';
import { toHongKongLines } from '../lexicon/hong-kong-form.ts';

/** Cuts a phrase into words. */

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

/** The words of a phrase that is given in simplified, typed or standard form. */
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
  for (const [index, { text }] of units.entries()) {
    const [, pronoun] = PRONOUN_AND_VERY.exec(text) ?? [];
    const next = units[index + 1];
    if (pronoun === undefined || !next || table.find(`好${next.text}`) === undefined) continue;
    result.splice(index, 2, { text: pronoun, isEnglish: false }, { text: `好${next.text}`, isEnglish: false });
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
