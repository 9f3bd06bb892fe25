import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import { ENTRIES_FILE, hasJsonLines } from '../../src/generation/build-files.ts';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { wholeNumber } from '../arguments.ts';
import { currentBuild } from '../build.ts';
import { soundKey } from '../compose/readings.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readOperatorFile } from '../sources/operator.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import { type HandWritten, readHandWritten } from '../tables/hand-written.ts';

interface ReadingsArguments {
  readonly against?: string[];
  readonly top: number;
}

export function addReadingsCommand(program: Command): void {
  program
    .command('readings')
    .description('popular words that other sources read otherwise, and on which nobody has decided')
    .option('--against <file...>', 'files that "lexicon import" wrote (beside to-jyutping, which is always asked)')
    .option('--top <count>', 'how many of the most popular words', wholeNumber(1), REVIEWED_WORDS)
    .action(compareReadings);
}

async function compareReadings({ against = [], top }: ReadingsArguments): Promise<void> {
  const build = currentBuild();
  if (!build || !hasJsonLines(build.manifest)) {
    console.error('There is no build with JSON Lines yet. Make one with "npm run lexicon -- build".');
    process.exitCode = 1;
    return;
  }
  const entries = await firstEntries(build.dir, top);
  const decided = decidedReadings(readHandWritten());
  const sources = [
    { name: 'to-jyutping', list: packageReadings() },
    ...against.map((file) => ({ name: file, list: fileReadings(file) })),
  ];
  for (const { name, list } of sources) {
    const found = disagreements(entries, list, decided);
    console.log(`${name}: ${found.length} unresolved among the ${top} most popular words`);
    for (const disagreement of found) console.log(`  ${lineOf(disagreement)}`);
    if (found.length > 0) process.exitCode = 1;
  }
  if (process.exitCode === 1)
    console.log(
      'Put the right reading into data/readings/overrides-*.tsv, or ours into data/readings/reviewed.tsv, with the reason.',
    );
}

function lineOf({ word, rank, ours, theirs }: Disagreement): string {
  return `${word} (${rank}): ours ${ours}, theirs ${theirs.join(' / ')}`;
}

/** The most popular entries of a build: its file is in that order, and is read no further. */
export async function firstEntries(dir: string, count: number): Promise<EntryLine[]> {
  const source = createReadStream(join(dir, ENTRIES_FILE));
  const lines = createInterface({ input: source.pipe(createGunzip()) });
  const entries: EntryLine[] = [];
  for await (const line of lines) {
    if (entries.length === count) break;
    entries.push(JSON.parse(line) as EntryLine);
  }
  lines.close();
  source.destroy();
  return entries;
}

/** So many of the most popular words are to have readings on which every source agrees, or that a person has looked at. */
export const REVIEWED_WORDS = 20_000;

/** A word that another source reads otherwise than the lexicon does first, and on which nobody has decided. */
interface Disagreement {
  readonly word: string;
  readonly rank: number;
  readonly ours: string;
  readonly theirs: readonly string[];
}

/** Readings of words as another source lists them, by their form in Hong Kong. */
type ReadingList = ReadonlyMap<string, readonly string[]>;

/** Whether somebody has decided that a word is read so. */
type IsDecided = (word: string, jyutping: string) => boolean;

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
