import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { issueKey } from '../../../src/metering/issue-keys.ts';
import { openMeteringStore } from '../../../src/metering/open.ts';
import type { MeteringStore } from '../../../src/metering/store.ts';
import { describeRedis } from '../../metering/describe-redis.ts';
import { startRedis, type TestRedis } from '../../servers/redis.ts';
import { plansOf } from '../metering-model.ts';
import { accountModel } from './model.ts';
import { runSequences } from './sequences.ts';

describe('the model of an account', () => {
  const related = new Map([
    ['開心', { headword: '開心', synonyms: 3, antonyms: 2 }],
    ['开心', { headword: '開心', synonyms: 3, antonyms: 2 }],
  ]);
  const model = () => accountModel({ dailyCredits: 10, searchesPerMinute: 1, related });

  it('takes a credit for each related word, and only what exceeds the highest already paid', () => {
    const account = model();
    expect(account.apply({ kind: 'card', word: '開心', limit: 1 })).toEqual({ outcome: 'ok', cost: 2, left: 8 });
    expect(account.apply({ kind: 'card', word: '开心', limit: 5 })).toEqual({ outcome: 'ok', cost: 3, left: 5 });
    expect(account.apply({ kind: 'card', word: '開心', limit: 2 })).toEqual({ outcome: 'ok', cost: 0, left: 5 });
    expect(account.apply({ kind: 'synonyms', word: '開心' })).toEqual({ outcome: 'ok', cost: 1, left: 4 });
    expect(account.apply({ kind: 'synonyms', word: '开心' })).toEqual({ outcome: 'ok', cost: 0, left: 4 });
    expect(account.apply({ kind: 'check' })).toEqual({ outcome: 'quota_exhausted', cost: 0, left: 4 });
    expect(account.usage.get('/api/lexicon/word/{text}')).toEqual({ requests: 3, credits: 5, errors: 0 });
    expect(account.usage.get('/api/lexicon/workflow/check')).toEqual({ requests: 1, credits: 0, errors: 1 });
  });

  it('counts errors, which cost nothing, and refuses what is too fast', () => {
    const account = model();
    expect(account.apply({ kind: 'wrong' }).outcome).toBe('invalid_parameter');
    expect(account.apply({ kind: 'unknownWord' }).outcome).toBe('word_not_found');
    expect(account.apply({ kind: 'search' })).toEqual({ outcome: 'ok', cost: 1, left: 9 });
    expect(account.apply({ kind: 'search' })).toEqual({ outcome: 'rate_limited', cost: 0, left: 9 });
    expect(account.spent).toBe(1);
  });
});

const SERVER = fileURLToPath(new URL('../../metering/server-process.ts', import.meta.url));

describeRedis('two replicas on one Redis', () => {
  let redis: TestRedis;
  let directory: string;
  let store: MeteringStore;
  const servers: ChildProcess[] = [];
  const urls: string[] = [];

  beforeAll(async () => {
    redis = await startRedis();
    directory = mkdtempSync(join(tmpdir(), 'model-'));
    const plansFile = join(directory, 'plans.json');
    writeFileSync(plansFile, plansOf(40, 2));
    store = await openMeteringStore(
      { dataDir: directory, redisUrl: redis.url },
      pino({ enabled: false }),
      redis.prefix,
    );
    const env = { ...process.env, REDIS_URL: redis.url, PREFIX: redis.prefix, PLANS_FILE: plansFile };
    for (let replica = 0; replica < 2; replica++) {
      const server = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      servers.push(server);
      const lines = createInterface({ input: server.stdout! });
      urls.push(await new Promise((resolve) => lines.once('line', (line) => resolve(JSON.parse(line).url))));
    }
  }, 30_000);
  afterAll(async () => {
    for (const server of servers) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
    }
    await store.close();
    await redis.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('match the model for any sequence over both replicas', async () => {
    const issue = async (plan: 'free' | 'partner') => {
      const wish = { name: 'test', plan, scopes: ['lex_read', 'lex_ac', 'lex_workflow'] as const, origins: [] };
      return (await issueKey(store, { ...wish, expiresAt: undefined }, Date.now())).key;
    };
    const words = ['開心', '愛', '爱', '海', '悲傷', '大海'];
    const report = await runSequences({
      urls,
      dailyCredits: 40,
      searchesPerMinute: 2,
      words,
      issue,
      runs: 12,
      seed: 20261121,
    });
    expect(report.sequences).toBe(12);
    // The quota and the rate were met, and requests were under way together.
    for (const outcome of ['ok', 'quota_exhausted', 'rate_limited', 'invalid_parameter', 'word_not_found'])
      expect([outcome, report.byOutcome.get(outcome)]).toEqual([outcome, expect.any(Number)]);
    expect(report.concurrentCount).toBeGreaterThan(20);
  }, 120_000);
});
