import { getJyutpingList } from 'to-jyutping';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { mergedSoundKey } from '../../src/cantonese/lazy-sounds.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { codeOfTone } from '../../src/cantonese/tone.ts';
import type { GoldLine } from './gold.ts';

/** What an annotator makes of a line: a reading for each character, and the places before which words begin. */
export interface Annotation {
  readonly readings: readonly (string | null | undefined)[];
  /** Absent for an annotator that does not cut words. */
  readonly boundaries?: ReadonlySet<number>;
}

export type Annotator = (text: string) => Annotation;

export interface Counts {
  readonly correct: number;
  readonly surplus: number;
  readonly missing: number;
}

export interface Score {
  readonly syllables: number;
  readonly wrongSyllables: number;
  /** Syllables whose 0243 code is wrong. */
  readonly wrongLevels: number;
  readonly boundaries?: Counts;
  /** Whole words; where a boundary is optional, the annotator's choice is right. */
  readonly words?: Counts;
  readonly errors: readonly ReadingError[];
}

export interface ReadingError {
  readonly text: string;
  readonly char: string;
  readonly actual: string;
  readonly correct: readonly string[];
}

/** The same for variants of one pronunciation: ng- or none, n- or l-. */
function soundOf(syllable: string | null | undefined): string {
  const parsed = parseSyllable(syllable ?? '');
  return parsed ? mergedSoundKey(parsed, ['n-l', 'ng-0']) + parsed.tone : '';
}

function levelOf(syllable: string | null | undefined): string {
  const parsed = parseSyllable(syllable ?? '');
  return parsed ? codeOfTone(parsed.tone) : '';
}

export function score(lines: readonly GoldLine[], annotate: Annotator): Score {
  const errors: ReadingError[] = [];
  let [syllables, wrongLevels, correct, surplus, missing] = [0, 0, 0, 0, 0];
  const words = { correct: 0, surplus: 0, missing: 0 };
  let hasBoundaries = false;
  for (const line of lines) {
    const characters = Array.from(line.text);
    const { readings, boundaries } = annotate(line.text);
    for (const [index, gold] of line.readings) {
      const actual = readings[index];
      syllables++;
      if (!gold.map(soundOf).includes(soundOf(actual)))
        errors.push({ text: line.text, char: characters[index]!, actual: actual ?? '–', correct: gold });
      if (!gold.map(levelOf).includes(levelOf(actual))) wrongLevels++;
    }
    if (!boundaries) continue;
    hasBoundaries = true;
    const [ourWords, theirWords] = [wordsOf(line, boundaries), wordsOf(line, line.boundaries, boundaries)];
    const shared = ourWords.intersection(theirWords).size;
    words.correct += shared;
    words.surplus += ourWords.size - shared;
    words.missing += theirWords.size - shared;
    for (let index = 1; index < characters.length; index++) {
      if (line.optional.has(index)) continue;
      const [ours, theirs] = [boundaries.has(index), line.boundaries.has(index)];
      if (ours && theirs) correct++;
      else if (ours) surplus++;
      else if (theirs) missing++;
    }
  }
  const boundaryCounts = hasBoundaries ? { boundaries: { correct, surplus, missing }, words } : {};
  return { syllables, wrongSyllables: errors.length, wrongLevels, ...boundaryCounts, errors };
}

/** A line's words, each as its first place and the place after it. Optional boundaries are as in `chosen`. */
function wordsOf({ text, optional }: GoldLine, boundaries: ReadonlySet<number>, chosen = boundaries): Set<string> {
  const words = new Set<string>();
  const { length } = Array.from(text);
  let start = 0;
  for (let end = 1; end <= length; end++) {
    if (end < length && !(optional.has(end) ? chosen : boundaries).has(end)) continue;
    words.add(`${start}-${end}`);
    start = end;
  }
  return words;
}

/** Harmonic mean of precision and recall of word boundaries, or of words, 0 to 1. */
export function f1({ correct, surplus, missing }: Counts): number {
  return (2 * correct) / (2 * correct + surplus + missing);
}

export function ownAnnotator(table: WordTable): Annotator {
  return (text) => {
    const { characters } = annotateLine(text, table);
    // A place may have several letters; the annotated lines count characters.
    const places = characters.flatMap((place) => Array.from(place.char, () => place));
    return {
      readings: places.map(({ jyutping }) => jyutping),
      boundaries: new Set(places.keys().filter((i) => places[i]!.group !== places[i - 1]?.group)),
    };
  };
}

/** The package that readings are measured against. It does not cut words. */
export const toJyutping: Annotator = (text) => ({
  readings: getJyutpingList(text).map(([, reading]) => reading),
});

/** What the platform offers for word boundaries. It knows no readings. */
export function platformSegmenter(): Annotator {
  const segmenter = new Intl.Segmenter('zh-HK', { granularity: 'word' });
  return (text) => {
    const boundaries = new Set<number>();
    let index = 0;
    for (const { segment } of segmenter.segment(text)) {
      boundaries.add(index);
      index += Array.from(segment).length;
    }
    return { readings: [], boundaries };
  };
}
