import type { CategoryCount, Vocabulary } from '../../lexicon/store.ts';
import { termCounts } from './hits.ts';
import type { PinnedGeneration } from './pinned-generation.ts';

const FIELDS = ['emotion', 'theme', 'theme_inferred', 'theme_all', 'valence', 'category'] as const;
const VALENCES = ['正', '負', '中'];

type Counts = Readonly<Record<(typeof FIELDS)[number], ReadonlyMap<string, number>>>;

async function countAll(generation: PinnedGeneration): Promise<Counts> {
  const { cardinalities } = generation.meta;
  const aggs = Object.fromEntries(
    FIELDS.map((field) => [field, { terms: { field, size: (cardinalities[field] ?? 0) + 1 } }]),
  );
  const [response] = await generation.searchEntries([
    { size: 0, track_total_hits: false, query: { match_all: {} }, aggs },
  ]);
  return Object.fromEntries(FIELDS.map((field) => [field, termCounts(response!, field)])) as unknown as Counts;
}

function pickCounts(counts: ReadonlyMap<string, number>, values: readonly string[]): Record<string, number> {
  return Object.fromEntries(values.map((value) => [value, counts.get(value) ?? 0]));
}

export async function categoryCounts(generation: PinnedGeneration): Promise<CategoryCount[]> {
  const { category } = await countAll(generation);
  return generation.meta.vocabulary.categories.map((item) => ({ ...item, words: category.get(item.name) ?? 0 }));
}

export async function vocabularyCounts(generation: PinnedGeneration): Promise<Vocabulary> {
  const counts = await countAll(generation);
  const { emotions, themes } = generation.meta.vocabulary;
  const countOf = (field: keyof Counts, value: string) => counts[field].get(value) ?? 0;
  return {
    emotion: pickCounts(counts.emotion, emotions),
    theme: pickCounts(counts.theme, themes),
    valence: pickCounts(counts.valence, VALENCES),
    themeInferred: pickCounts(counts.theme_inferred, themes),
    themeCoverage: Object.fromEntries(
      themes.map((theme) => [
        theme,
        {
          tagged: countOf('theme', theme),
          inferred: countOf('theme_inferred', theme),
          all: countOf('theme_all', theme),
        },
      ]),
    ),
  };
}
