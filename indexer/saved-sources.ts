import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { verifyFile } from '../src/stores/memory/image/build-files.ts';
import { readChecksums } from '../src/stores/memory/image/checksums.ts';

/** Operators' own files, and how their bad lines are taken. */
export interface OperatorSources {
  readonly sources: readonly string[];
  readonly skipInvalid: boolean;
}

const SOURCES_FOLDER = 'sources';
const SOURCES_FILE = 'sources.json';

const listSchema = z.strictObject({ files: z.array(z.string()), skip_invalid: z.boolean() });

/**
 * Copies operators' files into a build, so that a later build without any named (a start after an upgrade, say) merges them again,
 * wherever the files themselves have gone.
 */
export function saveOperatorSources(build: string, { sources, skipInvalid }: OperatorSources): void {
  if (sources.length === 0) return;
  const files = sources.map((source, index) => {
    // A folder each: two files may have the same name, and messages name a file by it.
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
 * What {@link saveOperatorSources} kept in a build; no files where it kept none. Throws {@link DamagedBuildError} when they are not as they were:
 * what damage made of them must not be merged as if an operator had written it.
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
    // Builds of earlier versions have no checksums. A name that is not among them is damage too.
    if (checksums) verifyFile(join(build, name), checksums.get(name) ?? 'listed', REMEDY);
  };
  check(join(SOURCES_FOLDER, SOURCES_FILE));
  const { files, skip_invalid: skipInvalid } = listSchema.parse(JSON.parse(text));
  for (const file of files) check(join(SOURCES_FOLDER, file));
  return { sources: files.map((file) => join(folder, file)), skipInvalid };
}
