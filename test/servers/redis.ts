import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { isDockerAvailable, startContainer } from './container.ts';
import { freePort } from './elasticsearch/node.ts';

/** A real Redis for a test: that of REDIS_URL, else redis-server of this machine on a free port, else one in a container. */
export interface TestRedis {
  readonly url: string;
  /** What the test's names begin with, so that a shared Redis is not disturbed. */
  readonly prefix: string;
  stop(): Promise<void>;
}

type RedisKind = 'address' | 'binary' | 'container';

async function detectRedis(): Promise<RedisKind | undefined> {
  if (process.env.REDIS_URL) return 'address';
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return 'binary';
  } catch {
    // Not installed.
  }
  return (await isDockerAvailable()) ? 'container' : undefined;
}

const redisKind = await detectRedis();

/** Whether a Redis can be had here. */
export const isRedisAvailable: boolean = redisKind !== undefined;

export async function startRedis(): Promise<TestRedis> {
  const prefix = `test-${process.pid}-${Math.random().toString(36).slice(2)}:`;
  if (redisKind === 'address') {
    const url = process.env.REDIS_URL!;
    return { url, prefix, stop: () => removeNames(url, prefix) };
  }
  if (redisKind === 'container') {
    // The client of Redis connects again until the server listens.
    const { address, stop } = await startContainer('redis:7.4.2-alpine', 6379);
    return { url: `redis://${address}`, prefix, stop };
  }
  return { ...(await startBinary()), prefix };
}

export async function removeNames(url: string, prefix: string): Promise<void> {
  const client = new Redis(url);
  for await (const names of client.scanStream({ match: `${prefix}*`, count: 1000 }) as AsyncIterable<string[]>)
    if (names.length > 0) await client.del(...names);
  await client.quit();
}

async function startBinary(): Promise<Omit<TestRedis, 'prefix'>> {
  const dir = await mkdtemp(join(tmpdir(), 'redis-'));
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no'];
    const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
    // Another process may have taken the port meanwhile.
    if (await isUp(server)) {
      const stop = async () => {
        const ended = new Promise((resolve) => server.once('exit', resolve));
        server.kill('SIGKILL');
        await ended;
        await rm(dir, { recursive: true, force: true });
      };
      return { url: `redis://127.0.0.1:${port}`, stop };
    }
    if (attempt === 5) throw new Error('redis-server does not start');
  }
}

async function isUp(server: ChildProcess): Promise<boolean> {
  return await new Promise((resolve) => {
    let text = '';
    server.stdout!.on('data', (data) => {
      text += String(data);
      if (text.includes('Ready to accept connections')) resolve(true);
    });
    server.once('exit', () => resolve(false));
    server.once('error', () => resolve(false));
  });
}
