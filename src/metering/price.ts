import type { RelationSource } from '../lexicon/entry.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { typedHeadword } from '../lexicon/typed-words.ts';
import type { Cost } from './meter-port.ts';

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

/** Every request costs the same. */
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

/** One credit per word and day, whatever the filters or page. */
export const creditForWord: Price<
  { readonly query: { readonly word: string } },
  AboutWord & { readonly word: string }
> = {
  cost: ({ word, [NO_HEADWORD]: isUserInput }) => ({ credits: 1, ...toSubject(isUserInput ? undefined : word, word) }),
  costEstimate: {
    maxCredits: () => 1,
    exactCost: async ({ query }, lexicon) => ({ credits: 1, ...(await lookUpSubject(query.word, lexicon)) }),
  },
};

/** Marks a list with the word whose relatives it has. */
export const RELATIVES_OF = Symbol('relatives of');

/** The parameters of a list of words that ask for the relatives of a word, at most one of which is given. */
export const RELATIVE_PARAMETERS = [
  ...(['rel_syn', 'rel_ant'] as const),
  ...(['rel_jja', 'rel_jjb', 'rel_trg', 'rel_bga', 'rel_bgb'] as const),
] as const;

/** One credit, and for the relatives of a word one per word and day. */
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

/** One credit per character and day. */
export const creditForCharacter: Price<
  { readonly path: { readonly char: string } },
  AboutWord & { readonly char: string }
> = {
  cost: ({ char, [NO_HEADWORD]: isUserInput }) => ({ credits: 1, ...toSubject(isUserInput ? undefined : char, char) }),
  costEstimate: {
    maxCredits: () => 1,
    exactCost: async ({ path }, lexicon) => ({ credits: 1, ...(await lookUpSubject(path.char, lexicon)) }),
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

/** One credit for each related word on the card, and at least one. */
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
