import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { issueKey } from '../../src/metering/issue-keys.ts';
import { openMeteringStore } from '../../src/metering/open.ts';
import { startRedis, type TestRedis } from '../servers/redis.ts';
import { describeRedis } from './describe-redis.ts';

const SERVER = fileURLToPath(new URL('./server-process.ts', import.meta.url));
const BROWSE = '/api/lexicon/browse?limit=1';
const SCOPES = ['lex_read', 'lex_ac', 'lex_workflow'] as const;
const logger = pino({ enabled: false });
const WISH = { name: 'test', plan: 'free', scopes: SCOPES, origins: [], expiresAt: undefined };

interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  /** Waits until the log holds this text. */
  logged(text: string): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const { DATA_DIR: _, REDIS_URL: __, ...inherited } = process.env;
  const server = spawn(process.execPath, [SERVER], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const listeners = new Set<() => void>();
  server.stdout!.on('data', (data) => {
    text += String(data);
    for (const listener of listeners) listener();
  });
  const logged = (wanted: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!text.includes(wanted)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await logged('"url"');
  const { url } = JSON.parse(text.split('\n').find((line) => line.includes('"url"'))!);
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await ended;
  };
  return { url, process: server, logged, end };
}

async function ask({ url }: ServerProcess, path: string, key?: string, from = '10.0.0.1') {
  const response = await fetch(url + path, {
    headers: { 'X-Forwarded-For': from, ...(key ? { Authorization: `Bearer ${key}` } : {}) },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely.
  const body = (await response.json()) as any;
  return { status: response.status, headers: response.headers, body };
}

describe('one process on SQLite', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'process-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('has every key and every credit that it answered for after kill -9', async () => {
    const operator = await openMeteringStore({ dataDir, redisUrl: undefined }, logger);
    const { key, record } = await issueKey(operator, WISH, Date.now());
    const first = await startServer({ DATA_DIR: dataDir });
    let answered = 0;
    let least = Number.POSITIVE_INFINITY;
    const asking = (async () => {
      for (;;) {
        const answer = await ask(first, BROWSE, key).catch(() => undefined);
        if (!answer) return;
        answered++;
        least = Math.min(least, Number(answer.headers.get('x-quota-remaining')));
        if (answered === 40) void first.end('SIGKILL');
      }
    })();
    await asking;
    await first.end('SIGKILL');
    expect(answered).toBeGreaterThanOrEqual(40);
    const second = await startServer({ DATA_DIR: dataDir });
    const { body } = await ask(second, '/api/account', key);
    // A request may have been charged whose answer was cut off; none that was answered is forgotten.
    expect(body.quota.used).toBeGreaterThanOrEqual(20_000 - least);
    expect(body.quota.used - (20_000 - least)).toBeLessThanOrEqual(1);
    expect(body.key.id).toBe(record.id);
    await second.end('SIGTERM');
    await operator.close();
  }, 30_000);

  it('reads its plans again on SIGHUP', async () => {
    const plansFile = join(dataDir, 'plans.json');
    const rates = { search: 9, browse: 9, autocomplete: 9, workflow: 9, annotate: 9, other: 9 };
    const write = (credits: number) => {
      const plan = { max_limit: 5, daily_credits: credits, rates };
      return writeFile(plansFile, JSON.stringify({ plans: { anonymous: plan, free: plan } }));
    };
    await write(100);
    const server = await startServer({ DATA_DIR: dataDir, PLANS_FILE: plansFile });
    const limit = async () => (await ask(server, BROWSE)).headers.get('x-quota-limit');
    expect(await limit()).toBe('100');
    await write(200);
    server.process.kill('SIGHUP');
    await server.logged('the plans are read again');
    expect(await limit()).toBe('200');
    await writeFile(plansFile, 'nonsense');
    server.process.kill('SIGHUP');
    await server.logged('the plans stay as they were');
    expect(await limit()).toBe('200');
    await server.end('SIGTERM');
  }, 30_000);
});

describeRedis('two processes on one Redis', () => {
  let redis: TestRedis;
  let servers: ServerProcess[];
  let dataDir: string;
  beforeAll(async () => {
    redis = await startRedis();
    dataDir = await mkdtemp(join(tmpdir(), 'process-'));
    const plansFile = join(dataDir, 'plans.json');
    const rates = { search: 60, browse: 1000, autocomplete: 9, workflow: 9, annotate: 9, other: 9 };
    const plan = { max_limit: 5, daily_credits: 50, rates };
    await writeFile(plansFile, JSON.stringify({ plans: { anonymous: plan, free: plan } }));
    const environment = { REDIS_URL: redis.url, PREFIX: redis.prefix, PLANS_FILE: plansFile };
    servers = await Promise.all([startServer(environment), startServer(environment)]);
  }, 30_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end('SIGTERM')));
    await redis.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('do not overspend together at the edge of the quota', async () => {
    const asked = Array.from({ length: 100 }, (_, at) => ask(servers[at % 2]!, BROWSE, undefined, '10.0.0.2'));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ body }) => body.code === 'quota_exhausted')).toHaveLength(50);
    const left = answers.filter(({ status }) => status === 200).map(({ headers }) => headers.get('x-quota-remaining'));
    expect(new Set(left).size).toBe(50);
    for (const server of servers) {
      const { body } = await ask(server, '/api/account', undefined, '10.0.0.2');
      expect(body.quota).toMatchObject({ used: 50, remaining: 0 });
    }
  });

  it('count the rate of a caller together', async () => {
    const asked = Array.from({ length: 61 }, (_, at) =>
      ask(servers[at % 2]!, '/api/lexicon/search?limit=0', undefined, '10.0.0.4'),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
  });
});
