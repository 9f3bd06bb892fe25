import { bulkWriter } from '../../indexer/elasticsearch/bulk.ts';
import { type ClusterTarget, writeMeta } from '../../indexer/elasticsearch/cluster-target.ts';
import { createIndices, finalizeIndices } from '../../indexer/elasticsearch/new-indices.ts';
import { makeLive } from '../../indexer/elasticsearch/swap.ts';
import { likenessOfRows, MEANING_COMPONENTS } from '../../src/lexicon/meaning.ts';
import { parseMeaningTable } from '../../src/lexicon/meaning-table.ts';
import { encodeWords } from '../../src/lexicon/packed-words.ts';
import { TOKENS_VERSION } from '../../src/lexicon/tokenizer.ts';
import { createWordPacker } from '../../src/lexicon/word-packer.ts';
import {
  cardinalityCounter,
  entryDocument,
  INDEX_FORMAT,
  type IndexDocument,
  relationDocument,
  tableDocument,
  tokenDocument,
} from '../../src/stores/elasticsearch/documents.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { listSizeCounter, NO_LISTS } from '../../src/stores/elasticsearch/list-sizes.ts';
import { packTable } from '../../src/stores/elasticsearch/word-table.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import type { MultipliedLexicon } from '../lexicon/multiplied.ts';

export interface LoadTimes {
  /** Seconds. */
  readonly entries: number;
  readonly relations: number;
  /** Waiting for history to be let go, merging into one segment, opening for searches. */
  readonly merging: number;
}

/** Loads a multiplied lexicon as `lexicon load` does a build, and makes it live; nothing is compared. */
export async function loadMultiplied(
  target: ClusterTarget,
  build: BuildFiles,
  lexicon: MultipliedLexicon,
  shards: number,
): Promise<{ readonly meta: GenerationMeta; readonly times: LoadTimes }> {
  const tokens = parseMeaningTable(build.meaningTokens);
  const { sources, vocabulary } = build.manifest;
  const meta: GenerationMeta = {
    index_format: INDEX_FORMAT,
    tokens_version: TOKENS_VERSION,
    generation: `gscale${lexicon.entries}`,
    state: 'loading',
    loaded_at: new Date().toISOString(),
    inputs_sha256: build.manifest.inputs_sha256,
    counts: { entries: lexicon.entries, relations: lexicon.relations, tokens: tokens.names.length },
    checksums: { entries: 0, relations: 0 },
    cardinalities: {},
    word_table: { chunks: 0, bytes: 0, compressed_bytes: 0, sha256: '' },
    list_sizes: NO_LISTS,
    ...{ sources, vocabulary },
  };
  const indices = indexNames(meta.generation, target.prefix);
  const layout = { shards, replicas: 0 };
  await createIndices(target, meta, layout);
  const cardinalities = cardinalityCounter();
  const listSizes = listSizeCounter();
  const words = createWordPacker();
  const entries = await send(target, indices.entries, lexicon.entries, function* () {
    for (const { line, row } of lexicon.entryLines()) {
      const document = entryDocument(line, row);
      cardinalities.add(document.body);
      listSizes.addEntry(document.body);
      words.add(line);
      yield document;
    }
  });
  const table = packTable(encodeWords(words.finish()));
  const relations = await send(target, indices.relations, lexicon.relations + tokens.names.length, function* () {
    for (const { line, wordRank, target, rows } of lexicon.relationLines()) {
      const document = relationDocument(line, { wordRank, target, likeness: likenessOfRows(...rows) });
      listSizes.addRelation(document.body);
      yield document;
    }
    for (const [place, token] of tokens.names.entries())
      yield tokenDocument(
        token,
        tokens.rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS),
        place,
      );
    for (const [place, chunk] of table.chunks.entries()) yield tableDocument(chunk, place);
  });
  const merging = await secondsOf(() =>
    finalizeIndices(target, Object.values(indices), layout, {
      waitSeconds: 600,
      onNote: (note) => console.log(note),
      signal: new AbortController().signal,
    }),
  );
  const complete: GenerationMeta = {
    ...meta,
    cardinalities: cardinalities.result(),
    word_table: table.description,
    state: 'complete',
  };
  await writeMeta(target, complete);
  await makeLive(target, meta.generation);
  return { meta: complete, times: { entries, relations, merging } };
}

async function send(
  { client }: ClusterTarget,
  index: string,
  total: number,
  documents: () => Iterable<IndexDocument>,
): Promise<number> {
  let written = 0;
  let nextNote = 0.1;
  return await secondsOf(async () => {
    const started = performance.now();
    const bulk = bulkWriter(client, {
      onWritten: (count) => {
        written += count;
        if (written < nextNote * total) return;
        nextNote += 0.1;
        const seconds = (performance.now() - started) / 1000;
        console.log(`${index}: ${written} of ${total} in ${seconds.toFixed(0)} s`);
      },
    });
    for (const document of documents()) await bulk.index(index, document);
    await bulk.finish();
  });
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
