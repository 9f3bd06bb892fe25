import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { mergedSoundKey } from '../../src/cantonese/lazy-sounds.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';

/** A line of data/eval, annotated by hand. Places count characters. */
export interface GoldLine {
  readonly text: string;
  /** The right readings by place, for each Han character. */
  readonly readings: ReadonlyMap<number, readonly string[]>;
  /** Places before which a word begins, the line's beginning left out. */
  readonly boundaries: ReadonlySet<number>;
  /** Places where either is right. */
  readonly optional: ReadonlySet<number>;
}

const HAN = /^[\p{Script=Han}〇]$/u;
const BOUNDARY = ' ';
/** Written between two characters where a boundary may be or not: 愛·上. */
const OPTIONAL_BOUNDARY = '·';

/**
 * Reads a row: genre, words, jyutping (a syllable for each Han character, `/` between alternatives; absent in a file of words alone).
 * Throws on a bad one.
 */
export function parseGoldLine(row: string): GoldLine {
  const [, words = '', jyutping] = row.split('\t');
  const syllables = jyutping?.split(' ');
  const readings = new Map<number, readonly string[]>();
  const boundaries = new Set<number>();
  const optional = new Set<number>();
  let [text, index, syllableIndex] = ['', 0, 0];
  for (const character of words) {
    if (character === BOUNDARY) boundaries.add(index);
    else if (character === OPTIONAL_BOUNDARY) optional.add(index);
    else {
      if (syllables && HAN.test(character)) readings.set(index, (syllables[syllableIndex++] ?? '').split('/'));
      text += character;
      index++;
    }
  }
  const invalid = [...readings.values()].flat().find((syllable) => !parseSyllable(syllable));
  if (syllableIndex !== (syllables?.length ?? 0) || invalid !== undefined)
    throw new Error(`not one valid syllable a character: ${row}`);
  return { text, readings, boundaries, optional };
}

/** The lines of a part. Rules are written against `development`; nobody looks at `test` to write them. */
export function readGold(part: 'development' | 'test'): GoldLine[] {
  const directory = join(DATA_ROOT, 'eval');
  return globSync(`${part}*.tsv`, { cwd: directory })
    .sort()
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trimEnd().split('\n').slice(1))
    .filter((row) => !row.startsWith('#'))
    .map(parseGoldLine);
}

/**
 * Compares annotate with lines annotated by hand: the wrong syllables, as texts, and the word boundaries of either side and of both. Variants
 * of one pronunciation (ng- or none, n- or l-) are the same.
 */
export function scoreAnnotation(lines: readonly GoldLine[], table: WordTable) {
  const wrong: string[] = [];
  const boundaries = { ours: 0, theirs: 0, shared: 0 };
  let syllables = 0;
  for (const line of lines) {
    // A place may have several letters; the annotated lines count characters.
    const places = annotateLine(line.text, table).characters.flatMap((place) => Array.from(place.char, () => place));
    for (const [index, right] of line.readings) {
      const { char, jyutping } = places[index]!;
      syllables++;
      if (!right.map(soundOf).includes(soundOf(jyutping)))
        wrong.push(`${line.text}: ${char} ${jyutping ?? '–'}, not ${right.join(' or ')}`);
    }
    for (let index = 1; index < places.length; index++) {
      if (line.optional.has(index)) continue;
      const ours = places[index]!.group !== places[index - 1]!.group;
      const theirs = line.boundaries.has(index);
      if (ours) boundaries.ours++;
      if (theirs) boundaries.theirs++;
      if (ours && theirs) boundaries.shared++;
    }
  }
  return { syllables, wrong, boundaries };
}

function soundOf(syllable: string | null | undefined): string {
  const parsed = parseSyllable(syllable ?? '');
  return parsed ? mergedSoundKey(parsed, ['n-l', 'ng-0']) + parsed.tone : '';
}
