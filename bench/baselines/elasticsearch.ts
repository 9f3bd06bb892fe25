import type { BuildDocuments } from '../../indexer/elasticsearch/build-documents.ts';
import { newMeta } from '../../indexer/elasticsearch/load.ts';
import { createIndices, finalizeIndices } from '../../indexer/elasticsearch/new-indices.ts';
import { writeDocuments } from '../../indexer/elasticsearch/write-documents.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { encodeWords } from '../../src/lexicon/packed-words.ts';
import type { Page } from '../../src/lexicon/store.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import { searchClient } from '../../src/stores/elasticsearch/client.ts';
import { entryDocument, tableDocument } from '../../src/stores/elasticsearch/documents.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { elasticsearchLexicon } from '../../src/stores/elasticsearch/lexicon.ts';
import { pinnedGeneration } from '../../src/stores/elasticsearch/pinned-generation.ts';
import { createSearcher } from '../../src/stores/elasticsearch/searcher.ts';
import { packTable } from '../../src/stores/elasticsearch/stored-word-table.ts';
import { entryReader } from '../../src/stores/memory/columns/entry-reader.ts';
import { createLexiconIndex } from '../../src/stores/memory/columns/lexicon-index.ts';
import { type BenchTarget, startTarget } from '../elasticsearch/target.ts';
import { pageQuery } from '../lexicon/queries.ts';
import { BENCH_FACETS } from '../lexicon/rows.ts';
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
        const page = await lexicon.page(pageQuery(filters, BENCH_FACETS));
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
  const reader = entryReader(index, 1);
  const words = createWordPacker();
  const ranks = new Map<string, number>();
  for (let rank = 0; rank < index.size; rank++) {
    const line = lineOf(reader.entry(rank));
    words.add(line);
    ranks.set(line.char, rank);
  }
  const table = packTable(encodeWords(words.finish()));
  const documents: BuildDocuments = {
    entries: index.size,
    relations: 0,
    tokens: 0,
    table: table.description,
    *entryDocuments() {
      for (let rank = 0; rank < index.size; rank++) {
        const row = packed.meaningRows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES);
        yield entryDocument(lineOf(reader.entry(rank)), row);
      }
    },
    relationDocuments: () => [],
    tableDocuments: () => table.chunks.map(tableDocument),
  };
  const layout = { shards: 1, replicas: 0 };
  const counts = { entries: index.size, relations: 0 };
  const meta = newMeta(manifest.generation, { ...manifest, counts }, documents);
  await createIndices(target, meta, layout);
  const { signal } = new AbortController();
  const sums = await writeDocuments(target, meta, documents, { signal });
  const names = Object.values(indexNames(manifest.generation, target.prefix));
  await finalizeIndices(target, names, layout, { waitSeconds: 0, onNote: () => undefined, signal });
  return { meta: { ...meta, ...sums }, ranks };
}

function lineOf({ charRank, endRank, isCanto, affect, readings, senses, ...entry }: Entry): EntryLine {
  const { themesInferred, ...affectFields } = affect;
  return {
    ...entry,
    char_rank: charRank,
    end_rank: endRank,
    is_canto: isCanto,
    affect: { ...affectFields, themes_inferred: themesInferred },
    readings,
    senses,
  } as unknown as EntryLine;
}
