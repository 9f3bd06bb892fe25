import type { EntryLine } from '../../lexicon/formats.ts';
import type { WordlistItem } from '../../lexicon/store.ts';
import type { Clause } from './clauses.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';

/** Words per request: parsing one response blocks the event loop for some milliseconds. */
const SCAN_PAGE_SIZE = 2000;

const FIELDS = ['char', 'aliases', 'frequency', 'readings.jyutping', 'pos', 'category', 'vulgar'];
const AFFECT_FIELDS = ['emotion', 'themes'];

type ListedFields = Pick<EntryLine, 'char' | 'aliases' | 'frequency' | 'pos' | 'category' | 'vulgar'> & {
  readonly readings: readonly { readonly jyutping: string }[];
  readonly affect: Pick<EntryLine['affect'], 'emotion' | 'themes'>;
};
type Definition = Pick<EntryLine, 'char' | 'definition'>;

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
async function loadWordlist(generation: PinnedGeneration): Promise<WordlistItem[]> {
  const definitions = new Map<string, string>();
  for await (const characters of scanEntries<Definition>(
    generation,
    ['char', 'definition'],
    [{ term: { length: '1' } }],
  ))
    for (const { char, definition } of characters) definitions.set(char, definition);
  const words: WordlistItem[] = [];
  for await (const entries of scanEntries<ListedFields>(generation, [
    ...FIELDS,
    ...AFFECT_FIELDS.map((field) => `affect.${field}`),
  ]))
    for (const entry of entries)
      words.push({
        char: entry.char,
        aliases: entry.aliases,
        frequency: entry.frequency,
        readings: entry.readings.map(({ jyutping }) => jyutping),
        pos: entry.pos,
        category: entry.category,
        emotion: entry.affect.emotion,
        themes: entry.affect.themes,
        vulgar: entry.vulgar,
        definition: definitions.get(entry.char) ?? '',
      });
  return words;
}

/** The list of words, loaded once for concurrent callers and not cached: it is large and needed briefly. */
export function sharedWordlist(generation: PinnedGeneration): () => Promise<readonly WordlistItem[]> {
  let pending: Promise<readonly WordlistItem[]> | undefined;
  return () =>
    (pending ??= loadWordlist(generation).finally(() => {
      pending = undefined;
    }));
}
