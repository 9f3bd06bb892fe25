import type { Lexicon } from '../lexicon/store.ts';
import { type Headword, headwordsOf, typedHeadword } from '../lexicon/typed-words.ts';
import { type Reference, wordsOfReference } from './reference.ts';

/** A page of what is related to a word, and how the word was understood. */
export interface PageAboutWord<P> {
  readonly page: P;
  /** As a headword where it is one. */
  readonly word: string;
  /** The told senses of the word; undefined where it is none of the lexicon. */
  readonly senses: readonly string[] | undefined;
  /** Whether the word is none of the lexicon. */
  readonly isUserInput: boolean;
  /** The form that was sent, where a word was read in another one. */
  readonly normalizedFrom: string | undefined;
  /** The headwords of the references. */
  readonly lookups: ReadonlyMap<string, Headword>;
}

/**
 * Reads a page about a word as it was typed.
 *
 * @param references other words whose sound the page depends on
 */
export async function pageAboutWord<P>(
  typed: string,
  references: readonly Reference[],
  lexicon: Lexicon,
  pageOf: (headword: string, lookups: ReadonlyMap<string, Headword>) => Promise<P>,
): Promise<PageAboutWord<P>> {
  const words = await lexicon.wordTable();
  const headword = typedHeadword(typed, words);
  const word = headword?.char ?? typed;
  const lookups = headwordsOf(words, references.flatMap(wordsOfReference));
  const normalizedReference = references.find(({ text }) => lookups.get(text)?.normalizedFrom !== undefined)?.text;
  return {
    page: await pageOf(word, lookups),
    word,
    senses: headwordsOf(words, [word]).get(word)?.senses,
    isUserInput: headword === undefined,
    normalizedFrom: headword?.normalizedFrom ?? normalizedReference,
    lookups,
  };
}
