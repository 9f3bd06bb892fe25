import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { type Command, InvalidArgumentError } from 'commander';
import type { EntryLine } from '../../src/lexicon/formats.ts';
import { currentBuild } from '../build.ts';
import { readHandWritten } from '../tables/hand-written.ts';
import {
  type Disagreement,
  decidedReadings,
  disagreements,
  fileReadings,
  packageReadings,
  REVIEWED_WORDS,
} from './disagreements.ts';

interface ReadingsArguments {
  readonly against?: string[];
  readonly top: number;
}

/** `lexicon readings` */
export function addReadingsCommand(program: Command): void {
  program
    .command('readings')
    .description('popular words that other sources read otherwise, and on which nobody has decided')
    .option('--against <file...>', 'files that "lexicon import" wrote (beside to-jyutping, which is always asked)')
    .option('--top <count>', 'how many of the most popular words', wholeNumber, REVIEWED_WORDS)
    .action(compareReadings);
}

async function compareReadings({ against = [], top }: ReadingsArguments): Promise<void> {
  const build = currentBuild();
  if (!build) {
    console.error('There is no build yet. Make one with "npm run lexicon -- build".');
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
  const source = createReadStream(join(dir, 'entries.jsonl.gz'));
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

function wholeNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number of 1 or more.');
}
