import type { WordFilters } from '../../../lexicon/query.ts';
import { REPLACEMENT_LIMITS, type Replacement, type ReplacementQuery } from '../../../lexicon/store.ts';
import { slice, union } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../tables/text-index.ts';
import { select } from './query-plan.ts';
import { findRelations, type RelationTable } from './relation-table.ts';

/** A replacement by the id of its entry. */
export type FoundReplacement = Pick<Replacement, 'source' | 'score'> & { readonly id: number };

export function findReplacements(
  index: LexiconIndex,
  table: RelationTable,
  text: TextIndex,
  { word, length, similar }: ReplacementQuery,
): FoundReplacement[] {
  const { found } = findRelations(index, table, {
    word,
    type: 'syn',
    source: 'all',
    words: { length: [length], vulgar: false },
    sound: {},
    offset: 0,
    limit: REPLACEMENT_LIMITS.synonyms,
  });
  const synonyms = found.map(({ target, source, score }): FoundReplacement => ({ id: target, source, score }));
  return similar ? [...synonyms, ...similarWords(index, text, length, similar)] : synonyms;
}

function similarWords(
  index: LexiconIndex,
  text: TextIndex,
  length: number,
  similar: NonNullable<ReplacementQuery['similar']>,
): FoundReplacement[] {
  const common: WordFilters = {
    category: [similar.category],
    pos: [similar.pos],
    length: [length],
    vulgar: false,
    themeScope: 'tagged',
  };
  const sound = { code: similar.codes };
  const similarFilters: WordFilters[] = [];
  if (similar.themes.length > 0) similarFilters.push({ ...common, theme: similar.themes });
  if (similar.emotion !== undefined) similarFilters.push({ ...common, emotion: [similar.emotion] });
  const set = union(
    similarFilters.map((filters) => select(index, text, filters, sound).set),
    index.size,
  );
  return slice(set, 0, REPLACEMENT_LIMITS.similar).map((id) => ({ id, source: 'similar', score: 0 }));
}
