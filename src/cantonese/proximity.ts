import { INITIALS, type Syllable, type SyllablePattern, type Tone } from './jyutping.ts';
import { finalsAlike, rhymeLift } from './rhyme.ts';
import { codeOfTone } from './tone.ts';

/**
 * Sound proximity as a sum of boosts over features of a reading. Syllables are aligned from the end, where rhyme is heard.
 * A feature is a token such as `0f:oi` (final of the last syllable), `1i:h` (initial of the one before it), `0t:3`, `L2` (length);
 * a query is a table of tokens with whole-number weights, so that every engine adds up to the same score.
 */
export interface ProximityQuery {
  /** Weight of each feature token; whole numbers above 0. */
  readonly weights: ReadonlyMap<string, number>;
  /** The score of an identical reading, by which scores are divided for display. */
  readonly maximum: number;
}

/** The number of syllables from the end that are compared. */
export const PROXIMITY_DEPTH = 6;

const WEIGHTS = {
  sameFinal: 16,
  sungFinal: 10,
  groupFinal: 6,
  sameInitial: 8,
  nearInitial: 4,
  sameTone: 6,
  sameCode: 3,
} as const;
/** The last syllable counts double, and its final threefold: it is the rhyme, which outweighs an equal beginning (data/quality/proximity.tsv). */
const LAST_SYLLABLE_FACTOR = 2;
const LAST_FINAL_FACTOR = 3;
const SAME_LENGTH_WEIGHT = 8;

/** Initials of one place, or of one place class, of articulation; an initial's relatives are those it shares a row with. */
const RELATED_INITIALS: readonly (readonly string[])[] = [
  ['b', 'p', 'm', 'f'],
  ['d', 't', 'n', 'l'],
  ['g', 'k', 'ng', 'h', ''],
  ['gw', 'kw', 'w'],
  ['z', 'c', 's', 'j'],
  ['g', 'gw'],
  ['k', 'kw'],
  ['n', 'm', 'ng'],
];

const TONES: readonly Tone[] = [1, 2, 3, 4, 5, 6];

function relatedInitials(initial: string): string[] {
  const related = new Set(RELATED_INITIALS.filter((row) => row.includes(initial)).flat());
  related.delete(initial);
  return INITIALS.filter((other) => related.has(other));
}

/** The feature tokens of a reading, at most {@link PROXIMITY_DEPTH} syllables from its end. */
export function proximityFeatures(syllables: readonly Syllable[]): string[] {
  const tokens = [`L${syllables.length}`];
  for (let fromEnd = 0; fromEnd < Math.min(syllables.length, PROXIMITY_DEPTH); fromEnd++) {
    const { initial, final, tone } = syllables[syllables.length - 1 - fromEnd]!;
    tokens.push(`${fromEnd}f:${final}`, `${fromEnd}i:${initial}`, `${fromEnd}t:${tone}`);
  }
  return tokens;
}

/** The boosts for readings near `target`; a syllable without a tone boosts no tone. */
export function proximityQuery(target: readonly SyllablePattern[]): ProximityQuery {
  const weights = new Map<string, number>([[`L${target.length}`, SAME_LENGTH_WEIGHT]]);
  let maximum = SAME_LENGTH_WEIGHT;
  for (let fromEnd = 0; fromEnd < Math.min(target.length, PROXIMITY_DEPTH); fromEnd++) {
    const syllable = target[target.length - 1 - fromEnd]!;
    const factor = fromEnd === 0 ? LAST_SYLLABLE_FACTOR : 1;
    const finalFactor = fromEnd === 0 ? LAST_FINAL_FACTOR : 1;
    addFinals(weights, fromEnd, syllable.final, finalFactor);
    weights.set(`${fromEnd}i:${syllable.initial}`, WEIGHTS.sameInitial * factor);
    for (const other of relatedInitials(syllable.initial))
      weights.set(`${fromEnd}i:${other}`, WEIGHTS.nearInitial * factor);
    if (syllable.tone !== undefined) addTones(weights, fromEnd, syllable.tone, factor);
    const tone = syllable.tone === undefined ? 0 : WEIGHTS.sameTone;
    maximum += WEIGHTS.sameFinal * finalFactor + (WEIGHTS.sameInitial + tone) * factor;
  }
  return { weights, maximum };
}

function addTones(weights: Map<string, number>, fromEnd: number, targetTone: Tone, factor: number): void {
  for (const tone of TONES) {
    if (tone === targetTone) weights.set(`${fromEnd}t:${tone}`, WEIGHTS.sameTone * factor);
    else if (codeOfTone(tone) === codeOfTone(targetTone)) weights.set(`${fromEnd}t:${tone}`, WEIGHTS.sameCode * factor);
  }
}

function addFinals(weights: Map<string, number>, fromEnd: number, final: string, factor: number): void {
  for (const other of finalsAlike(final)) weights.set(`${fromEnd}f:${other}`, finalWeight(final, other) * factor);
}

function finalWeight(final: string, other: string): number {
  if (other === final) return WEIGHTS.sameFinal;
  return rhymeLift(final, other) > 0 ? WEIGHTS.sungFinal : WEIGHTS.groupFinal;
}

/** A score between 0 (nothing in common) and 1 (the same reading), to three decimals. */
export function normalizedScore(score: number, maximum: number): number {
  return maximum === 0 ? 0 : Math.round((score / maximum) * 1000) / 1000;
}
