import { ensureBuild } from '../../indexer/build.ts';
import type { Config } from '../config.ts';
import type { LexiconStore } from '../lexicon/store.ts';
import { openElasticsearchStore, type StoreLogger } from './elasticsearch/open.ts';
import { openMemoryStore } from './memory/open.ts';

/** The engine that the configuration asks for: Elasticsearch where there is an address of one, else the embedded store. */
export async function openStore({ elasticsearch, dataDir }: Config, logger: StoreLogger): Promise<LexiconStore> {
  if (elasticsearch) {
    const { url, ...credentials } = elasticsearch;
    return openElasticsearchStore({ node: url, ...credentials, logger });
  }
  const { dir } = await ensureBuild({ out: dataDir });
  return openMemoryStore({ directory: dir });
}
