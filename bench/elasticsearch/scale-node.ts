import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ClusterTarget } from '../../indexer/elasticsearch/cluster-target.ts';
import { indexingClient } from '../../src/stores/elasticsearch/client.ts';
import { DEFAULT_PREFIX } from '../../src/stores/elasticsearch/index-names.ts';
import { findJava } from '../../test/servers/elasticsearch/java.ts';
import { startNode } from '../../test/servers/elasticsearch/node.ts';

/** A node whose processor time and memory are measured. Linux only. */
export interface ScaleNode {
  readonly url: string;
  readonly target: ClusterTarget;
  /** Processor time that it has taken so far, of all its threads. Other work on the machine does not lengthen it. */
  processorSeconds(): number;
  /** Megabytes of the heap that are in use after a collection. */
  liveHeap(): number;
  /** Resident megabytes: heap, what else the JVM needs, and mapped files that are in memory. */
  residentMegabytes(): { readonly anonymous: number; readonly mappedFiles: number };
  /** Ends it, and removes its data unless they lie in a folder that was given. */
  remove(): Promise<void>;
}

/** Linux's unit of processor time in /proc. */
const TICKS_PER_SECOND = 100;

export async function startScaleNode(heap: string, given?: string): Promise<ScaleNode> {
  const directory = given ?? mkdtempSync(join(tmpdir(), 'lexicon-scale-'));
  mkdirSync(directory, { recursive: true });
  const java = findJava();
  const node = await startNode({ directory, heap });
  const target: ClusterTarget = { client: indexingClient({ node: node.url }), prefix: DEFAULT_PREFIX };
  return {
    url: node.url,
    target,
    processorSeconds() {
      // After the name in brackets; user and system time are the 14th and 15th fields of the line.
      const fields = readFileSync(`/proc/${node.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    },
    liveHeap() {
      const jcmd = join(dirname(java), 'jcmd');
      spawnSync(jcmd, [String(node.pid), 'GC.run']);
      const { stdout } = spawnSync(jcmd, [String(node.pid), 'GC.heap_info'], { encoding: 'utf8' });
      const usedKilobytes = [...stdout.matchAll(/(?:DefNew|Tenured) +total \d+K, used (\d+)K/g)].map(([, used]) =>
        Number(used),
      );
      return usedKilobytes.reduce((sum, used) => sum + used, 0) / 1000;
    },
    residentMegabytes() {
      const status = readFileSync(`/proc/${node.pid}/status`, 'utf8');
      const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1000;
      return { anonymous: megabytes('RssAnon'), mappedFiles: megabytes('RssFile') };
    },
    async remove() {
      await target.client.close();
      await node.stop();
      if (!given) rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
