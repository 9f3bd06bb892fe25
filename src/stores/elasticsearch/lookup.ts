import type { Entry } from '../../lexicon/entry.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import type { Lookup, MeaningQuery, Meanings, SimilarityBasis } from '../../lexicon/store.ts';
import { findWord } from '../../lexicon/word-forms.ts';
import { termsClause } from './clauses.ts';
import { entryOf, fieldValue, rowsByName, WHOLE_ENTRY } from './hits.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import { meaningsSearch, relationScoresSearch, spellingsSearch, tokensSearch } from './relation-queries.ts';
import { relationScoreOf } from './relations.ts';

/** Words per search: whole entries are long. Longer lists are split. */
const WORDS_PER_SEARCH = 5000;

/**
 * The entries of words: as a headword, as another form of the entry that has it, or as a headword written in headword characters. The word
 * table knows to which headword each leads.
 */
export async function lookupWords(
  generation: PinnedGeneration,
  words: ListedWords,
  asked: readonly string[],
): Promise<Map<string, Lookup>> {
  const headwordOf = new Map<string, string>();
  for (const word of asked) {
    const known = findWord(words, word);
    if (known !== undefined) headwordOf.set(word, words.text(known));
  }
  const entries = await findEntries(generation, [...new Set(headwordOf.values())]);
  const found = new Map<string, Lookup>();
  for (const [word, headword] of headwordOf) {
    const entry = entries.get(headword);
    if (entry) found.set(word, headword === word ? { entry } : { entry, normalizedFrom: word });
  }
  return found;
}

/** Entries by headword, in one round trip. */
async function findEntries(generation: PinnedGeneration, headwords: readonly string[]): Promise<Map<string, Entry>> {
  if (headwords.length === 0) return new Map();
  const chunks = Array.from({ length: Math.ceil(headwords.length / WORDS_PER_SEARCH) }, (_, chunk) =>
    headwords.slice(chunk * WORDS_PER_SEARCH, (chunk + 1) * WORDS_PER_SEARCH),
  );
  const responses = await generation.searchEntries(
    chunks.map((chunk) => ({
      ...WHOLE_ENTRY,
      query: termsClause('char', chunk),
      size: chunk.length,
      sort: [{ rank: 'asc' as const }],
      track_total_hits: false,
    })),
  );
  const found = responses.flatMap(({ hits }) => hits.hits.map((hit) => entryOf(hit)));
  return new Map(found.map((entry) => [entry.char, entry]));
}

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
