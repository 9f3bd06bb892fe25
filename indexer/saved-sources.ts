import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { readChecksums, verifyFile } from '../src/generation/build-files.ts';

/** Operators' own files, and how their invalid lines are handled. */
export interface OperatorSources {
  readonly sources: readonly string[];
  readonly skipInvalid: boolean;
}

const SOURCES_FOLDER = 'sources';
const SOURCES_FILE = 'sources.json';

const listSchema = z.strictObject({ files: z.array(z.string()), skip_invalid: z.boolean() });

/**
 * Copies operators' files into a build, so that a later build without named files (such as a start after an upgrade) merges them
 * again, wherever the originals are.
 */
export function saveOperatorSources(build: string, { sources, skipInvalid }: OperatorSources): void {
  if (sources.length === 0) return;
  const files = sources.map((source, index) => {
    // A folder for each, because two files may have the same name, which messages show.
    const relativePath = join(String(index), basename(source));
    mkdirSync(join(build, SOURCES_FOLDER, String(index)), { recursive: true });
    copyFileSync(source, join(build, SOURCES_FOLDER, relativePath));
    return relativePath;
  });
  const text = JSON.stringify({ files, skip_invalid: skipInvalid } satisfies z.infer<typeof listSchema>);
  writeFileSync(join(build, SOURCES_FOLDER, SOURCES_FILE), `${text}\n`);
}

const REMEDY =
  'It is your own file, kept for builds to come. Name yours again with "npm run lexicon -- build --source FILE", or do without with --no-source.';

/**
 * The files that {@link saveOperatorSources} copied into a build. Throws {@link DamagedBuildError} if they were changed: damaged
 * data must not be merged as an operator's.
 */
export function readOperatorSources(build: string): OperatorSources {
  const folder = join(build, SOURCES_FOLDER);
  let text: string;
  try {
    text = readFileSync(join(folder, SOURCES_FILE), 'utf8');
  } catch {
    return { sources: [], skipInvalid: false };
  }
  const checksums = readChecksums(build);
  const check = (name: string) => {
    // Builds of earlier versions have no checksums. A name without a checksum counts as damaged too.
    if (checksums) verifyFile(join(build, name), checksums.get(name) ?? 'listed', REMEDY);
  };
  check(join(SOURCES_FOLDER, SOURCES_FILE));
  const { files, skip_invalid: skipInvalid } = listSchema.parse(JSON.parse(text));
  for (const file of files) check(join(SOURCES_FOLDER, file));
  return { sources: files.map((file) => join(folder, file)), skipInvalid };
}
