import type { RelationSource, RelationType } from '../../lexicon/entry.ts';
import type { RelationQuery } from '../../lexicon/query.ts';
import type { RelatedWords } from '../../lexicon/store.ts';
import type { LexiconIndex } from './lexicon-index.ts';
import { type PackedLexicon, RELATION_SLOT } from './packed-lexicon.ts';
import { firstMatchingReading, soundMatcher } from './sound-match.ts';

/**
 * Relations as adjacency arrays: those of entry `e` and type `t` are `starts[2e + t]` to `starts[2e + t + 1] - 1`, in their order
 * (curated first, then score, then popularity).
 */
export interface RelationTable {
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  readonly curated: Uint8Array;
  readonly scores: Uint8Array;
}

export function relationTable(packed: PackedLexicon): RelationTable {
  return {
    starts: packed.relationStarts,
    targets: packed.relationTargets,
    curated: packed.relationCurated,
    scores: packed.relationScores,
  };
}

/** One relation as it was found: the target, the reading of it that matched, source and nearness. */
export interface FoundRelation {
  readonly target: number;
  readonly reading: number;
  readonly source: RelationSource;
  readonly score: number;
}

function range(table: RelationTable, entry: number, type: RelationType): [first: number, end: number] {
  const slot = entry * 2 + RELATION_SLOT[type];
  return [table.starts[slot]!, table.starts[slot + 1]!];
}

const sourceOf = (table: RelationTable, at: number): RelationSource =>
  table.curated[at] === 1 ? 'curated' : 'generated';

export function findRelations(
  index: LexiconIndex,
  table: RelationTable,
  query: RelationQuery,
): { total: number; found: FoundRelation[] } {
  const source = index.headword(query.word);
  const found: FoundRelation[] = [];
  let total = 0;
  if (source === undefined) return { total, found };
  const matcher = soundMatcher(index, query.sound);
  const fits = wordTest(index, query.words);
  const [first, end] = range(table, source, query.type);
  for (let at = first; at < end; at++) {
    const target = table.targets[at]!;
    if (query.source !== 'all' && sourceOf(table, at) !== query.source) continue;
    if (!fits(target)) continue;
    const reading = firstMatchingReading(index, matcher, target);
    if (reading < 0) continue;
    if (total >= query.offset && found.length < query.limit) {
      found.push({ target, reading, source: sourceOf(table, at), score: table.scores[at]! });
    }
    total++;
  }
  return { total, found };
}

function wordTest(index: LexiconIndex, filters: RelationQuery['words']): (entry: number) => boolean {
  const tests = (['length', 'reg', 'pos', 'vulgar'] as const).flatMap((field) => {
    const wanted = filters[field];
    if (wanted === undefined) return [];
    const values = (Array.isArray(wanted) ? wanted : [wanted]) as readonly (string | number | boolean)[];
    const column = index.columns[field];
    const ids = new Set(values.map((value) => column.names.ids.get(String(value))));
    return [(entry: number) => ids.has(column.cells[entry]! - 1)];
  });
  return (entry) => tests.every((test) => test(entry));
}

export function relatedWords(
  index: LexiconIndex,
  table: RelationTable,
  word: string,
  source: RelationSource | 'all',
  limit: number,
): RelatedWords {
  const counts = { curated: 0, generated: 0 };
  const entry = index.headword(word);
  const names: Record<RelationType, string[]> = { syn: [], ant: [] };
  if (entry === undefined) return { synonyms: [], antonyms: [], counts };
  for (const type of ['syn', 'ant'] as const) {
    const [first, end] = range(table, entry, type);
    for (let at = first; at < end; at++) {
      const from = sourceOf(table, at);
      counts[from]++;
      if ((source === 'all' || source === from) && names[type].length < limit)
        names[type].push(index.words.at(table.targets[at]!));
    }
  }
  return { synonyms: names.syn, antonyms: names.ant, counts };
}

export function relationScores(
  index: LexiconIndex,
  table: RelationTable,
  word: string,
  type: RelationType,
): { word: string; source: RelationSource; score: number }[] {
  const entry = index.headword(word);
  if (entry === undefined) return [];
  const [first, end] = range(table, entry, type);
  return Array.from({ length: end - first }, (_, i) => ({
    word: index.words.at(table.targets[first + i]!),
    source: sourceOf(table, first + i),
    score: table.scores[first + i]!,
  }));
}
