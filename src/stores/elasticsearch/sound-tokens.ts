import { contourOfCode } from '../../cantonese/contour.ts';
import {
  FINALS,
  formatSyllable,
  INITIALS,
  parseJyutping,
  type SyllablePattern,
  type Tone,
} from '../../cantonese/jyutping.ts';
import { type LazyRule, mergedSound } from '../../cantonese/lazy-sounds.ts';
import { proximityFeatures } from '../../cantonese/proximity.ts';
import { widenedFinals } from '../../cantonese/rhyme.ts';
import type { Reading } from '../../lexicon/entry.ts';
import type { SoundFilters } from '../../lexicon/query.ts';

/**
 * Sound as tokens. Each searched reading has a slot with a field of its own (`sound0` … `sound3`), so that "one reading satisfies all
 * the sound filters" never joins two readings; the filters that are asked most are also fields over all readings.
 */

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

/** For each final those that reach it when they are widened to their rhyme groups. */
const REACHED_BY = new Map<string, string[]>();
for (const final of FINALS)
  for (const reached of widenedFinals(final)) REACHED_BY.set(reached, [...(REACHED_BY.get(reached) ?? []), final]);

/** The rhyme groups of a final, each named by a final whose widened set is the group. */
export function rhymeGroups(final: string): readonly string[] {
  return REACHED_BY.get(final) ?? [final];
}

/** A pair of sound values that are filtered together. */
export function pair(a: string, b: string): string {
  return `${a}|${b}`;
}

/** The token that says that a slot has the same rhyme, or code, as the slot `earlier`. */
export function sameAsToken(facet: 'rhyme' | 'code', earlier: number): string {
  return `=${facet}:${earlier}`;
}

/**
 * All tokens of one reading: proximity features (`0f:oi`, `0i:h`, `0t:2`, `L2`), code (`c:33`), rhyme (`r:oi`), and for every syllable,
 * however far from the end, its final and itself (`1s:hoi1`).
 */
export function slotTokens(reading: Pick<Reading, 'jyutping' | 'code' | 'rhyme'>): string[] {
  const syllables = parseJyutping(reading.jyutping) ?? [];
  const tokens = new Set([...proximityFeatures(syllables), `c:${reading.code}`, `r:${reading.rhyme}`]);
  for (const [place, syllable] of syllables.entries()) {
    const fromEnd = syllables.length - 1 - place;
    tokens.add(`${fromEnd}f:${syllable.final}`).add(`${fromEnd}s:${formatSyllable(syllable)}`);
  }
  return [...tokens];
}

/** What sound filters ask of one reading: of each list it must have at least one token. */
export type SoundDemand = readonly (readonly string[])[];

function intersected(
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!a || !b) return a ?? b;
  const allowed = new Set(b);
  return a.filter((value) => allowed.has(value));
}

/** The codes that `code` and `fittingCodes` leave; undefined where neither is asked. */
export function codesAsked(sound: SoundFilters): readonly string[] | undefined {
  return intersected(sound.code, sound.fittingCodes);
}

/** The finals that the last syllable may have; undefined where none are asked. */
export function rhymesAsked(sound: SoundFilters): readonly string[] | undefined {
  return intersected(sound.rhyme, sound.finals && (sound.finals[0] ?? []));
}

/** Whether the filters speak of more than the code and the rhyme. */
export function asksForSyllables(sound: SoundFilters): boolean {
  return sound.syllables !== undefined || (sound.finals?.length ?? 0) > 1;
}

export function soundDemand(sound: SoundFilters): SoundDemand {
  const demand: (readonly string[])[] = [];
  const codes = codesAsked(sound);
  if (codes) demand.push(codes.map((code) => `c:${code}`));
  const rhymes = rhymesAsked(sound);
  if (rhymes) demand.push(rhymes.map((rhyme) => `r:${rhyme}`));
  for (const [back, finals] of (sound.finals ?? []).entries())
    if (back > 0) demand.push(finals.map((final) => `${back}f:${final}`));
  const { syllables, lazy = [] } = sound;
  if (syllables) {
    demand.push([`L${syllables.length}`]);
    for (const [place, pattern] of syllables.entries())
      demand.push(syllableTokens(syllables.length - 1 - place, pattern, lazy));
  }
  return demand;
}

/** Every syllable that the pattern allows and the lazy rules do not tell from it. */
function syllableTokens(fromEnd: number, pattern: SyllablePattern, rules: readonly LazyRule[]): string[] {
  const wanted = mergedSound(pattern, rules);
  const sounds =
    rules.length === 0
      ? [pattern]
      : INITIALS.flatMap((initial) => FINALS.map((final) => ({ initial, final }))).filter(
          (sound) => mergedSound(sound, rules) === wanted,
        );
  const tones = pattern.tone === undefined ? TONES : [pattern.tone];
  return sounds.flatMap(({ initial, final }) =>
    tones.map((tone) => `${fromEnd}s:${formatSyllable({ initial, final, tone })}`),
  );
}

/** Whether a reading satisfies a demand. */
export function satisfies(reading: Pick<Reading, 'jyutping' | 'code' | 'rhyme'>, demand: SoundDemand): boolean {
  const tokens = new Set(slotTokens(reading));
  return demand.every((list) => list.some((token) => tokens.has(token)));
}

/** The values of the fields over all searched readings. */
export function soundFields(readings: readonly Pick<Reading, 'code' | 'rhyme'>[]) {
  const distinct = (valuesOf: (reading: Pick<Reading, 'code' | 'rhyme'>) => readonly string[]) => [
    ...new Set(readings.flatMap(valuesOf)),
  ];
  return {
    code: distinct(({ code }) => [code]),
    rhyme: distinct(({ rhyme }) => [rhyme]),
    contour: distinct(({ code }) => [contourOfCode(code)]),
    rhyme_group: distinct(({ rhyme }) => rhymeGroups(rhyme)),
    code_rhyme: distinct(({ code, rhyme }) => [pair(code, rhyme)]),
    code_group: distinct(({ code, rhyme }) => rhymeGroups(rhyme).map((group) => pair(code, group))),
    contour_rhyme: distinct(({ code, rhyme }) => [pair(contourOfCode(code), rhyme)]),
  };
}
