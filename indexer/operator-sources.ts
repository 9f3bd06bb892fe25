import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { checkSum } from '../src/stores/memory/built-file.ts';
import { readChecksums } from '../src/stores/memory/checksums.ts';

/** Operators' own files, and how their bad lines are taken. */
export interface OperatorSources {
  readonly sources: readonly string[];
  readonly skipInvalid: boolean;
}

const FOLDER = 'sources';
const LIST = 'sources.json';

const list = z.strictObject({ files: z.array(z.string()), skip_invalid: z.boolean() });

/**
 * Copies operators' files into a build, so that a later build without any named (a start after an upgrade, say) merges them again,
 * wherever the files themselves have gone.
 */
export function keepSources(build: string, { sources, skipInvalid }: OperatorSources): void {
  if (sources.length === 0) return;
  const files = sources.map((source, place) => {
    // A folder each: two files may have the same name, and messages name a file by it.
    const kept = join(String(place), basename(source));
    mkdirSync(join(build, FOLDER, String(place)), { recursive: true });
    copyFileSync(source, join(build, FOLDER, kept));
    return kept;
  });
  const text = JSON.stringify({ files, skip_invalid: skipInvalid } satisfies z.infer<typeof list>);
  writeFileSync(join(build, FOLDER, LIST), `${text}\n`);
}

const REMEDY =
  'It is your own file, kept for builds to come. Name yours again with "npm run lexicon -- build --source FILE", or do without with --no-source.';

/**
 * What {@link keepSources} kept in a build; no files where it kept none. Throws {@link BuildDamaged} when they are not as they were:
 * what damage made of them must not be merged as if an operator had written it.
 */
export function keptSources(build: string): OperatorSources {
  const folder = join(build, FOLDER);
  let text: string;
  try {
    text = readFileSync(join(folder, LIST), 'utf8');
  } catch {
    return { sources: [], skipInvalid: false };
  }
  const sums = readChecksums(build);
  const check = (name: string) => {
    // Builds of earlier versions have no checksums. A name that is not among them is damage too.
    if (sums) checkSum(join(build, name), sums.get(name) ?? 'listed', REMEDY);
  };
  check(join(FOLDER, LIST));
  const { files, skip_invalid: skipInvalid } = list.parse(JSON.parse(text));
  for (const file of files) check(join(FOLDER, file));
  return { sources: files.map((file) => join(folder, file)), skipInvalid };
}
