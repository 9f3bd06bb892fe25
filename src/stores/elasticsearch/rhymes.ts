import type { Tone } from '../../cantonese/jyutping.ts';
import type { RhymeGroup, RhymeQuery } from '../../lexicon/store.ts';
import {
  andClause,
  type Clause,
  filterClauses,
  isPrimary,
  matchesNothing,
  orClause,
  SLOTS,
  slotMatchesFirst,
  termsClause,
} from './clauses.ts';
import { deepPage } from './deep-pages.ts';
import { listedOf, matchedReading, rankOf, totalHits } from './hits.ts';
import { MAX_SKIP, type ScoredSearch, type SearchBody, WITH_RANK } from './page-queries.ts';
import type { PinnedGeneration } from './pinned-generation.ts';
import type { SearchResponse } from './searcher.ts';
import { soundConstraints } from './sound-tokens.ts';

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

/** Finals by tier; a final in several tiers counts in the last one. */
function disjointTiers(tiers: RhymeQuery['tiers']): string[][] {
  const tierOf = new Map(tiers.flatMap((finals, tier) => finals.map((final) => [final, tier] as const)));
  return tiers.map((_, tier) => [...tierOf].filter(([, index]) => index === tier).map(([final]) => final));
}

/** Words whose first rhyming reading has `tone`, by tier, then in the order of words as ends of a line. */
export function rhymeSearch(query: RhymeQuery, tone: Tone): ScoredSearch {
  const tiers = disjointTiers(query.tiers);
  const rhymeFilters = { finals: [tiers.flat()] };
  const constraints = soundConstraints(rhymeFilters);
  const slotClause = (slot: number): Clause => ({
    bool: {
      filter: [slotMatchesFirst(slot, constraints), { term: { [`sound${slot}`]: `0t:${tone}` } }],
      should: [
        isPrimary(slot),
        ...tiers.flatMap((finals, tier) => {
          const tierBoost = 2 * (tiers.length - tier);
          if (finals.length === 0) return [];
          const rhymes = finals.map((final) => `r:${final}`);
          return [{ constant_score: { filter: termsClause(`sound${slot}`, rhymes), boost: tierBoost } }];
        }),
      ],
    },
  });
  const filter = andClause(filterClauses(query.words, rhymeFilters));
  return {
    query: matchesNothing(filter) ? filter : { bool: { filter: [filter], must: [orClause(SLOTS.map(slotClause))] } },
    ...WITH_RANK,
    sort: [{ _score: 'desc' }, { end_rank: 'asc' }],
    from: query.offset,
    size: query.limit,
    track_total_hits: true,
  };
}

const withoutHits = ({ from: _, ...search }: SearchBody): SearchBody => ({ ...search, size: 0 });

async function findDeepPages(
  generation: PinnedGeneration,
  searches: readonly ScoredSearch[],
  offset: number,
): Promise<SearchResponse[]> {
  const pages = await Promise.all(searches.map((search) => deepPage(generation, search, offset)));
  return generation.searchEntries(pages.map((page, index) => page ?? withoutHits(searches[index]!)));
}

export async function findRhymes(generation: PinnedGeneration, query: RhymeQuery): Promise<RhymeGroup[]> {
  const tones = query.endTone === undefined ? TONES : [query.endTone];
  const isDeep = query.offset > MAX_SKIP;
  const searches = tones.map((tone) => rhymeSearch(query, tone));
  const counted = await generation.searchEntries(isDeep ? searches.map(withoutHits) : searches);
  const pages = isDeep ? await findDeepPages(generation, searches, query.offset) : counted;
  const constraints = soundConstraints({ finals: [query.tiers.flat()] });
  return tones.flatMap((endTone, index) => {
    const count = totalHits(counted[index]!);
    if (count === 0) return [];
    const words = pages[index]!.hits.hits.map((hit) => {
      const entry = listedOf(hit, rankOf(generation, hit, 'rank'));
      return { entry, reading: matchedReading(entry, constraints)! };
    });
    return [{ endTone, count, words }];
  });
}
