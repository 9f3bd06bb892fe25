import type { WordlistItem } from '../../lexicon/store.ts';
import type { PinnedGeneration } from './generation.ts';
import { entryOf } from './hits.ts';
import type { SearchBody } from './page-queries.ts';

/** Words to a request of the walk. */
const STEP = 5000;

const FIELDS = [
  'char',
  'aliases',
  'frequency',
  'readings.jyutping',
  'pos',
  'category',
  'vulgar',
  'definition',
  'length',
];
const AFFECT = ['emotion', 'themes'];

function stepSearch(after: number): SearchBody {
  return {
    _source: [...FIELDS, ...AFFECT.map((field) => `affect.${field}`)].map((field) => `entry.${field}`),
    query: { range: { rank: { gt: after } } },
    sort: [{ rank: 'asc' }],
    size: STEP,
    track_total_hits: false,
  };
}

/** Every word, most popular first: a walk through the whole index. */
export async function loadWordlist(generation: PinnedGeneration): Promise<WordlistItem[]> {
  const words: WordlistItem[] = [];
  let after = -1;
  for (;;) {
    const { hits } = await generation.walkEntries(stepSearch(after));
    for (const hit of hits.hits) {
      const entry = entryOf(hit);
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
        definition: entry.length === 1 ? entry.definition : '',
      });
    }
    if (hits.hits.length < STEP) return words;
    after = hits.hits.at(-1)!.sort![0]!;
  }
}
