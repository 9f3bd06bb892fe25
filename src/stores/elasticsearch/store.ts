import { isCharacter } from '../../lexicon/code-points.ts';
import type { Entry } from '../../lexicon/entry.ts';
import { findWord, type ListedWords } from '../../lexicon/listed-words.ts';
import { type MeaningQuery, type Meanings, meaningsOfSenses, partsOfSenses } from '../../lexicon/meaning.ts';
import {
  countedCategories,
  countedVocabulary,
  type HomophoneGroup,
  type Lexicon,
  type Lookup,
  type SimilarityBasis,
} from '../../lexicon/store.ts';
import { wordCounter } from './aggregations.ts';
import { andClause, termsClause } from './clauses.ts';
import type { PinnedGeneration } from './generations.ts';
import { entryOf, fieldValue, listedOf, rowsByName, sortedRankOf, WHOLE_ENTRY } from './hits.ts';
import { checkSimilarityScores, findPage } from './page.ts';
import { meaningsSearch, relationScoresSearch, spellingsSearch, tokensSearch } from './relation-queries.ts';
import {
  findPartnerNames,
  findPartners,
  findRelatedWords,
  findRelations,
  findRelationTotals,
  findReplacements,
  relationScoreOf,
} from './relations.ts';
import { findRhymes } from './rhymes.ts';
import type { SearchResponse } from './searcher.ts';
import { sharedWords } from './stored-word-table.ts';
import { completePrefix, type SuggestOptions } from './suggest.ts';

async function findHomophones(generation: PinnedGeneration, entry: Entry): Promise<HomophoneGroup[]> {
  const responses = await generation.searchEntries(
    entry.readings.map(({ jyutping }) => ({
      query: andClause([{ term: { length: '1' } }, { term: { pronunciation: jyutping } }]),
      sort: [{ rank: 'asc' }],
      size: generation.meta.list_sizes.homophones,
      track_total_hits: false,
    })),
  );
  return entry.readings.map((reading, index) => ({
    reading,
    homophones: responses[index]!.hits.hits.map((hit) => listedOf(hit, sortedRankOf(hit))).filter(
      ({ char }) => char !== entry.char && isCharacter(char),
    ),
  }));
}

export interface ElasticsearchLexicon extends Lexicon {
  /** Loads what requests need in advance, and checks that the engine answers as they need it. */
  prepare(): Promise<void>;
}

/** A generation on Elasticsearch as a {@link Lexicon}. */
export function elasticsearchLexicon(
  generation: PinnedGeneration,
  { charactersFrom }: Pick<SuggestOptions, 'charactersFrom'> = {},
): ElasticsearchLexicon {
  const { meta } = generation;
  const wordTable = sharedWords(generation);
  return {
    prepare: async () => void (await Promise.all([wordTable(), checkSimilarityScores(generation)])),
    generation: {
      name: meta.generation,
      entries: meta.counts.entries,
      relations: meta.counts.relations,
      sources: meta.sources,
      loadedAt: Date.parse(meta.loaded_at),
    },
    lookup: async (words) => lookupWords(generation, await wordTable(), words),
    page: (query) => findPage(generation, query),
    relations: (query) => findRelations(generation, query),
    relationTotals: (queries) => findRelationTotals(generation, queries),
    relatedWords: (word, source, limit) => findRelatedWords(generation, word, source, limit),
    partners: (query) => findPartners(generation, query),
    partnerNames: (query) => findPartnerNames(generation, query),
    similarityBasis: (entry) => findSimilarityBasis(generation, entry),
    meanings: (query) => findMeanings(generation, query),
    suggest: async (prefix, limit, { vulgar }) =>
      completePrefix(generation, await wordTable(), prefix, limit, { vulgar, charactersFrom }),
    homophones: (entry) => findHomophones(generation, entry),
    replacements: (queries) => findReplacements(generation, queries),
    rhymes: (query) => findRhymes(generation, query),
    categories: async () => countedCategories(meta.vocabulary, await wordCounter(generation)),
    vocabulary: async () => countedVocabulary(meta.vocabulary, await wordCounter(generation)),
    wordTable,
  };
}

/** Words per search: whole entries are long. Longer lists are split. */
const WORDS_PER_SEARCH = 5000;

/**
 * The entries of words: as a headword, as another form of the entry that has it, or as a headword written in headword characters. The word
 * table knows to which headword each leads.
 */
async function lookupWords(
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

async function findSimilarityBasis(
  generation: PinnedGeneration,
  { char, variantOf: usual = char, senses }: Pick<Entry, 'char' | 'variantOf' | 'senses'>,
): Promise<SimilarityBasis> {
  const sizes = generation.meta.list_sizes;
  const parts = partsOfSenses(senses);
  const [synonyms, antonyms, spellings, words, tokens] = await generation.search([
    { kind: 'relations', body: relationScoresSearch(char, 'syn', sizes.relations) },
    { kind: 'relations', body: relationScoresSearch(char, 'ant', sizes.relations) },
    { kind: 'entries', body: spellingsSearch(char, usual, sizes.spellings) },
    { kind: 'entries', body: meaningsSearch(parts.words) },
    { kind: 'tables', body: tokensSearch(parts.tokens) },
  ]);
  const rows = rowsByName(spellings!, 'char', 'meaning');
  const row = rows.get(char);
  return {
    ...(row ? { row } : {}),
    synonyms: synonyms!.hits.hits.map(relationScoreOf),
    antonyms: antonyms!.hits.hits.map((hit) => String(fieldValue(hit, 'related'))),
    senses: meaningsOfSenses(senses, meaningsOf(words!, tokens!)),
    variants: [...new Set([usual, ...rows.keys()])].filter((spelling) => spelling !== char),
  };
}

async function findMeanings(generation: PinnedGeneration, { words, tokens }: MeaningQuery): Promise<Meanings> {
  const [ofWords, ofTokens] = await generation.search([
    { kind: 'entries', body: meaningsSearch(words) },
    { kind: 'tables', body: tokensSearch(tokens) },
  ]);
  const found = meaningsOf(ofWords!, ofTokens!);
  return { words: inOrder(words, found.words), tokens: inOrder(tokens, found.tokens) };
}

/** The responses to {@link meaningsSearch} and {@link tokensSearch}. */
function meaningsOf(words: SearchResponse, tokens: SearchResponse): Meanings {
  return { words: rowsByName(words, 'char', 'meaning'), tokens: rowsByName(tokens, 'token', 'token_meaning') };
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
