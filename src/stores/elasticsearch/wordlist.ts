import type { Entry } from '../../lexicon/entry.ts';
import type { WordlistItem } from '../../lexicon/store.ts';
import { entryOf, WHOLE_ENTRY } from './hits.ts';
import type { SearchBody } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';

/** Words per request: parsing one response blocks the event loop for some milliseconds. */
const SCAN_PAGE_SIZE = 2000;

/** All words, most popular first. */
async function loadWordlist(generation: PinnedGeneration): Promise<WordlistItem[]> {
  const words: WordlistItem[] = [];
  const { keyOf } = generation.ranks.rank;
  for (;;) {
    const body: SearchBody = {
      ...WHOLE_ENTRY,
      query: { range: { rank: { gte: keyOf(words.length) } } },
      sort: [{ rank: 'asc' }],
      size: SCAN_PAGE_SIZE,
      track_total_hits: false,
    };
    const { hits } = (await generation.searchEntriesUncached(body)).hits;
    for (const hit of hits) words.push(toItem(entryOf(generation, hit)));
    if (hits.length < SCAN_PAGE_SIZE) return words;
  }
}

function toItem({ char, aliases, frequency, readings, pos, category, affect, vulgar, ...entry }: Entry): WordlistItem {
  const { emotion, themes } = affect;
  const jyutping = readings.map((reading) => reading.jyutping);
  const definition = entry.length === 1 ? entry.definition : '';
  return { char, aliases, frequency, readings: jyutping, pos, category, emotion, themes, vulgar, definition };
}

/** The list of words, loaded once for concurrent callers and not cached: it is large and needed briefly. */
export function sharedWordlist(generation: PinnedGeneration): () => Promise<readonly WordlistItem[]> {
  let pending: Promise<readonly WordlistItem[]> | undefined;
  return () =>
    (pending ??= loadWordlist(generation).finally(() => {
      pending = undefined;
    }));
}
