import type { Tone } from '../../../cantonese/jyutping.ts';
import type { RhymeQuery } from '../../../lexicon/store.ts';
import { forEachId } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../tables/text-index.ts';
import { lineEndPlace } from './line-end-order.ts';
import { select } from './query-plan.ts';
import { firstMatchingReading } from './sound-match.ts';

export interface RhymeGroupMatches {
  readonly endTone: Tone;
  readonly count: number;
  readonly matches: readonly { readonly id: number; readonly reading: number }[];
}

interface RhymingReading {
  readonly id: number;
  readonly reading: number;
  readonly place: number;
}

/** Groups the rhyming words by tone and tier, each tier in the order of words as ends of a line. */
export function groupRhymes(index: LexiconIndex, text: TextIndex, query: RhymeQuery): RhymeGroupMatches[] {
  const { readings } = index;
  const tierOf = new Map(query.tiers.flatMap((finals, tier) => finals.map((final) => [final, tier] as const)));
  const tierOfRhyme = readings.rhymes.values.map((final) => tierOf.get(final) ?? -1);
  const { set, matcher } = select(index, text, query.words, { finals: [[...tierOf.keys()]] });
  const byTone = new Map<Tone, RhymingReading[][]>();
  forEachId(set, (id) => {
    const reading = firstMatchingReading(index, matcher, id);
    const { tone } = readings.syllableValues[readings.syllables[readings.syllableStarts[reading + 1]! - 1]!]!;
    if (query.endTone !== undefined && tone !== query.endTone) return true;
    let tiers = byTone.get(tone);
    if (!tiers) byTone.set(tone, (tiers = query.tiers.map(() => [])));
    tiers[tierOfRhyme[readings.rhyme[reading]!]!]!.push({ id, reading, place: lineEndPlace(index, id, reading) });
    return true;
  });
  return [...byTone]
    .sort(([a], [b]) => a - b)
    .map(([endTone, tiers]) => {
      const words = tiers.flatMap((tier) => tier.sort((a, b) => a.place - b.place));
      return { endTone, count: words.length, matches: words.slice(query.offset, query.offset + query.limit) };
    });
}
