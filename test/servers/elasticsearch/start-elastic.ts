import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchNode } from './node.ts';

/**
 * The production shape on a laptop with a JDK: starts a local Elasticsearch from its own jars, loads the lexicon, and serves from it.
 * Its data stay in `.data/elasticsearch`, so that a second start has nothing to load. A build is used again where it has JSON Lines.
 */
const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const { values } = parseArgs({ options: { port: { type: 'string' } } });
const port = values.port === undefined ? undefined : Number(values.port);
if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
  console.error(`--port is the port of Elasticsearch, a whole number from 1 to 65535, not "${values.port}".`);
  process.exit(1);
}

const directory = file('.data/elasticsearch');
mkdirSync(directory, { recursive: true });
console.error('Starting Elasticsearch (the first time it is downloaded from Maven Central) …');
const node = await launchNode({ directory, ...(port !== undefined && { httpPort: port }) });

let running: ChildProcess | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => running?.kill(signal));

/** Resolves to the exit code. */
function run(script: string, args: readonly string[]): Promise<number> {
  running = spawn(process.execPath, [file(script), ...args], {
    stdio: 'inherit',
    env: { KEEP_BUILD: 'true', ...process.env, ELASTICSEARCH_URL: node.url },
  });
  return new Promise((resolve) => running!.once('exit', (code) => resolve(code ?? 1)));
}

try {
  // The engine starts while the lexicon is built.
  const [code] = await Promise.all([run('indexer/cli.ts', ['build']), node.ready()]);
  console.error(`Elasticsearch answers at ${node.url}`);
  process.exitCode = code || (await run('indexer/cli.ts', ['load'])) || (await run('start.js', []));
} finally {
  await node.stop();
}
