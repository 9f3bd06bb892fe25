import type { Tone } from '../../../cantonese/jyutping.ts';
import { isSecondaryRhyme } from '../../../cantonese/rhyme.ts';
import type { RhymeQuery } from '../../../lexicon/query.ts';
import { endRankAt, lineEndPlace } from '../../../lexicon/query.ts';
import { forEachId } from '../columns/entry-set.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { TextIndex } from '../columns/text-tables.ts';
import { firstMatchingReading, planQuery } from './query-plan.ts';

/** The last syllable of a reading, which decides what it rhymes with. */
function lastSyllableOf({ readings }: LexiconIndex, reading: number) {
  const { syllableStarts, syllables, syllableValues } = readings;
  return syllableValues[syllables[syllableStarts[reading + 1]! - 1]!]!;
}

/** The entry's place in the order of words as ends of a line, which differs where a secondary reading is shown. */
export function lineEndPlaceOf(index: LexiconIndex, id: number, reading: number): number {
  const { starts, syllableStarts } = index.readings;
  const first = starts[id]!;
  const lineEndOf = (ofReading: number) => ({
    last: lastSyllableOf(index, ofReading),
    length: syllableStarts[ofReading + 1]! - syllableStarts[ofReading]!,
  });
  const isSecondary = reading > first && isSecondaryRhyme(lineEndOf(first), lineEndOf(reading), reading - first);
  return lineEndPlace(index.endRank[id]!, isSecondary, index.size);
}

/** The id of the entry with a {@link lineEndPlaceOf}. */
export function entryAtPlace(index: LexiconIndex, place: number): number {
  return index.byEndRank[endRankAt(place, index.size)]!;
}

/** Rhyming words whose last syllable has one tone. */
interface RhymeGroupMatches {
  readonly endTone: Tone;
  /** All words of the group; `matches` are those of the page. */
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
  const tierOfRhyme = readings.facets.rhyme.dictionary.values.map((final) => tierOf.get(final) ?? -1);
  const plan = planQuery(index, text, query.words, {
    ...query.sound,
    finals: [[...tierOf.keys()], ...(query.earlier ?? [])],
  });
  const byTone = new Map<Tone, RhymingReading[][]>();
  forEachId(plan.set(), (id) => {
    const reading = firstMatchingReading(index, plan.matcher, id);
    const { tone } = lastSyllableOf(index, reading);
    if (query.endTone !== undefined && tone !== query.endTone) return true;
    let tiers = byTone.get(tone);
    if (!tiers) byTone.set(tone, (tiers = query.tiers.map(() => [])));
    const tier = tierOfRhyme[readings.facets.rhyme.cells[reading]!]!;
    tiers[tier]!.push({ id, reading, place: lineEndPlaceOf(index, id, reading) });
    return true;
  });
  return [...byTone]
    .sort(([a], [b]) => a - b)
    .map(([endTone, tiers]) => {
      const words = tiers.flatMap((tier) => tier.sort((a, b) => a.place - b.place));
      return { endTone, count: words.length, matches: words.slice(query.offset, query.offset + query.limit) };
    });
}
