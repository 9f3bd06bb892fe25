import type { RelationSource } from '../lexicon/entry.ts';
import type { Lexicon } from '../lexicon/store.ts';
import type { Cost } from './meter.ts';

/** What can be said of a cost before there is an answer. */
export interface Quote<I> {
  /** The most that the answer can cost, in credits. */
  readonly most: (input: I) => number;
  /** What it will cost, without the work of answering. Asked for only when the caller may be unable to pay `most`. */
  readonly exact: (input: I, lexicon: Lexicon) => Promise<Cost>;
}

export interface Price<I, T> {
  readonly cost: (result: T) => Cost;
  readonly quote: Quote<I>;
}

/** Every request costs the same. */
export function credits(count: number): Price<unknown, unknown> {
  return { cost: () => ({ credits: count }), quote: { most: () => count, exact: async () => ({ credits: count }) } };
}

/** Marks an answer about a word that is not in the lexicon; JSON leaves it out. */
export const NO_HEADWORD = Symbol('no headword');

interface AboutWord {
  readonly [NO_HEADWORD]?: true | undefined;
}

/** What is paid for: the headword, or what was typed where there is none. */
function subjectOf(headword: string | undefined, typed: string): Pick<Cost, 'subject' | 'isTyped'> {
  return headword === undefined ? { subject: typed, isTyped: true } : { subject: headword };
}

async function lookedUp(word: string, lexicon: Lexicon): Promise<Pick<Cost, 'subject' | 'isTyped'>> {
  return subjectOf((await lexicon.lookup([word])).get(word)?.entry.char, word);
}

/** One credit for a word each day, whatever the filters or page. */
export const creditForWord: Price<
  { readonly query: { readonly word: string } },
  AboutWord & { readonly word: string }
> = {
  cost: ({ word, [NO_HEADWORD]: isTyped }) => ({ credits: 1, ...subjectOf(isTyped ? undefined : word, word) }),
  quote: {
    most: () => 1,
    exact: async ({ query }, lexicon) => ({ credits: 1, ...(await lookedUp(query.word, lexicon)) }),
  },
};

/** One credit for a character each day. */
export const creditForCharacter: Price<
  { readonly path: { readonly char: string } },
  AboutWord & { readonly char: string }
> = {
  cost: ({ char, [NO_HEADWORD]: isTyped }) => ({ credits: 1, ...subjectOf(isTyped ? undefined : char, char) }),
  quote: {
    most: () => 1,
    exact: async ({ path }, lexicon) => ({ credits: 1, ...(await lookedUp(path.char, lexicon)) }),
  },
};

interface CardInput {
  readonly path: { readonly text: string };
  readonly query: { readonly relations_limit: number; readonly source: RelationSource | 'all' };
}

interface CardResult {
  readonly char: string;
  readonly synonyms: readonly string[];
  readonly antonyms: readonly string[];
}

/** A credit for each related word that the card lists, and at least one. */
export const creditForEachRelation: Price<CardInput, CardResult> = {
  cost: ({ char, synonyms, antonyms }) => ({
    credits: Math.max(1, synonyms.length + antonyms.length),
    subject: char,
  }),
  quote: {
    most: ({ query }) => Math.max(1, 2 * query.relations_limit),
    async exact({ path, query: { relations_limit: limit, source } }, lexicon) {
      const about = await lookedUp(path.text, lexicon);
      const word = about.subject!;
      const count = async (type: 'syn' | 'ant') => {
        const { total } = await lexicon.relations({ word, type, source, words: {}, sound: {}, offset: 0, limit: 1 });
        return Math.min(total, limit);
      };
      const [synonyms, antonyms] = await Promise.all([count('syn'), count('ant')]);
      return { credits: Math.max(1, synonyms + antonyms), ...about };
    },
  },
};
