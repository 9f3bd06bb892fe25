import type { estypes } from '@elastic/elasticsearch';
import type { GenerationMeta } from '../../src/stores/elasticsearch/index-names.ts';
import { indexNames } from '../../src/stores/elasticsearch/index-names.ts';
import { RANK_FIELDS, type RankField, rankKeys } from '../../src/stores/elasticsearch/rank-keys.ts';
import type { ClusterTarget } from './cluster-target.ts';

/** Reads the checksums of a generation's documents, page by page in the order of their keys. */

export interface LiveEntry {
  readonly word: string;
  readonly fingerprint: number;
  readonly keys: Readonly<Record<RankField, number>>;
}

/** A document of the index of relations. */
export interface LiveRelation {
  readonly id: string;
  readonly wordKey: number;
  readonly fingerprint: number;
}

const PAGE_SIZE = 10_000;
/** Words whose documents are asked for at once. A range bounds what a search has to pass over before its page. */
const WORDS_PER_RANGE = 4000;

interface Scan {
  readonly index: string;
  /** The field of the words' keys, and what tells documents of one word apart. */
  readonly sort: readonly [wordKey: string, ...others: string[]];
  readonly fields: readonly string[];
}

async function* scan(
  { client }: ClusterTarget,
  meta: GenerationMeta,
  { index, sort, fields }: Scan,
): AsyncGenerator<estypes.SearchHit> {
  const { keyOf } = rankKeys(meta.keys).rank;
  const { entries } = meta.counts;
  for (let rank = 0; rank <= entries; rank += WORDS_PER_RANGE) {
    const isLast = rank + WORDS_PER_RANGE > entries;
    const range = { gte: keyOf(rank), ...(isLast ? {} : { lt: keyOf(rank + WORDS_PER_RANGE) }) };
    let searchAfter: estypes.SortResults | undefined;
    for (;;) {
      const { hits } = await client.search({
        index,
        size: PAGE_SIZE,
        query: { range: { [sort[0]]: range } },
        _source: false,
        docvalue_fields: [...fields],
        sort: sort.map((field) => ({ [field]: 'asc' as const })),
        track_total_hits: false,
        ...(searchAfter ? { search_after: searchAfter } : {}),
      });
      yield* hits.hits;
      if (hits.hits.length < PAGE_SIZE) break;
      searchAfter = hits.hits.at(-1)!.sort!;
    }
  }
}

const numberOf = (hit: estypes.SearchHit, field: string) => Number((hit.fields as Record<string, number[]>)[field]![0]);

export async function* liveEntries(target: ClusterTarget, meta: GenerationMeta): AsyncGenerator<LiveEntry> {
  const { entries: index } = indexNames(meta.generation, target.prefix);
  const fields = ['fingerprint', ...RANK_FIELDS];
  for await (const hit of scan(target, meta, { index, sort: ['rank'], fields }))
    yield {
      word: hit._id!,
      fingerprint: numberOf(hit, 'fingerprint'),
      keys: {
        rank: numberOf(hit, 'rank'),
        char_rank: numberOf(hit, 'char_rank'),
        end_rank: numberOf(hit, 'end_rank'),
      },
    };
}

export async function* liveRelations(target: ClusterTarget, meta: GenerationMeta): AsyncGenerator<LiveRelation> {
  const { relations: index } = indexNames(meta.generation, target.prefix);
  // The order of a word's relations is unique within a type only, so the fingerprint is part of the sort.
  const sort = ['word_rank', 'order', 'fingerprint'] as const;
  for await (const hit of scan(target, meta, { index, sort, fields: ['word_rank', 'fingerprint'] }))
    yield { id: hit._id!, wordKey: numberOf(hit, 'word_rank'), fingerprint: numberOf(hit, 'fingerprint') };
}
