import { isCharacter } from '../../lexicon/code-points.ts';
import type { Entry } from '../../lexicon/entry.ts';
import type { HomophoneGroup, Lexicon } from '../../lexicon/store.ts';
import { andClause } from './clauses.ts';
import { listedOf, sortedRankOf } from './hits.ts';
import { findMeanings, findSimilarityBasis, lookupWords } from './lookup.ts';
import { checkSimilarityScores, findPage } from './page.ts';
import { findPartnerNames, findPartners } from './partners.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import { findRelatedWords, findRelations, findRelationTotals, findReplacements } from './relations.ts';
import { findRhymes } from './rhymes.ts';
import { sharedWords } from './stored-word-table.ts';
import { completePrefix } from './suggest.ts';
import { categoryCounts, vocabularyCounts } from './vocabulary-counts.ts';

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
export function elasticsearchLexicon(generation: PinnedGeneration): ElasticsearchLexicon {
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
      completePrefix(generation, await wordTable(), prefix, limit, { vulgar }),
    homophones: (entry) => findHomophones(generation, entry),
    replacements: (queries) => findReplacements(generation, queries),
    rhymes: (query) => findRhymes(generation, query),
    categories: () => categoryCounts(generation),
    vocabulary: () => vocabularyCounts(generation),
    wordTable,
  };
}
