import { type ListedWords, listedWords } from '../../lexicon/listed-words.ts';
import { createWordPacker, type WordLine } from '../../lexicon/word-packer.ts';
import type { Clause } from './clauses.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';

/** Words per request: parsing one response blocks the event loop for some milliseconds. */
const SCAN_PAGE_SIZE = 2000;

const FIELDS = ['char', 'length', 'aliases', 'frequency', 'readings.jyutping', 'pos', 'category', 'vulgar'];
const AFFECT_FIELDS = ['emotion', 'themes'];

type ListedFields = Omit<WordLine, 'definition'>;
type Definition = Pick<WordLine, 'char' | 'definition'>;

/** Fields of the matching entries, most popular first, in chunks. */
async function* scanEntries<T>(
  generation: PinnedGeneration,
  fields: readonly string[],
  filters: readonly Clause[] = [],
): AsyncGenerator<T[]> {
  let searchAfter = -1;
  for (;;) {
    const body: SearchBody = {
      _source: fields.map((field) => `entry.${field}`),
      query: { bool: { filter: [{ range: { rank: { gt: searchAfter } } }, ...filters] } },
      sort: [{ rank: 'asc' }],
      size: SCAN_PAGE_SIZE,
      track_total_hits: false,
    };
    const { hits } = (await generation.searchEntriesUncached(body)).hits;
    yield hits.map(({ _source }) => _source!.entry as T);
    if (hits.length < SCAN_PAGE_SIZE) return;
    searchAfter = hits.at(-1)!.sort![0]!;
  }
}

/** All words, most popular first. Definitions are most of an entry's size, and loaded for single characters only. */
async function loadWords(generation: PinnedGeneration): Promise<ListedWords> {
  const definitions = new Map<string, string>();
  for await (const characters of scanEntries<Definition>(
    generation,
    ['char', 'definition'],
    [{ term: { length: '1' } }],
  ))
    for (const { char, definition } of characters) definitions.set(char, definition);
  const packer = createWordPacker();
  for await (const entries of scanEntries<ListedFields>(generation, [
    ...FIELDS,
    ...AFFECT_FIELDS.map((field) => `affect.${field}`),
  ]))
    for (const entry of entries) packer.add({ ...entry, definition: definitions.get(entry.char) ?? '' });
  return listedWords(packer.finish());
}

/** The words for annotation, loaded at first use; a failure is tried again at the next. */
export function sharedWords(generation: PinnedGeneration): () => Promise<ListedWords> {
  let pending: Promise<ListedWords> | undefined;
  return () =>
    (pending ??= loadWords(generation).catch((error: unknown) => {
      pending = undefined;
      throw error;
    }));
}
