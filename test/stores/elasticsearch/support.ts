import { randomBytes } from 'node:crypto';
import { afterAll } from '@jest/globals';
import { type ClusterTarget, makeLive } from '../../../indexer/elasticsearch/generations.ts';
import { LOAD_DEFAULTS, type LoadOptions, type LoadReport, load } from '../../../indexer/elasticsearch/load.ts';
import type { BuildFiles } from '../../../src/generation/build-files.ts';
import { packWords } from '../../../src/generation/pack.ts';
import { compareCodePoints } from '../../../src/lexicon/code-points.ts';
import type { EntryLine, Manifest, RelationLine } from '../../../src/lexicon/formats.ts';
import { encodeWords } from '../../../src/lexicon/packed-words.ts';
import type { LexiconStore } from '../../../src/lexicon/store.ts';
import { indexingClient } from '../../../src/stores/elasticsearch/client.ts';
import { indexNames } from '../../../src/stores/elasticsearch/generations.ts';
import { openElasticsearchStore } from '../../../src/stores/elasticsearch/open.ts';
import { linesToBytes } from '../../../src/stores/memory/memory-store.ts';
import { entryLines, relationLines, smallManifest } from '../../contract/small-lexicon.ts';
import { smallMeanings } from '../../contract/small-lexicon-meanings.ts';

/** Where the Unicode block of characters begins that no word of the small lexicon has. */
const RARE_IDEOGRAPHS = 0x3400;

/** Names of a run, so that runs on one server do not meet. */
export function freshPrefix(): string {
  return `test-${randomBytes(4).toString('hex')}`;
}

export function targetOn(url: string, prefix = freshPrefix()): ClusterTarget {
  return { client: indexingClient({ node: url }), prefix };
}

/** Names of a suite's own on an engine, and stores that are opened on them. */
export interface OwnTarget extends ClusterTarget {
  /** What is answered is tried with it, not how soon: an engine that tests keep busy is waited for. */
  open(options?: Partial<Parameters<typeof openElasticsearchStore>[0]>): Promise<LexiconStore>;
  /** Closes what was opened, and removes what was loaded. */
  clear(): Promise<void>;
}

/** As {@link targetOn}, for a block of tests: after them what was opened is closed, and what was loaded removed. */
export function targetForTests(url: string): OwnTarget {
  const target = targetOn(url);
  const stores: LexiconStore[] = [];
  const clear = async () => {
    for (const store of stores.splice(0)) await store.close();
    await removeAll(target);
  };
  afterAll(async () => {
    await clear();
    await target.client.close();
  });
  const open: OwnTarget['open'] = async (options) => {
    const store = await openElasticsearchStore({ node: url, prefix: target.prefix, ...options });
    stores.push(store);
    return store;
  };
  return { ...target, open, clear };
}

/** A build of the small lexicon; `change` makes it another one. */
export function smallBuild(
  generation = 'gsmall',
  change: (lines: { entries: EntryLine[]; relations: RelationLine[] }) => void = () => undefined,
): BuildFiles {
  const lines = { entries: entryLines(), relations: relationLines() };
  change(lines);
  const manifest: Manifest = {
    ...smallManifest(generation),
    inputs_sha256: Buffer.from(generation).toString('hex').padEnd(64, '0'),
    counts: { entries: lines.entries.length, relations: lines.relations.length },
  };
  const entries = linesToBytes(lines.entries);
  return {
    manifest,
    entries,
    wordTable: encodeWords(packWords(entries)),
    relations: linesToBytes(lines.relations),
    ...smallMeanings(lines.entries.map(({ char }) => char)),
  };
}

/** A small lexicon in which every definition names its generation. */
export function taggedBuild(generation: string): BuildFiles {
  return smallBuild(generation, ({ entries }) => {
    for (const line of entries) line.definition = generation;
  });
}

/** As {@link taggedBuild} with thousands of further words: several requests of a load. */
export function largerBuild(generation: string, words: number): BuildFiles {
  return smallBuild(generation, ({ entries }) => {
    const model = entries.find(({ length }) => length === 2)!;
    for (let i = 0; i < words; i++) {
      const rank = entries.length;
      const char = String.fromCodePoint(RARE_IDEOGRAPHS + Math.floor(i / 100), RARE_IDEOGRAPHS + (i % 100));
      entries.push({ ...model, char, rank, end_rank: rank, aliases: [] });
    }
    const byCharacter = entries.toSorted((a, b) => compareCodePoints(a.char, b.char));
    for (const [charRank, line] of byCharacter.entries())
      Object.assign(line, { char_rank: charRank, definition: generation });
  });
}

/** Loads a build without comparing its answers, unless `smokeWords` says about how many words: other tests compare them. */
export function loadBuild(
  target: ClusterTarget,
  build: BuildFiles,
  options: Partial<LoadOptions> = {},
): Promise<LoadReport> {
  return load(target, build, { ...LOAD_DEFAULTS, smokeWords: 0, ...options });
}

/**
 * Makes generations live under another prefix, one after the other, by the engine's own copy of an index: in a third of the time of a load.
 */
export async function copyLive(from: ClusterTarget, to: ClusterTarget, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [indices, copies] = [from, to].map(({ prefix }) => indexNames(name, prefix));
    for (const kind of ['entries', 'relations', 'tables'] as const)
      await to.client.indices.clone({ index: indices![kind], target: copies![kind] });
    await makeLive(to, name);
  }
}

/** Removes everything under a prefix. */
export async function removeAll({ client, prefix }: ClusterTarget): Promise<void> {
  const found = await client.indices.get({ index: `${prefix}-*`, expand_wildcards: 'all' });
  const index = Object.keys(found);
  if (index.length > 0) await client.indices.delete({ index });
}
