import { bulkWriter } from '../../indexer/elasticsearch/bulk.ts';
import { createIndices, finalizeIndices } from '../../indexer/elasticsearch/new-indices.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { encodeWords } from '../../src/lexicon/packed-words.ts';
import { FACETS } from '../../src/lexicon/query.ts';
import type { Page } from '../../src/lexicon/store.ts';
import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import { searchClient } from '../../src/stores/elasticsearch/client.ts';
import { cardinalityCounter, entryDocument, tableDocument } from '../../src/stores/elasticsearch/documents.ts';
import { type GenerationMeta, INDEX_FORMAT, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { elasticsearchLexicon } from '../../src/stores/elasticsearch/lexicon.ts';
import { NO_LISTS } from '../../src/stores/elasticsearch/list-sizes.ts';
import { pinnedGeneration } from '../../src/stores/elasticsearch/pinned-generation.ts';
import { keyOfPlace, keysOfLayout } from '../../src/stores/elasticsearch/rank-keys.ts';
import { createSearcher } from '../../src/stores/elasticsearch/searcher.ts';
import { packTable } from '../../src/stores/elasticsearch/word-table.ts';
import { entryReader } from '../../src/stores/memory/columns/entry-reader.ts';
import { createLexiconIndex } from '../../src/stores/memory/columns/lexicon-index.ts';
import { type BenchTarget, startTarget } from '../elasticsearch/target.ts';
import { pageQuery } from '../lexicon/queries.ts';
import type { SizedLexicon } from '../lexicon/scaled.ts';
import type { BaselinePage, BaselineStore } from './baseline-store.ts';

/**
 * Elasticsearch itself, one node on this machine, with the mappings and the searches that the service sends it, and none of the
 * answers that the service keeps. Its own caches stay as they are by default.
 */
export async function elasticsearchBaseline({ manifest, packed }: SizedLexicon): Promise<BaselineStore> {
  const target = await startTarget();
  try {
    const { meta, ranks } = await loadEntries(target, manifest, packed);
    const client = searchClient({ node: target.url });
    const generation = pinnedGeneration(createSearcher(client, 0), meta, indexNames(meta.generation, target.prefix));
    const lexicon = elasticsearchLexicon(generation);
    await lexicon.prepare();
    return {
      name: 'elasticsearch',
      page: async (filters, offset = 0) => baselinePage(await lexicon.page(pageQuery(filters, [], offset))),
      async pageWithFacets(filters) {
        const page = await lexicon.page(pageQuery(filters, FACETS));
        const facets = Object.entries(page.facets!).map(([facet, values]) => [
          facet,
          values.map(({ value, count }) => [String(value), count] as const),
        ]);
        return { page: baselinePage(page), facets: Object.fromEntries(facets) };
      },
      complete: async (prefix) =>
        (await lexicon.suggest(prefix, 10, { vulgar: true })).map((word) => ranks.get(word) ?? -1),
      async close() {
        await client.close();
        await target.remove();
      },
    };
  } catch (error) {
    await target.remove();
    throw error;
  }
}

function baselinePage({ total, words }: Page): BaselinePage {
  return { total, ranks: words.map(({ entry }) => entry.rank) };
}

/** Sends the entries (no baseline is asked for relations), and answers the rank of each word. */
async function loadEntries(
  target: BenchTarget,
  manifest: SizedLexicon['manifest'],
  packed: SizedLexicon['packed'],
): Promise<{ meta: GenerationMeta; ranks: ReadonlyMap<string, number> }> {
  const index = createLexiconIndex(packed);
  const words = createWordPacker();
  const lines = entryReader(index, 1);
  for (let rank = 0; rank < index.size; rank++) words.add(lineOf(lines.entry(rank)));
  const table = packTable(encodeWords(words.finish()));
  const layout = { shards: 1, replicas: 0 };
  const loadingMeta: GenerationMeta = {
    ...{ index_format: INDEX_FORMAT, tokens_version: TOKENS_VERSION, state: 'loading' },
    ...{ generation: manifest.generation, loaded_at: new Date().toISOString(), inputs_sha256: manifest.inputs_sha256 },
    ...{
      counts: { entries: index.size, relations: 0, tokens: 0 },
      checksums: { entries: 0, relations: 0 },
      keys: keysOfLayout({ gap: 1, places: index.size }),
      cardinalities: {},
      word_table: table.description,
      list_sizes: NO_LISTS,
    },
    ...{ sources: manifest.sources, vocabulary: manifest.vocabulary },
  };
  await createIndices(target, loadingMeta, layout);
  const names = indexNames(manifest.generation, target.prefix);
  const bulk = bulkWriter(target.client);
  const cardinalities = cardinalityCounter();
  const ranks = new Map<string, number>();
  for (let rank = 0; rank < index.size; rank++) {
    const line = lineOf(lines.entry(rank));
    const row = packed.meaningRows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES);
    const keyOf = (place: number) => keyOfPlace(loadingMeta.keys.layout, place);
    const document = entryDocument(line, row, {
      ...{ rank: keyOf(rank), char_rank: keyOf(line.char_rank), end_rank: keyOf(line.end_rank) },
    });
    cardinalities.add(document.body);
    ranks.set(document.id, rank);
    await bulk.index(names.entries, document);
  }
  for (const [place, chunk] of table.chunks.entries()) await bulk.index(names.relations, tableDocument(chunk, place));
  await bulk.finish();
  await finalizeIndices(target, [names.entries, names.relations], layout, {
    waitSeconds: 0,
    onNote: () => undefined,
    signal: new AbortController().signal,
  });
  return { meta: { ...loadingMeta, cardinalities: cardinalities.result() }, ranks };
}

function lineOf({ charRank, endRank, isCanto, affect, readings, senses, ...entry }: Entry): EntryLine {
  const { themesInferred, ...affectFields } = affect;
  return {
    ...entry,
    ...{
      char_rank: charRank,
      end_rank: endRank,
      is_canto: isCanto,
      affect: { ...affectFields, themes_inferred: themesInferred },
    },
    ...{ readings, senses },
  } as unknown as EntryLine;
}
