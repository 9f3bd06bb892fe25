import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { RATE_GROUPS } from '../../src/metering/caller.ts';
import { issueKey } from '../../src/metering/issue-keys.ts';
import { openMeteringStore } from '../../src/metering/open.ts';
import { startRedis } from '../servers/redis.ts';
import { runSequences } from './metering/sequences.ts';
import type { Drill } from './report.ts';
import { startService } from './service.ts';

const SEQUENCE_COUNT = Number(process.env.MODEL_RUNS ?? 100);
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000);
const DAILY_CREDITS = 120;
const SEARCHES_PER_MINUTE = 4;
const WORDS = ['開心', '开心', '愛', '爱', '海', '悲傷', '夜', '我哋', '說話'];

/** Plans of a few credits, so that quotas are met, and one without limits to learn prices with. */
export function plansOf(dailyCredits: number, searches: number): string {
  const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, 1_000_000]));
  const tight = { max_limit: 50, daily_credits: dailyCredits, rates: { ...rates, search: searches } };
  const wide = { max_limit: 1000, daily_credits: 1_000_000_000, rates };
  return JSON.stringify({ plans: { anonymous: tight, free: tight, partner: wide } });
}

/** MODEL_RUNS and MODEL_SEED make it longer, or the same again. */
export const meteringModel: Drill = {
  name: 'metering-model',
  description:
    'random sequences over two replicas and one Redis, each response compared with a simple model of credits',
  async run(reporter) {
    const redis = await startRedis();
    const directory = mkdtempSync(join(tmpdir(), 'drill-model-'));
    const plansFile = join(directory, 'plans.json');
    writeFileSync(plansFile, plansOf(DAILY_CREDITS, SEARCHES_PER_MINUTE));
    const environment = { REDIS_URL: redis.url, PLANS_FILE: plansFile, TRUST_PROXY: '1' };
    const store = await openMeteringStore({ dataDir: directory, redisUrl: redis.url }, pino({ enabled: false }));
    const replicas = [await startService({ environment }), await startService({ environment })];
    const issue = async (plan: 'free' | 'partner') => {
      const keyRequest = { name: 'drill', plan, scopes: ['lex_read', 'lex_ac', 'lex_workflow'] as const, origins: [] };
      return (await issueKey(store, { ...keyRequest, expiresAt: undefined }, Date.now())).key;
    };
    try {
      reporter.step(`${SEQUENCE_COUNT} sequences, seed ${SEED}`);
      const report = await runSequences({
        urls: replicas.map(({ url }) => url),
        dailyCredits: DAILY_CREDITS,
        searchesPerMinute: SEARCHES_PER_MINUTE,
        words: WORDS,
        issue,
        runs: SEQUENCE_COUNT,
        seed: SEED,
      });
      const outcomes = [...report.byOutcome].map(([outcome, count]) => `${count} × ${outcome}`).join(', ');
      reporter.expect(
        `${SEQUENCE_COUNT} random sequences (seed ${SEED}): cost, remaining quota, balance and usage are the model's, at both replicas`,
        report.sequences >= SEQUENCE_COUNT,
        `${report.requests} requests, ${report.concurrentCount} of them concurrent: ${outcomes}`,
      );
      reporter.expect(
        'quotas and rate limits were reached',
        report.byOutcome.has('quota_exhausted') && report.byOutcome.has('rate_limited'),
        outcomes,
      );
    } finally {
      for (const replica of replicas) await replica.stop();
      await store.close();
      await redis.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
