import { foldLatin, hasLatin } from '../cantonese/latin.ts';

/** Incremented whenever {@link tokenize} or {@link tokensOfDefinitions} changes its results; stored in a build's manifest and in an index's `_meta`. */
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

/** As {@link tokenize}, with repetitions. */
function tokensWithin(text: string): readonly string[] {
  // Most definitions: the general expressions take twice as long.
  if (ASCII_ALONE.test(text)) return text.toLowerCase().match(ASCII_RUN) ?? [];
  const tokens: string[] = [];
  for (const [run] of text.normalize('NFC').toLowerCase().matchAll(TOKEN_RUN)) {
    if (!HAN.test(run)) tokens.push(run);
    else for (const part of run.split(/(\p{Script=Han})/u)) if (part) tokens.push(part);
  }
  return tokens;
}

const HAN_RUN = /\p{Script=Han}+/gu;
/** What stands before a negated word. */
const NEGATION = /(?:不再|不能|不會|不想|沒有|無法|不感到|[不唔無未冇沒勿])$/u;
/** Characters of the longest negation. */
const NEGATION_LENGTH = 3;
/** Begins the token of a negated pair. */
const NEGATED = '不';

/**
 * Characters side by side in a Chinese text. Those behind a negation begin with 不, whichever it is, and do not stand for themselves:
 * a definition with 不開心 does not say 開心.
 */
export function characterPairs(text: string): string[] {
  return [...new Set(pairsWithin(text))];
}

/** As {@link characterPairs}, with repetitions. */
function pairsWithin(text: string): string[] {
  const pairs: string[] = [];
  for (const [run] of text.matchAll(HAN_RUN)) {
    const characters = Array.from(run);
    for (let at = 0; at + 1 < characters.length; at++) {
      const pair = characters[at]! + characters[at + 1]!;
      const before = characters.slice(Math.max(0, at - NEGATION_LENGTH), at).join('');
      pairs.push(NEGATION.test(before) ? NEGATED + pair : pair);
    }
  }
  return pairs;
}

/** The token of definitions that negate a pair of characters. */
export function negatedPair(pair: string): string {
  return NEGATED + pair;
}

/**
 * The tokens of an entry's definitions: those of the English one, by which `q` finds it too, and the pairs of the Chinese one, which are
 * longer than any token of `q`.
 */
export function tokensOfDefinitions(definition: string, definitionZh: string | undefined): string[] {
  return [...new Set(tokensWithinDefinitions(definition, definitionZh))];
}

/** As {@link tokensOfDefinitions}, with repetitions: for a packer that leaves them out itself. */
export function tokensWithinDefinitions(definition: string, definitionZh: string | undefined): readonly string[] {
  const tokens = tokensWithin(definition);
  return definitionZh === undefined ? tokens : [...tokens, ...pairsWithin(definitionZh)];
}
