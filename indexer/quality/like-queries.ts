import { parseArgs } from 'node:util';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { ensureBuild } from '../build.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { LIKE_QUERY_KINDS, QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';
import { FIRST_FOR_PHRASES, featuresOf, firstAlike, headwordsOf, wordsOf } from './likeness.ts';

/**
 * How often `like` answers what people type with words that a singer hopes for: `node indexer/quality/like-queries.ts [--misses]`. The
 * misses that are listed are those of the half `dev` only: who sees the other's measures nothing by it any more.
 */

type LikeQuery = ReturnType<typeof readLikeQueries>[number];
export const HALVES = ['dev', 'test'] as const;

export interface LikeHits {
  readonly kind: LikeQuery['kind'];
  readonly half: LikeQuery['half'];
  readonly queries: number;
  /** Those with one wanted word among the first ten, and those with three. */
  readonly withOne: number;
  readonly withThree: number;
  /** Those without any, and what they are answered with instead. */
  readonly misses: readonly string[];
}

export function readLikeQueries(root: string = DATA_ROOT) {
  return readTable(root, QUALITY_TABLES.likeQueries).rows.map(({ value }) => value);
}

export async function measureLikeQueries(lexicon: Lexicon, queries: readonly LikeQuery[]): Promise<LikeHits[]> {
  const hits: LikeHits[] = [];
  for (const kind of LIKE_QUERY_KINDS)
    for (const half of HALVES) {
      const rows = queries.filter((query) => query.kind === kind && query.half === half);
      let [withOne, withThree] = [0, 0];
      const misses: string[] = [];
      for (const { like, wanted } of rows) {
        const headwords = new Set(await headwordsOf(lexicon, wanted));
        const alike = wordsOf(await firstAlike(lexicon, await featuresOf(lexicon, like), FIRST_FOR_PHRASES));
        const found = alike.filter((word) => headwords.has(word)).length;
        if (found > 0) withOne++;
        else misses.push(`${like}: ${alike.join(' ')}`);
        if (found >= 3) withThree++;
      }
      hits.push({ kind, half, queries: rows.length, withOne, withThree, misses });
    }
  return hits;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { misses: { type: 'boolean', default: false } } });
  const { dir } = await ensureBuild();
  const store = await openMemoryStore({ directory: dir });
  const hits = await store.read((lexicon) => measureLikeQueries(lexicon, readLikeQueries()));
  for (const { kind, half, queries, withOne, withThree, misses } of hits) {
    console.log(`${kind.padEnd(9)} ${half.padEnd(5)} one of ${queries}: ${withOne}, three: ${withThree}`);
    if (values.misses && half === 'dev') for (const miss of misses) console.log(`    ${miss}`);
  }
  await store.close();
}

if (import.meta.main) await main();
