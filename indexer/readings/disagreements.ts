import type { EntryLine } from '../../src/lexicon/formats.ts';
import { soundKey } from '../compose/reading-resolver.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readOperatorFile } from '../sources/operator.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import type { HandWritten } from '../tables/hand-written.ts';

/** So many of the most popular words are to have readings on which every source agrees, or that a person has looked at. */
export const REVIEWED_WORDS = 20_000;

/** A word that another source reads otherwise than the lexicon does first, and on which nobody has decided. */
export interface Disagreement {
  readonly word: string;
  readonly rank: number;
  readonly ours: string;
  readonly theirs: readonly string[];
}

/** Readings of words as another source lists them, by their form in Hong Kong. */
export type ReadingList = ReadonlyMap<string, readonly string[]>;

/** Whether somebody has decided that a word is read so. */
export type IsDecided = (word: string, jyutping: string) => boolean;

/**
 * Words of which the first reading is none of those that the other source lists; mere variants of pronunciation (ng- or none,
 * n- or l-) are no disagreement. Single characters are left out: they are ranked by the table of polyphones.
 */
export function disagreements(
  entries: Iterable<Pick<EntryLine, 'char' | 'rank' | 'length' | 'readings'>>,
  list: ReadingList,
  isDecided: IsDecided,
): Disagreement[] {
  const found: Disagreement[] = [];
  for (const { char: word, rank, length, readings } of entries) {
    const theirs = list.get(word);
    const ours = readings[0]!.jyutping;
    if (!theirs || length === 1) continue;
    const key = soundKey(ours);
    if (theirs.some((reading) => soundKey(reading) === key) || isDecided(word, ours)) continue;
    found.push({ word, rank, ours, theirs });
  }
  return found;
}

/** What the tables decide: overrides and deliberate readings, each with its reason, and those that were reviewed and stay. */
export function decidedReadings({ overrides, deliberate, reviewed }: HandWritten): IsDecided {
  const isDecided = new Set(
    [...overrides, ...deliberate, ...reviewed].flatMap(({ value }) =>
      value.jyutping.map((reading) => `${toHongKong(value.word)} ${soundKey(reading)}`),
    ),
  );
  return (word, jyutping) => isDecided.has(`${word} ${soundKey(jyutping)}`);
}

/** What to-jyutping lists of whole words, in all their forms. */
export function packageReadings(): ReadingList {
  return mergeForms([...readJyutpingTrie()]);
}

/** What an operator's file lists, as `lexicon import` writes it. */
export function fileReadings(path: string): ReadingList {
  return mergeForms(
    readOperatorFile(path).rows.flatMap(({ value }) =>
      value.kind === 'entry' && value.readings ? [[value.char, value.readings] as const] : [],
    ),
  );
}

function mergeForms(pairs: readonly (readonly [word: string, readings: readonly string[]])[]): ReadingList {
  const list = new Map<string, string[]>();
  for (const [form, readings] of pairs) {
    const word = toHongKong(form);
    list.set(word, [...(list.get(word) ?? []), ...readings]);
  }
  return list;
}
