import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enter, userId } from './root-folder.ts';
import { type BuiltStage, programOf } from './stages.ts';

/** Milliseconds until the service must be ready; the lexicon is built already. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 10_000;

/** Starts the image as compose does (nothing but its volumes can be written to), asks it, stops it. Throws at the first difference. */
export async function testImage(image: BuiltStage, log: (text: string) => void): Promise<void> {
  checkContents(image);
  log('  it runs without privileges, owns its volumes alone, and holds no secret');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { directory, user, workdir, volumes } = image;
  const environment = { ...image.environment, HOST: '127.0.0.1', PORT: String(port) };
  const container = { directory, user, environment, writable: volumes };
  const generations = builds(image);
  assert.equal(generations.length, 1, 'the image holds one build of the lexicon');
  const { entrypoint, command } = image;
  assert(command, 'the image has a CMD');
  const service = enter(container, workdir, [...(entrypoint ? programOf(entrypoint) : []), ...programOf(command)]);
  const outputChunks: string[] = [];
  for (const stream of [service.stdout, service.stderr])
    stream?.setEncoding('utf8').on('data', (text) => outputChunks.push(text));
  const exited = new Promise<number | null>((resolve) => service.once('close', resolve));
  const commandIn = async (program: readonly string[]) => {
    const child = enter(container, workdir, program);
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (out += text));
    return { code: await new Promise<number | null>((resolve) => child.once('close', resolve)), out };
  };
  const { healthcheck } = image;
  assert(healthcheck, 'the image has a HEALTHCHECK');
  try {
    await untilReady(url, exited);
    await checkEndpoints(url);
    log('  it is ready, and answers a question, the page and its scripts');
    assert.deepEqual(builds(image), generations, 'it serves the build of the image, and made no other');
    const healthy = await commandIn(programOf(healthcheck));
    assert.equal(healthy.code, 0, `HEALTHCHECK while it runs: ${healthy.out}`);
    const tool = await commandIn(['node', 'indexer/cli.ts', 'coverage']);
    assert.equal(tool.code, 0, `the operator's tool: ${tool.out}`);
    log("  its HEALTHCHECK passes, and the operator's tool runs in it");
    process.kill(firstProcess(service.pid!), 'SIGTERM');
    const code = await Promise.race([exited, sleep(STOP_TIMEOUT_MS, 'no end', { ref: false })]);
    assert.equal(code, 0, 'its exit code after SIGTERM');
    const dead = await commandIn(programOf(healthcheck));
    assert.notEqual(dead.code, 0, 'HEALTHCHECK after its end');
    log('  it ends with 0 after SIGTERM; HEALTHCHECK notices');
  } catch (error) {
    console.error(outputChunks.join('').slice(-4000));
    throw error;
  } finally {
    service.kill('SIGKILL');
  }
}

function builds({ directory, environment }: BuiltStage): string[] {
  return readdirSync(join(directory, environment.DATA_DIR ?? '', 'builds')).filter((name) => name !== 'current');
}

function checkContents({ directory, user, environment, volumes }: BuiltStage): void {
  assert.notEqual(user, 'root', 'its user');
  const files = (...tests: string[]) =>
    execFileSync('find', [directory, '-xdev', ...tests], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map((path) => path.slice(directory.length));
  const ownedFiles = files('-uid', String(userId(user)));
  const outside = ownedFiles.filter(
    (path) => !volumes.some((volume) => path === volume || path.startsWith(`${volume}/`)),
  );
  assert.deepEqual(outside, [], 'files that its user owns outside its volumes');
  assert(ownedFiles.length > 0, 'its user owns its volumes');
  // As everybody may write to /tmp.
  const worldWritable = files('-perm', '-o+w', '-not', '-type', 'l').filter((path) => path !== '/tmp');
  assert.deepEqual(worldWritable, [], 'files that anybody may write to');
  assert.deepEqual(files('(', '-name', '.env*', '-o', '-name', '.git', ')', '-not', '-path', '*/node_modules/*'), []);
  const names = Object.keys(environment).filter((name) => /KEY|SECRET|TOKEN|PASSWORD/i.test(name));
  assert.deepEqual(names, [], 'secrets in its environment');
}

async function untilReady(url: string, exited: Promise<number | null>): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let code: number | null | undefined;
  exited.then((exitCode) => (code = exitCode ?? -1));
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    assert.equal(code, undefined, `it ended at its start with ${code}`);
    assert(performance.now() < deadline, 'it is not ready in time');
    await sleep(100);
  }
}

async function checkEndpoints(url: string): Promise<void> {
  const fetchText = async (path: string) => {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text.slice(0, 500)}`);
    return text;
  };
  const { words } = JSON.parse(await fetchText('/api/lexicon/synonyms?word=%E9%96%8B%E5%BF%83')) as {
    words: unknown[];
  };
  assert(words.length > 0, '開心 has synonyms');
  for (const path of ['/openapi.json', '/docs', '/healthz']) await fetchText(path);
  const page = await fetchText('/');
  const scriptPaths = Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path!);
  assert(scriptPaths.length > 0, 'the page has scripts');
  for (const path of [...scriptPaths, '/service-worker.js']) assert((await fetchText(path)).length > 0, path);
}

/** The process that is number 1 in the namespace that `unshare` made. */
function firstProcess(parent: number): number {
  return Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')[0]);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
