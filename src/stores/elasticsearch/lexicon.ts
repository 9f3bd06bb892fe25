import type { Entry } from '../../lexicon/entry.ts';
import type { HomophoneGroup, Lexicon } from '../../lexicon/store.ts';
import { allOf } from './clauses.ts';
import { categoryCounts, vocabularyCounts } from './counts.ts';
import type { PinnedGeneration } from './generation.ts';
import { entryOf } from './hits.ts';
import { type Characters, loadCharacters, lookUp } from './lookup.ts';
import { findPage } from './page.ts';
import { findRelatedWords, findRelationScores, findRelations, findReplacements } from './relations.ts';
import { findRhymes } from './rhymes.ts';
import { suggestAhead, suggestWords } from './suggest.ts';
import { sharedWordlist } from './wordlist.ts';

/** No reading has more homophones than this. */
const ALL_HOMOPHONES = 10_000;

async function findHomophones(generation: PinnedGeneration, entry: Entry): Promise<HomophoneGroup[]> {
  const answers = await generation.askEntries(
    entry.readings.map(({ jyutping }) => ({
      query: allOf([{ term: { length: '1' } }, { term: { pronunciation: jyutping } }]),
      sort: [{ rank: 'asc' }],
      size: ALL_HOMOPHONES,
      track_total_hits: false,
    })),
  );
  return entry.readings.map((reading, at) => ({
    reading,
    homophones: answers[at]!.hits.hits.map(entryOf).filter(({ char }) => char !== entry.char),
  }));
}

export interface ElasticsearchLexicon extends Lexicon {
  /** Learns what every request may need, so that nobody waits for it. */
  prepare(): Promise<void>;
  /** Asks what many will ask first, until `isOver`; worth it only where answers are kept. */
  askAhead(isOver: () => boolean): Promise<void>;
}

/** One generation on Elasticsearch as the port wants it. */
export function elasticsearchLexicon(generation: PinnedGeneration): ElasticsearchLexicon {
  const { meta } = generation;
  let characters: Promise<Characters> | undefined;
  const charactersOnce = () =>
    (characters ??= loadCharacters(generation).catch((error: unknown) => {
      // Asked again next time.
      characters = undefined;
      throw error;
    }));
  return {
    prepare: async () => void (await charactersOnce()),
    askAhead: async (isOver) => suggestAhead(generation, await charactersOnce(), isOver),
    generation: { name: meta.generation, ...meta.counts, sources: meta.sources },
    lookup: async (words) => lookUp(generation, await charactersOnce(), words),
    page: (query) => findPage(generation, query),
    relations: (query) => findRelations(generation, query),
    relatedWords: (word, source, limit) => findRelatedWords(generation, word, source, limit),
    relationScores: (word, type) => findRelationScores(generation, word, type),
    suggest: async (prefix, limit, { vulgar }) =>
      suggestWords(generation, await charactersOnce(), prefix, limit, vulgar),
    homophones: (entry) => findHomophones(generation, entry),
    replacements: (queries) => findReplacements(generation, queries),
    rhymes: (query) => findRhymes(generation, query),
    categories: () => categoryCounts(generation),
    vocabulary: () => vocabularyCounts(generation),
    wordlist: sharedWordlist(generation),
  };
}
