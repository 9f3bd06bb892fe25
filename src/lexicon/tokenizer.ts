import rows from '../../data/meaning/function-words.json' with { type: 'json' };
import { foldLatin, hasLatin } from '../cantonese/latin.ts';

/** Incremented whenever {@link tokenize} changes its results; stored in a build's manifest and in an index's `_meta`. */
export const TOKENS_VERSION = 2;

const TOKEN_RUN = /\p{Script=Han}|[\p{L}\p{M}\p{N}]+/gu;
const HAN = /\p{Script=Han}/u;
const ASCII_ALONE = /^[\0-\x7f]*$/;
const ASCII_RUN = /[a-z0-9]+/g;

/** The tokens that a word has beside those of its definition: its characters, and its letters in runs, ok of 卡拉OK. */
export function tokensOfWord(word: string): string[] {
  return [...new Set([...word, ...(hasLatin(word) ? tokenize(foldLatin(word)) : [])])];
}

/**
 * The tokenizer of definitions and of `q`: NFC, lower case, runs of letters, marks and numbers; Han by code point. Returns distinct
 * tokens in order of appearance.
 */
export function tokenize(text: string): string[] {
  return [...new Set(tokensWithin(text))];
}

/** As {@link tokenize}, with repetitions: for a packer that leaves them out itself. */
export function tokensWithin(text: string): readonly string[] {
  // Most definitions: the general expressions take twice as long.
  if (ASCII_ALONE.test(text)) return text.toLowerCase().match(ASCII_RUN) ?? [];
  const tokens: string[] = [];
  for (const [run] of text.normalize('NFC').toLowerCase().matchAll(TOKEN_RUN)) {
    if (!HAN.test(run)) tokens.push(run);
    else for (const part of run.split(/(\p{Script=Han})/u)) if (part) tokens.push(part);
  }
  return tokens;
}

/** Words that join others or stand for them, and so say little of what a phrase or a line is about. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(rows.flatMap(({ words }) => words.split('、')));
