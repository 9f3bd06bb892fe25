import type { RelationSource } from '../lexicon/entry.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { typedHeadword } from '../lexicon/typed-words.ts';
import type { Cost } from '../metering/meter-port.ts';

/** Prices of successful requests. */

/** Estimates of a cost before the work. */
export interface CostEstimate<I> {
  /** Upper bound in credits. */
  readonly maxCredits: (input: I) => number;
  /** The exact cost, computed with less work than the response. Called only when the balance may be below `maxCredits`. */
  readonly exactCost: (input: I, lexicon: Lexicon) => Promise<Cost>;
}

export interface Price<I, T> {
  readonly cost: (result: T) => Cost;
  readonly costEstimate: CostEstimate<I>;
}

/** A price in credits that is the same for every request. */
export function credits(count: number): Price<unknown, unknown> {
  return {
    cost: () => ({ credits: count }),
    costEstimate: { maxCredits: () => count, exactCost: async () => ({ credits: count }) },
  };
}

/** Marks results about a word that is not in the lexicon. JSON omits symbol keys. */
export const NO_HEADWORD = Symbol('no headword');

interface AboutWord {
  readonly [NO_HEADWORD]?: true | undefined;
}

/** The subject of a charge: the headword, or the caller's text if there is none. */
function toSubject(headword: string | undefined, text: string): Pick<Cost, 'subject' | 'isUserInput'> {
  return headword === undefined ? { subject: text, isUserInput: true } : { subject: headword };
}

async function lookUpSubject(word: string, lexicon: Lexicon): Promise<Pick<Cost, 'subject' | 'isUserInput'>> {
  return toSubject(typedHeadword(word, await lexicon.wordTable())?.char, word);
}

/** A price of one credit per word and day, whatever else is asked. */
function creditPerWord<I, T extends AboutWord>(
  wordOf: (input: I) => string,
  wordIn: (result: T) => string,
): Price<I, T> {
  return {
    cost: (result) => ({ credits: 1, ...toSubject(result[NO_HEADWORD] ? undefined : wordIn(result), wordIn(result)) }),
    costEstimate: {
      maxCredits: () => 1,
      exactCost: async (input, lexicon) => ({ credits: 1, ...(await lookUpSubject(wordOf(input), lexicon)) }),
    },
  };
}

export const creditForWord = creditPerWord(
  ({ query }: { readonly query: { readonly word: string } }) => query.word,
  ({ word }: AboutWord & { readonly word: string }) => word,
);

export const creditForCharacter = creditPerWord(
  ({ path }: { readonly path: { readonly char: string } }) => path.char,
  ({ char }: AboutWord & { readonly char: string }) => char,
);

/** Marks a list with the word whose relatives it has. */
export const RELATIVES_OF = Symbol('relatives of');

/** The parameters of a list of words that ask for the relatives of a word, at most one of which is given. */
export const RELATIVE_PARAMETERS = [
  ...(['rel_syn', 'rel_ant'] as const),
  ...(['rel_jja', 'rel_jjb', 'rel_trg', 'rel_bga', 'rel_bgb'] as const),
] as const;

/** Price of one credit, for the relatives of a word of one per word and day. */
export const creditForSearchOrWord: Price<
  { readonly query: { readonly [K in (typeof RELATIVE_PARAMETERS)[number]]?: string | undefined } },
  readonly unknown[] & { readonly [RELATIVES_OF]?: AboutWord & { readonly word: string } }
> = {
  cost: ({ [RELATIVES_OF]: about }) => (about ? creditForWord.cost(about) : { credits: 1 }),
  costEstimate: {
    maxCredits: () => 1,
    async exactCost({ query }, lexicon) {
      const word = RELATIVE_PARAMETERS.map((name) => query[name]).find((value) => value !== undefined);
      return word === undefined ? { credits: 1 } : creditForWord.costEstimate.exactCost({ query: { word } }, lexicon);
    },
  },
};

interface WordCardInput {
  readonly path: { readonly text: string };
  readonly query: {
    readonly relations_limit: number;
    readonly source: RelationSource | 'all';
  };
}

interface WordCardResult {
  readonly char: string;
  readonly synonyms: readonly string[];
  readonly antonyms: readonly string[];
}

/** Price of one credit for each related word on the card, and at least one. */
export const creditForEachRelation: Price<WordCardInput, WordCardResult> = {
  cost: ({ char, synonyms, antonyms }) => ({
    credits: Math.max(1, synonyms.length + antonyms.length),
    subject: char,
  }),
  costEstimate: {
    maxCredits: ({ query }) => Math.max(1, 2 * query.relations_limit),
    async exactCost({ path, query: { relations_limit: limit, source } }, lexicon) {
      const wordSubject = await lookUpSubject(path.text, lexicon);
      const { synonyms, antonyms } = await lexicon.relatedWords(wordSubject.subject!, source, limit);
      return { credits: Math.max(1, synonyms.length + antonyms.length), ...wordSubject };
    },
  },
};
