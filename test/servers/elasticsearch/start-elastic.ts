import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startNode } from './node.ts';

/**
 * The production shape on a laptop with a JDK: starts a local Elasticsearch from its own jars, loads the lexicon, and serves from it.
 * Its data stay in `.data/elasticsearch`, so that a second start has nothing to load.
 */
const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

function run(script: string, args: readonly string[], url: string): ChildProcess {
  return spawn(process.execPath, [file(script), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ELASTICSEARCH_URL: url },
  });
}

const ended = (child: ChildProcess) =>
  new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));

const directory = file('.data/elasticsearch');
mkdirSync(directory, { recursive: true });
console.error('Starting Elasticsearch (the first time it is downloaded from Maven Central) …');
const node = await startNode({ directory });
console.error(`Elasticsearch answers at ${node.url}`);

let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => running?.kill(signal));
const steps = [
  ['indexer/cli.ts', ['build']],
  ['indexer/cli.ts', ['load']],
  ['start.js', []],
] as const;
let code = 0;
for (const [script, args] of steps) {
  running = run(script, args, node.url);
  code = await ended(running);
  if (code !== 0) break;
}
await node.stop();
process.exitCode = code;
