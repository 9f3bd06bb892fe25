import type { EntryLine } from '../../src/lexicon/formats.ts';
import { entryOfLine } from '../../src/lexicon/lines.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { pinnedGeneration } from '../../src/stores/elasticsearch/generation.ts';
import { type GenerationMeta, indicesOf } from '../../src/stores/elasticsearch/generations.ts';
import { elasticsearchLexicon } from '../../src/stores/elasticsearch/lexicon.ts';
import { searcher } from '../../src/stores/elasticsearch/search.ts';
import type { BuildFiles } from '../../src/stores/memory/built-file.ts';
import { linesOf } from '../../src/stores/memory/jsonl.ts';
import { memoryLexicon } from '../../src/stores/memory/memory-store.ts';
import { randomNumbers } from '../random-numbers.ts';
import { firstDifference } from './compare.ts';
import { LoadError } from './load-error.ts';
import type { Target } from './target.ts';

const CACHE_BYTES = 2 ** 20;

export interface Contents {
  readonly count: number;
  readonly checksum: number;
}

/** How many documents an index holds, and the sum of their checksums. */
export async function contentsOf({ client }: Target, index: string): Promise<Contents> {
  const answer = await client.search<unknown, { checksum: { value: number } }>(
    { index, size: 0, track_total_hits: true, aggs: { checksum: { sum: { field: 'checksum' } } } },
    { requestTimeout: 600_000 },
  );
  const total = answer.hits.total;
  return {
    count: typeof total === 'number' ? total : (total?.value ?? 0),
    checksum: answer.aggregations!.checksum.value,
  };
}

/** Throws a {@link LoadError} when an index does not hold exactly the documents that its metadata speaks of. */
export async function verifyContents(target: Target, meta: GenerationMeta): Promise<void> {
  const indices = indicesOf(meta.generation, target.prefix);
  for (const kind of ['entries', 'relations'] as const) {
    const { count, checksum } = await contentsOf(target, indices[kind]);
    if (count !== meta.counts[kind])
      throw new LoadError(`${indices[kind]} holds ${count} documents, ${meta.counts[kind]} were expected. Load again.`);
    if (checksum !== meta.checksums[kind])
      throw new LoadError(`${indices[kind]} holds other documents than were sent (checksum). Load again.`);
  }
}

export function lexiconOn(target: Target, meta: GenerationMeta): Lexicon {
  const questions = searcher(target.client, CACHE_BYTES);
  return elasticsearchLexicon(pinnedGeneration(questions, meta, indicesOf(meta.generation, target.prefix)));
}

/** Asks the embedded store and the generation about `words` random words; throws a {@link LoadError} at the first difference. */
export async function compareWithBuild(
  target: Target,
  meta: GenerationMeta,
  build: BuildFiles,
  words: number,
  seed = 1,
): Promise<void> {
  const lines = linesOf(build.entries);
  const random = randomNumbers(seed);
  const picked = Array.from({ length: words }, () =>
    entryOfLine(lines.parse<EntryLine>(Math.floor(random() * lines.count))),
  );
  const embedded = memoryLexicon(build.manifest, build.entries, build.relations);
  const difference = await firstDifference(embedded, lexiconOn(target, meta), picked, random);
  if (!difference) return;
  const [expected, actual] = [difference.expected, difference.actual].map((answer) =>
    JSON.stringify(answer).slice(0, 400),
  );
  throw new LoadError(
    `Generation ${meta.generation} answers ${difference.question} unlike the embedded store.\n  expected ${expected}\n  got      ${actual}\n` +
      'This is a fault of the program: please report it with this text. The live generation was left as it is.',
  );
}
