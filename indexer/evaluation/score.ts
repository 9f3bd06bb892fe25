import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { mergedSound } from '../../src/cantonese/lazy-sounds.ts';
import { codeOfTone } from '../../src/cantonese/tone.ts';
import type { GoldLine } from './gold.ts';

/** What an annotator makes of a line: a reading for each character, and the places before which words begin. */
export interface Annotated {
  readonly readings: readonly (string | null | undefined)[];
  /** Absent for an annotator that does not cut words. */
  readonly boundaries?: ReadonlySet<number>;
}

export type Annotator = (text: string) => Annotated;

export interface Score {
  readonly syllables: number;
  readonly wrongSyllables: number;
  /** Syllables whose 0243 code is wrong. */
  readonly wrongLevels: number;
  readonly boundaries?: { readonly right: number; readonly surplus: number; readonly missing: number };
  readonly errors: readonly ReadingError[];
}

export interface ReadingError {
  readonly text: string;
  readonly char: string;
  readonly given: string;
  readonly right: readonly string[];
}

/** The same for variants of one pronunciation: ng- or none, n- or l-. */
function soundOf(syllable: string | null | undefined): string {
  const parsed = parseSyllable(syllable ?? '');
  return parsed ? mergedSound(parsed, ['n-l', 'ng-0']) + parsed.tone : '';
}

function levelOf(syllable: string | null | undefined): string {
  const parsed = parseSyllable(syllable ?? '');
  return parsed ? codeOfTone(parsed.tone) : '';
}

export function score(lines: readonly GoldLine[], annotate: Annotator): Score {
  const errors: ReadingError[] = [];
  let [syllables, wrongLevels, right, surplus, missing] = [0, 0, 0, 0, 0];
  let cuts = false;
  for (const line of lines) {
    const characters = Array.from(line.text);
    const { readings, boundaries } = annotate(line.text);
    for (const [place, gold] of line.readings) {
      const given = readings[place];
      syllables++;
      if (!gold.map(soundOf).includes(soundOf(given)))
        errors.push({ text: line.text, char: characters[place]!, given: given ?? '–', right: gold });
      if (!gold.map(levelOf).includes(levelOf(given))) wrongLevels++;
    }
    if (!boundaries) continue;
    cuts = true;
    for (let place = 1; place < characters.length; place++) {
      if (line.optional.has(place)) continue;
      const [ours, theirs] = [boundaries.has(place), line.boundaries.has(place)];
      if (ours && theirs) right++;
      else if (ours) surplus++;
      else if (theirs) missing++;
    }
  }
  const found = cuts ? { boundaries: { right, surplus, missing } } : {};
  return { syllables, wrongSyllables: errors.length, wrongLevels, ...found, errors };
}

/** Harmonic mean of precision and recall of word boundaries, 0 to 1. */
export function boundaryF1({ right, surplus, missing }: NonNullable<Score['boundaries']>): number {
  return (2 * right) / (2 * right + surplus + missing);
}
