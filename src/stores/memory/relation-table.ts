import type { RelationSource, RelationType } from '../../lexicon/entry.ts';
import type { RelationLine } from '../../lexicon/formats.ts';
import type { RelationQuery } from '../../lexicon/query.ts';
import type { RelatedWords } from '../../lexicon/store.ts';
import { dictionary, idIn } from './column.ts';
import type { Lines } from './jsonl.ts';
import type { LexiconIndex } from './lexicon-index.ts';
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

const TYPE_SLOT: Record<RelationType, number> = { syn: 0, ant: 1 };

/**
 * Relations as they stand in their file, with words as places in `words`: what a thread can hand over without a lexicon at hand.
 * Relation `i` leads from `words[from[i]]` to `words[to[i]]`.
 */
export interface PackedRelations {
  readonly words: readonly string[];
  readonly from: Uint32Array<ArrayBuffer>;
  readonly to: Uint32Array<ArrayBuffer>;
  readonly types: Uint8Array<ArrayBuffer>;
  readonly orders: Uint32Array<ArrayBuffer>;
  readonly curated: Uint8Array<ArrayBuffer>;
  readonly scores: Uint8Array<ArrayBuffer>;
}

export function packRelations(lines: Lines): PackedRelations {
  const { count } = lines;
  const names = dictionary();
  const packed = {
    words: names.values,
    from: new Uint32Array(count),
    to: new Uint32Array(count),
    types: new Uint8Array(count),
    orders: new Uint32Array(count),
    curated: new Uint8Array(count),
    scores: new Uint8Array(count),
  };
  for (let i = 0; i < count; i++) {
    const line = lines.parse<RelationLine>(i);
    packed.from[i] = idIn(names, line.word);
    packed.to[i] = idIn(names, line.related);
    packed.types[i] = TYPE_SLOT[line.type];
    packed.orders[i] = line.order;
    packed.curated[i] = line.source === 'curated' ? 1 : 0;
    packed.scores[i] = line.score;
  }
  return packed;
}

export function buildRelations(index: LexiconIndex, packed: PackedRelations): RelationTable {
  const count = packed.from.length;
  const entryOf = Uint32Array.from(packed.words, (word) => index.headwords.get(word)!);
  const slotOf = (i: number) => entryOf[packed.from[i]!]! * 2 + packed.types[i]!;
  const starts = new Uint32Array(index.size * 2 + 1);
  for (let i = 0; i < count; i++) starts[slotOf(i) + 1]!++;
  for (let slot = 0; slot < starts.length - 1; slot++) starts[slot + 1]! += starts[slot]!;
  const [targets, curated, scores] = [new Uint32Array(count), new Uint8Array(count), new Uint8Array(count)];
  for (let i = 0; i < count; i++) {
    const at = starts[slotOf(i)]! + packed.orders[i]!;
    targets[at] = entryOf[packed.to[i]!]!;
    curated[at] = packed.curated[i]!;
    scores[at] = packed.scores[i]!;
  }
  return { starts, targets, curated, scores };
}

/** One relation as it was found: the target, the reading of it that matched, source and nearness. */
export interface FoundRelation {
  readonly target: number;
  readonly reading: number;
  readonly source: RelationSource;
  readonly score: number;
}

function range(table: RelationTable, entry: number, type: RelationType): [first: number, end: number] {
  const slot = entry * 2 + TYPE_SLOT[type];
  return [table.starts[slot]!, table.starts[slot + 1]!];
}

const sourceOf = (table: RelationTable, at: number): RelationSource =>
  table.curated[at] === 1 ? 'curated' : 'generated';

export function findRelations(
  index: LexiconIndex,
  table: RelationTable,
  query: RelationQuery,
): { total: number; found: FoundRelation[] } {
  const source = index.headwords.get(query.word);
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
    return [(entry: number) => ids.has(column.cells[column.starts[entry]!]!)];
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
  const entry = index.headwords.get(word);
  const names: Record<RelationType, string[]> = { syn: [], ant: [] };
  if (entry === undefined) return { synonyms: [], antonyms: [], counts };
  for (const type of ['syn', 'ant'] as const) {
    const [first, end] = range(table, entry, type);
    for (let at = first; at < end; at++) {
      const from = sourceOf(table, at);
      counts[from]++;
      if ((source === 'all' || source === from) && names[type].length < limit)
        names[type].push(index.words[table.targets[at]!]!);
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
  const entry = index.headwords.get(word);
  if (entry === undefined) return [];
  const [first, end] = range(table, entry, type);
  return Array.from({ length: end - first }, (_, i) => ({
    word: index.words[table.targets[first + i]!]!,
    source: sourceOf(table, first + i),
    score: table.scores[first + i]!,
  }));
}
