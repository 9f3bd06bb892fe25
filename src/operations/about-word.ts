import type { Entry } from '../lexicon/entry.ts';
import type { Lexicon, Lookup } from '../lexicon/store.ts';
import { type Reference, wordsOfReference } from './reference.ts';

/** A page of what is related to a word, and how the word was understood. */
export interface PageAboutWord<P> {
  readonly page: P;
  /** As a headword where it is one. */
  readonly word: string;
  /** Where it was looked up and is a word. */
  readonly entry: Entry | undefined;
  /** Whether the word is none of the lexicon. */
  readonly isUserInput: boolean;
  /** The form that was sent, where a word was read in another one. */
  readonly normalizedFrom: string | undefined;
  /** The word and the references; empty where none had to be looked up. */
  readonly lookups: ReadonlyMap<string, Lookup>;
}

const NO_LOOKUPS: ReadonlyMap<string, Lookup> = new Map();

/**
 * Reads a page about a word as it was typed.
 *
 * @param references other words whose sound the page depends on
 */
export async function pageAboutWord<P extends { readonly total: number }>(
  word: string,
  references: readonly Reference[],
  lexicon: Lexicon,
  pageOf: (headword: string, lookups: ReadonlyMap<string, Lookup>) => Promise<P>,
): Promise<PageAboutWord<P>> {
  // Most words are sent as headwords. A word with related ones is one, and needs no look-up.
  const optimisticPage = references.length > 0 ? undefined : await pageOf(word, NO_LOOKUPS);
  const lookups =
    optimisticPage && optimisticPage.total > 0
      ? NO_LOOKUPS
      : await lexicon.lookup([...new Set([word, ...references.flatMap(wordsOfReference)])]);
  const entry = lookups.get(word)?.entry;
  const headword = entry?.char ?? word;
  const page = optimisticPage && headword === word ? optimisticPage : await pageOf(headword, lookups);
  const forms = [word, ...references.map(({ text }) => text)];
  const normalizedFrom = forms.find((form) => lookups.get(form)?.normalizedFrom !== undefined);
  const isUserInput = entry === undefined && lookups !== NO_LOOKUPS;
  return { page, word: headword, entry, isUserInput, normalizedFrom, lookups };
}
