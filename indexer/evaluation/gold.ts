import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';

/** The two parts of the annotated lines. Rules are written against `development`; nobody looks at `test` to write them. */
export const SPLITS = ['development', 'test'] as const;
export type Split = (typeof SPLITS)[number];

/** A line annotated by hand. */
export interface GoldLine {
  readonly genre: string;
  readonly text: string;
  /** For each character that is read, its place in the line and the readings that are right there. */
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
  const [genre = '', words = '', jyutping] = row.split('\t');
  const syllables = jyutping?.split(' ');
  const readings = new Map<number, readonly string[]>();
  const boundaries = new Set<number>();
  const optional = new Set<number>();
  let text = '';
  let index = 0;
  let syllableIndex = 0;
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
  return { genre, text, readings, boundaries, optional };
}

/** The files of a part of the lines, oldest first. */
export function goldFiles(split: Split): string[] {
  return globSync(`${split}*.tsv`, { cwd: join(DATA_ROOT, 'eval') }).sort();
}

export function readGold(split: Split): GoldLine[] {
  return goldFiles(split).flatMap(readGoldFile);
}

export function readGoldFile(name: string): GoldLine[] {
  const [, ...rows] = readFileSync(join(DATA_ROOT, 'eval', name), 'utf8')
    .trimEnd()
    .split('\n');
  return rows.filter((row) => !row.startsWith('#')).map(parseGoldLine);
}
