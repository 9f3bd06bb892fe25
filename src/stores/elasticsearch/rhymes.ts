import type { Tone } from '../../cantonese/jyutping.ts';
import type { RhymeGroup, RhymeQuery } from '../../lexicon/store.ts';
import { allOf, anyOf, type Clause, filterClauses, oneOf, SLOTS, slotIsShown } from './clauses.ts';
import type { PinnedGeneration } from './generation.ts';
import { entryOf, shownReading, totalOf } from './hits.ts';
import type { SearchBody } from './page-queries.ts';
import { soundDemand } from './sound-tokens.ts';

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

/** Finals by tier; one that is in several counts in the last of them. */
function tiersApart(tiers: RhymeQuery['tiers']): string[][] {
  const tierOf = new Map(tiers.flatMap((finals, tier) => finals.map((final) => [final, tier] as const)));
  return tiers.map((_, tier) => [...tierOf].filter(([, at]) => at === tier).map(([final]) => final));
}

/** Words whose first rhyming reading ends in `tone`, by tier and then by popularity. */
export function rhymeSearch(query: RhymeQuery, tone: Tone): SearchBody {
  const tiers = tiersApart(query.tiers);
  const rhyming = { finals: [tiers.flat()] };
  const demand = soundDemand(rhyming);
  const inSlot = (slot: number): Clause => ({
    bool: {
      filter: [slotIsShown(slot, demand), { term: { [`sound${slot}`]: `0t:${tone}` } }],
      should: tiers.flatMap((finals, tier) => {
        const nearness = tiers.length - tier;
        if (finals.length === 0) return [];
        const rhymes = finals.map((final) => `r:${final}`);
        return [{ constant_score: { filter: anyOf(`sound${slot}`, rhymes), boost: nearness } }];
      }),
    },
  });
  return {
    query: {
      bool: { filter: [allOf(filterClauses(query.words, rhyming))], must: [oneOf(SLOTS.map(inSlot))] },
    },
    sort: [{ _score: 'desc' }, { rank: 'asc' }],
    from: query.offset,
    size: query.limit,
    track_total_hits: true,
  };
}

export async function findRhymes(generation: PinnedGeneration, query: RhymeQuery): Promise<RhymeGroup[]> {
  const tones = query.endTone === undefined ? TONES : [query.endTone];
  const answers = await generation.askEntries(tones.map((tone) => rhymeSearch(query, tone)));
  const demand = soundDemand({ finals: [query.tiers.flat()] });
  return tones.flatMap((endTone, at) => {
    const count = totalOf(answers[at]!);
    if (count === 0) return [];
    const words = answers[at]!.hits.hits.map((hit) => {
      const entry = entryOf(hit);
      return { entry, reading: shownReading(entry, demand)! };
    });
    return [{ endTone, count, words }];
  });
}
