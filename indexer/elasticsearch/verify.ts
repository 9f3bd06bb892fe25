import type { EntryLine } from '../../src/lexicon/formats.ts';
import { entryFromLine } from '../../src/lexicon/line-conversion.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { type GenerationMeta, indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { elasticsearchLexicon } from '../../src/stores/elasticsearch/lexicon.ts';
import { pinnedGeneration } from '../../src/stores/elasticsearch/pinned-generation.ts';
import { createSearcher } from '../../src/stores/elasticsearch/searcher.ts';
import type { BuildFiles } from '../../src/stores/memory/image/build-files.ts';
import { indexJsonLines } from '../../src/stores/memory/image/json-lines.ts';
import { memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { randomNumbers } from '../random-numbers.ts';
import type { ClusterTarget } from './cluster-target.ts';
import { firstDifference } from './compare.ts';
import { LoadError } from './load-error.ts';

const CACHE_BYTES = 2 ** 20;

export interface IndexContents {
  readonly count: number;
  readonly checksum: number;
}

/** The number of documents of an index, and the sum of their checksums. */
export async function readContents({ client }: ClusterTarget, index: string): Promise<IndexContents> {
  const result = await client.search<unknown, { checksum: { value: number } }>(
    { index, size: 0, track_total_hits: true, aggs: { checksum: { sum: { field: 'checksum' } } } },
    { requestTimeout: 600_000 },
  );
  const total = result.hits.total;
  return {
    count: typeof total === 'number' ? total : (total?.value ?? 0),
    checksum: result.aggregations!.checksum.value,
  };
}

/** Throws a {@link LoadError} if the documents of an index do not match its metadata. */
export async function verifyContents(target: ClusterTarget, meta: GenerationMeta): Promise<void> {
  const indices = indexNames(meta.generation, target.prefix);
  const { entries, relations, tokens } = meta.counts;
  const expectedCounts = { entries, relations: relations + tokens + meta.word_table.chunks };
  for (const kind of ['entries', 'relations'] as const) {
    const { count, checksum } = await readContents(target, indices[kind]);
    if (count !== expectedCounts[kind])
      throw new LoadError(
        `${indices[kind]} holds ${count} documents, ${expectedCounts[kind]} were expected. Load again.`,
      );
    if (checksum !== meta.checksums[kind])
      throw new LoadError(`${indices[kind]} holds other documents than were sent (checksum). Load again.`);
  }
}

export function openLexicon(target: ClusterTarget, meta: GenerationMeta): Lexicon {
  const searcher = createSearcher(target.client, CACHE_BYTES);
  return elasticsearchLexicon(pinnedGeneration(searcher, meta, indexNames(meta.generation, target.prefix)));
}

/** Compares the embedded store and the generation for `words` random words; throws a {@link LoadError} at the first difference. */
export async function compareWithBuild(
  target: ClusterTarget,
  meta: GenerationMeta,
  build: BuildFiles,
  words: number,
  seed = 1,
): Promise<void> {
  const lines = indexJsonLines(build.entries);
  const random = randomNumbers(seed);
  const sample = Array.from({ length: words }, () =>
    entryFromLine(lines.parse<EntryLine>(Math.floor(random() * lines.count))),
  );
  const embedded = memoryLexicon(build.manifest, build.entries, build.relations, build);
  const difference = await firstDifference(embedded, openLexicon(target, meta), sample, random);
  if (!difference) return;
  const [expected, actual] = [difference.expected, difference.actual].map((result) =>
    JSON.stringify(result).slice(0, 400),
  );
  throw new LoadError(
    `Generation ${meta.generation} answers ${difference.description} unlike the embedded store.\n  expected ${expected}\n  got      ${actual}\n` +
      'This is a fault of the program: please report it with this text. The live generation was left as it is.',
  );
}
