import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalNode, startNode } from '../servers/elasticsearch/node.ts';
import { currentBuild, excerpt, writeBuildFiles } from '../support/builds.ts';
import { lexicon } from './service.ts';

/** Enough words for every question of the load to have answers, few enough to load in seconds. */
const EXCERPT_WORDS = 20_000;
/** A node whose data survive its end, with a part of the lexicon loaded. */
export interface Engine {
  readonly url: string;
  readonly node: () => LocalNode;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export async function startEngine(): Promise<Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'drill-engine-'));
  let node = await startNode({ directory });
  const port = Number(new URL(node.url).port);
  const engine: Engine = {
    url: node.url,
    node: () => node,
    async restart() {
      node = await startNode({ directory, httpPort: port });
    },
    async remove() {
      await node.kill();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    lexicon(['load', '--build', await excerptBuild(directory, 'gdrill')], { ELASTICSEARCH_URL: node.url });
  } catch (error) {
    await engine.remove();
    throw error;
  }
  return engine;
}

/** Writes a part of the lexicon as a build. Answers its folder. */
export async function excerptBuild(directory: string, generation: string): Promise<string> {
  const build = await excerpt(await currentBuild(), EXCERPT_WORDS, generation);
  return writeBuildFiles(join(directory, 'builds', generation), build);
}
