import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildFiles } from '../../../src/generation/build-files.ts';
import { indexJsonLines } from '../../../src/generation/json-lines.ts';
import type { EntryLine } from '../../../src/lexicon/formats.ts';
import { linesToBytes } from '../../../src/stores/memory/memory-store.ts';
import { type LocalNode, startNode } from '../../servers/elasticsearch/node.ts';
import { currentBuild, excerpt, writeBuildFiles } from '../../support/builds.ts';
import { ensureBuilt, lexicon } from '../service.ts';

/** Enough words for every question of the load to have answers, few enough to load in seconds. */
const EXCERPT_WORDS = 20_000;
/** A node whose data survive its end, with a part of the lexicon loaded. */
export interface Engine {
  readonly url: string;
  readonly node: () => LocalNode;
  /** Folder of a build with the same words under another name, which is the definition of every word. */
  buildOf(generation: string): Promise<string>;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export async function startEngine(): Promise<Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'drill-engine-'));
  let node = await startNode({ directory });
  const port = Number(new URL(node.url).port);
  const buildOf = (generation: string) => excerptBuild(directory, generation);
  const engine: Engine = {
    url: node.url,
    node: () => node,
    buildOf,
    async restart() {
      node = await startNode({ directory, httpPort: port });
    },
    async remove() {
      await node.kill();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    lexicon(['load', '--build', await buildOf('gdrill1')], { ELASTICSEARCH_URL: node.url });
  } catch (error) {
    await engine.remove();
    throw error;
  }
  return engine;
}

/** Writes a part of the lexicon as a build, in which every word's definition is the name of the generation. Answers its folder. */
export async function excerptBuild(directory: string, generation: string): Promise<string> {
  ensureBuilt();
  const build = await excerpt(await currentBuild(), EXCERPT_WORDS, generation);
  return writeBuildFiles(join(directory, 'builds', generation), tagged(build));
}

function tagged(build: BuildFiles): BuildFiles {
  const lines = indexJsonLines(build.entries);
  const definition = build.manifest.generation;
  const entries = Array.from({ length: lines.count }, (_, index) => ({ ...lines.parse<EntryLine>(index), definition }));
  return { ...build, entries: linesToBytes(entries) };
}
