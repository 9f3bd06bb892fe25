import { REPLACEMENT_LIMITS, type Replacement, type ReplacementQuery, similarPage } from '../../../lexicon/store.ts';
import { type EntrySet, forEachId } from '../columns/entry-set.ts';
import type { TextIndex } from '../tables/text-index.ts';
import { type OrderTables, orderPage } from './page-order.ts';
import { select } from './query-plan.ts';
import { findRelations, type RelationTable, relationScores } from './relation-table.ts';

/** A replacement by the id of its entry. */
type FoundReplacement = Pick<Replacement, 'source' | 'score' | 'sense'> & { readonly id: number };

/** What replacements are found in. */
export interface ReplacementTables extends OrderTables {
  readonly table: RelationTable;
  readonly text: TextIndex;
}

export function findReplacements(tables: ReplacementTables, query: ReplacementQuery): FoundReplacement[] {
  const { index, table } = tables;
  const { word, length, sense, similar } = query;
  const { found } = findRelations(index, table, {
    word,
    type: 'syn',
    ...(sense === undefined ? {} : { sense }),
    source: 'all',
    words: { length: [length], vulgar: false },
    sound: {},
    offset: 0,
    limit: REPLACEMENT_LIMITS.synonyms,
  });
  const synonyms = found.map(({ target, reading: _, ...rest }): FoundReplacement => ({ id: target, ...rest }));
  return similar ? [...synonyms, ...similarWords(tables, word, length, similar)] : synonyms;
}

function similarWords(
  { index, rows, table, text }: ReplacementTables,
  word: string,
  length: number,
  similar: NonNullable<ReplacementQuery['similar']>,
): FoundReplacement[] {
  const { query, belowRank } = similarPage(length, similar);
  const { set, matcher } = select(index, text, query.words, query.sound);
  const selection = { set: mostPopular(set, belowRank), matcher };
  const page = orderPage({ index, rows, text }, selection, query.order, query.start, query.limit);
  const excluded = new Set([word, ...relationScores(index, table, word, 'ant').map((antonym) => antonym.word)]);
  return page.entries.flatMap(({ id }) =>
    excluded.has(index.words.at(id)) ? [] : [{ id, source: 'similar', score: 0 }],
  );
}

/** The entries of a set below a rank; ids are ranks. */
function mostPopular(set: EntrySet, rank: number): EntrySet {
  const ids: number[] = [];
  forEachId(set, (id) => {
    if (id >= rank) return false;
    ids.push(id);
    return true;
  });
  return { kind: 'list', ids: Uint32Array.from(ids), count: ids.length };
}
