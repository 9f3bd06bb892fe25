import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type LocalNode, launchNode, type NodeOptions, temporaryFolder } from './node.ts';

/** Three nodes on loopback. */
export interface LocalCluster {
  readonly urls: readonly string[];
  kill(name: string): Promise<void>;
  stop(): Promise<void>;
}

const NAMES = ['n1', 'n2', 'n3'] as const;

export async function startCluster(): Promise<LocalCluster> {
  const root = temporaryFolder('lexicon-es-cluster-');
  const ports = await Promise.all(NAMES.flatMap(() => [freePort(), freePort()]));
  const transports = ports.slice(NAMES.length);
  const seeds = transports.map((port) => `127.0.0.1:${port}`).join(',');
  const options = (index: number): NodeOptions => ({
    name: NAMES[index]!,
    heap: '768m',
    startsQuickly: true,
    httpPort: ports[index]!,
    directory: folderOf(root, NAMES[index]!),
    settings: {
      'transport.port': String(transports[index]),
      'discovery.seed_hosts': seeds,
      'cluster.initial_master_nodes': NAMES.join(','),
    },
  });
  const nodes = new Map<string, LocalNode>();
  const launch = async (index: number) => {
    const node = await launchNode(options(index));
    nodes.set(node.name, node);
    return node;
  };
  const stop = async () => {
    await Promise.all([...nodes.values()].map((node) => node.kill()));
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const launched = await Promise.all(NAMES.map((_, index) => launch(index)));
    await Promise.all(launched.map((node) => node.ready()));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urls: NAMES.map((name) => nodes.get(name)!.url),
    async kill(name) {
      await nodes.get(name)!.kill();
    },
    stop,
  };
}

function folderOf(root: string, name: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
