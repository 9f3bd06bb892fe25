import type { Entry } from '../../lexicon/entry.ts';
import type { MeaningQuery, Meanings, SimilarityBasis } from '../../lexicon/store.ts';
import { fieldValue, rowsByName } from './hits.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import { meaningsSearch, relationScoresSearch, spellingsSearch, tokensSearch } from './relation-queries.ts';
import { relationScoreOf } from './relations.ts';

export async function findSimilarityBasis(
  generation: PinnedGeneration,
  { char, variantOf: usual = char }: Pick<Entry, 'char' | 'variantOf'>,
): Promise<SimilarityBasis> {
  const sizes = generation.meta.list_sizes;
  const [synonyms, antonyms, spellings] = await generation.search([
    { kind: 'relations', body: relationScoresSearch(char, 'syn', sizes.relations) },
    { kind: 'relations', body: relationScoresSearch(char, 'ant', sizes.relations) },
    { kind: 'entries', body: spellingsSearch(char, usual, sizes.spellings) },
  ]);
  const rows = rowsByName(spellings!, 'char', 'meaning');
  const row = rows.get(char);
  return {
    ...(row ? { row } : {}),
    synonyms: synonyms!.hits.hits.map(relationScoreOf),
    antonyms: antonyms!.hits.hits.map((hit) => String(fieldValue(hit, 'related'))),
    variants: [...new Set([usual, ...rows.keys()])].filter((spelling) => spelling !== char),
  };
}

export async function findMeanings(generation: PinnedGeneration, { words, tokens }: MeaningQuery): Promise<Meanings> {
  const searches = [
    ...(words.length > 0 ? [{ kind: 'entries' as const, body: meaningsSearch(words) }] : []),
    ...(tokens.length > 0 ? [{ kind: 'relations' as const, body: tokensSearch(tokens) }] : []),
  ];
  const responses = await generation.search(searches);
  const wordRows = words.length > 0 ? rowsByName(responses[0]!, 'char', 'meaning') : new Map();
  const tokenRows = tokens.length > 0 ? rowsByName(responses.at(-1)!, 'token', 'token_meaning') : new Map();
  return { words: inOrder(words, wordRows), tokens: inOrder(tokens, tokenRows) };
}

/** The found rows in the order of the query. */
function inOrder(names: readonly string[], rows: ReadonlyMap<string, Int8Array>): Map<string, Int8Array> {
  const ordered = new Map<string, Int8Array>();
  for (const name of names) {
    const row = rows.get(name);
    if (row) ordered.set(name, row);
  }
  return ordered;
}
