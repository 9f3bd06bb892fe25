import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClusterTarget } from '../../indexer/elasticsearch/cluster-target.ts';
import { indexingClient } from '../../src/stores/elasticsearch/client.ts';
import { DEFAULT_PREFIX } from '../../src/stores/elasticsearch/index-names.ts';
import { startNode } from '../../test/servers/elasticsearch/node.ts';

export interface BenchTarget extends ClusterTarget {
  readonly url: string;
  remove(): Promise<void>;
}

/** A node of its own, whose data go with it. */
export async function startTarget(): Promise<BenchTarget> {
  const directory = mkdtempSync(join(tmpdir(), 'lexicon-bench-'));
  const node = await startNode({ directory, heap: '2g' });
  const client = indexingClient({ node: node.url });
  return {
    url: node.url,
    client,
    prefix: DEFAULT_PREFIX,
    async remove() {
      await client.close();
      await node.stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
