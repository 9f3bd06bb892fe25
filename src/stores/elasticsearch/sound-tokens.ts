import {
  FINALS,
  formatSyllable,
  INITIALS,
  parseJyutping,
  type SyllablePattern,
  type Tone,
} from '../../cantonese/jyutping.ts';
import { type LazyRule, mergedSoundKey } from '../../cantonese/lazy-sounds.ts';
import { proximityFeatures } from '../../cantonese/proximity.ts';
import { READING_FACETS, type ReadingFacet, type ReadingSource, readingValue } from '../../lexicon/facets.ts';
import { type SoundFilters, valueLists } from '../../lexicon/query.ts';

/**
 * Sounds as tokens. Each searched reading has a field of its own (`sound0` … `sound3`), so that all sound filters are matched by one
 * reading. The most frequent filters also have fields over all readings.
 */

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

/** A pair of sound features that are filtered together. */
export function pairToken(a: string, b: string): string {
  return `${a}|${b}`;
}

/** The token for a value of a facet, which begins with the facet's letter: `c:33`, `r:oi`. */
export function facetToken(facet: ReadingFacet, value: string): string {
  return `${facet[0]}:${value}`;
}

/** The token for "this slot has the same value of the facet as the slot `earlier`". */
export function repeatedValueToken(facet: ReadingFacet, earlierSlot: number): string {
  return `=${facet}:${earlierSlot}`;
}

/** Token of a secondary reading: a rhyme finds it, but it is seldom meant. */
export const SECONDARY_TOKEN = 'secondary';

/**
 * All tokens of one reading: proximity features (`0f:oi`, `0i:h`, `0t:2`, `L2`), its values of facets, and for every syllable, counted from the end, its final and the syllable (`1s:hoi1`).
 */
export function slotTokens(reading: ReadingSource): string[] {
  const syllables = parseJyutping(reading.jyutping) ?? [];
  const values = READING_FACETS.map((facet) => facetToken(facet, readingValue(facet, reading)));
  const tokens = new Set([...proximityFeatures(syllables), ...values]);
  for (const [index, syllable] of syllables.entries()) {
    const positionFromEnd = syllables.length - 1 - index;
    tokens.add(`${positionFromEnd}f:${syllable.final}`).add(`${positionFromEnd}s:${formatSyllable(syllable)}`);
  }
  return [...tokens];
}

/** Sound filters as a conjunction of token lists: a reading needs one token of each list. */
export type SoundConstraints = readonly (readonly string[])[];

/** The allowed values of a facet; undefined if all are. */
function facetFilter(sound: SoundFilters, facet: ReadingFacet): readonly string[] | undefined {
  const [first, ...others] = valueLists(sound, facet);
  const allowed = others.map((values) => new Set(values));
  return first?.filter((value) => allowed.every((values) => values.has(value)));
}

/** The codes allowed by `code` and `melodyCodes`. */
export function codeFilter(sound: SoundFilters): readonly string[] | undefined {
  return facetFilter(sound, 'code');
}

/** The finals allowed for the last syllable. */
export function rhymeFilter(sound: SoundFilters): readonly string[] | undefined {
  return facetFilter(sound, 'rhyme');
}

/** Whether the filters need more than code and rhyme. */
export function hasSyllableFilters(sound: SoundFilters): boolean {
  const hasOtherFacet = READING_FACETS.some((facet) => facet !== 'code' && facet !== 'rhyme' && sound[facet]);
  return hasOtherFacet || sound.syllables !== undefined || (sound.finals?.length ?? 0) > 1;
}

/** Facets of readings by name, so that equal filters make equal requests, whose answers the engine caches. */
const ORDERED_FACETS = [...READING_FACETS].sort();

export function soundConstraints(sound: SoundFilters): SoundConstraints {
  const constraints: (readonly string[])[] = [];
  for (const facet of ORDERED_FACETS) {
    const values = facetFilter(sound, facet);
    if (values) constraints.push(values.map((value) => facetToken(facet, value)));
  }
  for (const [positionFromEnd, finals] of (sound.finals ?? []).entries())
    if (positionFromEnd > 0) constraints.push(finals.map((final) => `${positionFromEnd}f:${final}`));
  const { syllables, lazy = [] } = sound;
  if (syllables) {
    constraints.push([`L${syllables.length}`]);
    for (const [index, pattern] of syllables.entries())
      constraints.push(syllableTokens(syllables.length - 1 - index, pattern, lazy));
  }
  return constraints;
}

/** All syllables that match the pattern, including variants by the lazy-sound rules. */
function syllableTokens(positionFromEnd: number, pattern: SyllablePattern, rules: readonly LazyRule[]): string[] {
  const target = mergedSoundKey(pattern, rules);
  const variants = () =>
    INITIALS.flatMap((initial) => FINALS.map((final) => ({ initial, final }))).filter(
      (sound) => mergedSoundKey(sound, rules) === target,
    );
  const sounds = rules.length === 0 ? [pattern] : variants();
  const tones = pattern.tone === undefined ? TONES : [pattern.tone];
  return sounds.flatMap(({ initial, final }) =>
    tones.map((tone) => `${positionFromEnd}s:${formatSyllable({ initial, final, tone })}`),
  );
}

/** Whether a reading has a token of each list. */
export function readingSatisfies(reading: ReadingSource, constraints: SoundConstraints): boolean {
  const tokens = new Set(slotTokens(reading));
  return constraints.every((list) => list.some((token) => tokens.has(token)));
}
