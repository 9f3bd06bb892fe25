import type { Tone } from '../../cantonese/jyutping.ts';
import type { RhymeQuery } from '../../lexicon/query.ts';
import type { RhymeGroup } from '../../lexicon/store.ts';
import {
  andClause,
  type Clause,
  filterClauses,
  matchesNothing,
  orClause,
  primaryReadingClause,
  slotMatchesFirst,
  termsClause,
} from './clauses.ts';
import type { PinnedGeneration } from './generations.ts';
import { listedOf, matchedReading, rankOf, totalHits } from './hits.ts';
import { type SearchBody, WITH_RANK } from './queries.ts';
import { facetToken, soundConstraints } from './sound-tokens.ts';
import { SLOTS } from './stored-fields.ts';

/** Rhyming words by the tone of their last syllable: one search for each tone. */

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

/** Finals of each tier, each final in one tier only: the last one that lists it. */
function disjointTiers(tiers: RhymeQuery['tiers']): string[][] {
  const tierOf = new Map(tiers.flatMap((finals, tier) => finals.map((final) => [final, tier] as const)));
  const finalsOf = (tier: number) => [...tierOf.keys()].filter((final) => tierOf.get(final) === tier);
  return tiers.map((_, tier) => finalsOf(tier));
}

/**
 * The sound filters of a query for rhymes: the finals of all tiers at the end, before them those of the earlier
 * syllables.
 */
const rhymeFiltersOf = ({ sound, tiers, earlier = [] }: RhymeQuery) => ({
  ...sound,
  finals: [disjointTiers(tiers).flat(), ...earlier],
});

/** Words whose first rhyming reading has `tone`, by tier, then in the order of words as ends of a line. */
function rhymeSearch(query: RhymeQuery, tone: Tone): SearchBody {
  const tiers = disjointTiers(query.tiers);
  const rhymeFilters = rhymeFiltersOf(query);
  const constraints = soundConstraints(rhymeFilters);
  const slotClause = (slot: number): Clause => ({
    bool: {
      filter: [slotMatchesFirst(slot, constraints), { term: { [`sound${slot}`]: `0t:${tone}` } }],
      should: [
        primaryReadingClause(slot),
        ...tiers.flatMap((finals, tier) => {
          // Tiers are 2 apart, as a primary reading adds up to 1.
          const tierBoost = 2 * (tiers.length - tier);
          if (finals.length === 0) return [];
          const rhymes = finals.map((final) => facetToken('rhyme', final));
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

export async function findRhymes(generation: PinnedGeneration, query: RhymeQuery): Promise<RhymeGroup[]> {
  const tones = query.endTone === undefined ? TONES : [query.endTone];
  // Elasticsearch refuses offsets beyond its window, which is as large as the index.
  const isBeyond = query.offset >= generation.meta.counts.entries;
  const within = isBeyond ? { ...query, offset: 0, limit: 0 } : query;
  const responses = await generation.searchEntries(tones.map((tone) => rhymeSearch(within, tone)));
  const constraints = soundConstraints(rhymeFiltersOf(query));
  return tones.flatMap((endTone, index) => {
    const response = responses[index]!;
    const count = totalHits(response);
    if (count === 0) return [];
    const words = response.hits.hits.map((hit) => {
      const entry = listedOf(hit, rankOf(hit, 'rank'));
      return { entry, reading: matchedReading(entry, constraints)! };
    });
    return [{ endTone, count, words }];
  });
}
