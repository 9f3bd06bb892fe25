import rows from '../../data/meaning/function-words.json' with { type: 'json' };
import { foldLatin } from '../cantonese/latin.ts';
import { segment, type WordTable } from '../cantonese/segmentation.ts';
import { readTyped } from '../cantonese/typed-forms.ts';
import { popularityRank, sumOfMeanings } from '../lexicon/meaning.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { phraseFeatures } from '../lexicon/similarity.ts';
import type { Lexicon, Meanings } from '../lexicon/store.ts';
import { toHongKongLines } from './hong-kong-form.ts';

/** Words that join others or stand for them, and so say little of what a phrase is about. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(rows.flatMap(({ words }) => words.split('、')));

/** The meaning of a phrase that is no word of the lexicon: Chinese by the words that it consists of, English by its tokens. */
export interface PhraseMeaning {
  readonly features: SimilarityFeatures;
  /** What was not understood: words of the phrase in order, or all of it. */
  readonly ignored: readonly string[];
  readonly isUnderstood: boolean;
  /** Whether the phrase was read in another form than it was given. */
  readonly isNormalized: boolean;
}

/** Function words keep a trace of their meaning, in case a phrase has no other words. */
const FUNCTION_WORD_WEIGHT = 0.05;
/** The most popular words mean little in a phrase, but are sometimes all that it is about (愛). */
const MIN_WORD_WEIGHT = 0.5;
/** A word of this rank has half of the full weight. */
const HALF_WEIGHT_RANK = 1000;
/** All English tokens of a phrase together weigh as much as one rare Chinese word. */
const ENGLISH_WEIGHT = 1;

export async function meaningOfPhrase(text: string, lexicon: Lexicon): Promise<PhraseMeaning> {
  const { words, tokens, isNormalized } = partsOfPhrase(text, await lexicon.wordTable());
  const meanings = await lexicon.meanings({
    words: [...new Set(words)],
    tokens: [...new Set(tokens.flatMap(tokenForms))],
  });
  const known: (readonly [row: Int8Array, weight: number])[] = [];
  const ignored: string[] = [];
  for (const word of words) {
    const row = meanings.words.get(word);
    if (row) known.push([row, wordWeight(word, row)]);
    else ignored.push(word);
  }
  const tokenRows: Int8Array[] = [];
  for (const token of tokens) {
    const row = tokenRow(token, meanings);
    if (row) tokenRows.push(row);
    else ignored.push(token);
  }
  const english = sumOfMeanings(tokenRows.map((row) => [row, 1] as const));
  if (english) known.push([english, ENGLISH_WEIGHT]);
  const features = phraseFeatures(known);
  const isUnderstood = features.vectors.length > 0;
  // A text of punctuation has no words to name.
  const named = isUnderstood || ignored.length > 0 ? [...new Set(ignored)] : [text];
  return { features, ignored: named, isUnderstood, isNormalized };
}

interface PhraseParts {
  /** Headwords, and characters without one. */
  readonly words: readonly string[];
  /** English words and numbers in lower case. */
  readonly tokens: readonly string[];
  readonly isNormalized: boolean;
}

const HAN = /\p{Script=Han}/u;
const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
const LETTER = /^[a-z]/iu;
const CONTRACTED_ENDING = /(?:n['’]t|['’]\p{L}{1,2})$/u;
/** English words of one letter say nothing; gloss tokens have two letters and more. */
export const ONE_LETTER_WORD = /^[aio]$/;

/** The parts of a phrase in simplified, typed or standard form. */
export function partsOfPhrase(text: string, table: WordTable): PhraseParts {
  const [line = ''] = toHongKongLines([text]);
  const given = Array.from(line, (character) => table.formOf?.(character) ?? character);
  const characters = readTyped(given);
  const words: string[] = [];
  const tokens: string[] = [];
  for (const { start, end, word } of segment(characters, table)) {
    const part = characters.slice(start, end).join('');
    // The rest of letters that were typed for one character: a word of Cantonese stands in the place of the first of them.
    if (start > 0 && characters[start - 1] !== given[start - 1] && LETTER.test(given[start - 1]!) && LETTER.test(part))
      continue;
    if ((word && !ONE_LETTER_WORD.test(part)) || HAN.test(part)) words.push(word?.word ?? part);
    else
      for (const [token] of part.toLowerCase().replace(CONTRACTED_ENDING, '').matchAll(TOKEN))
        if (!ONE_LETTER_WORD.test(token)) tokens.push(token);
  }
  return { words, tokens, isNormalized: foldLatin(characters.join('')) !== foldLatin(text) };
}

function wordWeight(word: string, row: Int8Array): number {
  if (FUNCTION_WORDS.has(word)) return FUNCTION_WORD_WEIGHT;
  const rank = popularityRank(row);
  return Math.max(MIN_WORD_WEIGHT, rank / (rank + HALF_WEIGHT_RANK));
}

/** Endings of inflected English words and what stands in their place in the base form, as in WordNet's rules of detachment. */
const INFLECTIONS: readonly (readonly [ending: RegExp, base: string])[] = [
  [/ies$/, 'y'],
  [/es$/, ''],
  [/s$/, ''],
  [/(?:(?<=b)b|(?<=d)d|(?<=g)g|(?<=k)k|(?<=l)l|(?<=m)m|(?<=n)n|(?<=p)p|(?<=r)r|(?<=t)t)(?:ed|ing)$/, ''],
  [/(?:ed|ing)$/, ''],
  [/(?:ed|ing)$/, 'e'],
];
const MIN_BASE_LENGTH = 3;

/** An English word as it is, and the base forms that it may be inflected from: the first that is known counts. */
export function tokenForms(token: string): string[] {
  const bases = INFLECTIONS.flatMap(([ending, base]) => (ending.test(token) ? [token.replace(ending, base)] : []));
  return [token, ...bases.filter((base) => base.length >= MIN_BASE_LENGTH)];
}

function tokenRow(token: string, meanings: Meanings): Int8Array | undefined {
  for (const form of tokenForms(token)) {
    const row = meanings.tokens.get(form);
    if (row) return row;
  }
  return undefined;
}
