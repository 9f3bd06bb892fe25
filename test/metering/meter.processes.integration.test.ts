import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { MAX_FAILED_ATTEMPTS } from '../../src/metering/authenticate.ts';
import { formatKey, newKeyId, newSecret } from '../../src/metering/key.ts';
import { startRedis } from '../servers/redis.ts';
import { runCommand } from '../support/command.ts';
import { folderForTests, forTests } from '../support/for-tests.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { describeRedis } from './describe-redis.ts';
import { newClientIp, startMetered } from './metered-service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';

describe('one process on SQLite', () => {
  const folder = folderForTests();
  it('has every key and every credit that it answered for after kill -9', async () => {
    const first = await startServiceProcess({});
    const { dataDir } = first;
    const { out } = await runCommand(['keys', 'create', '--name', 'x'], { DATA_DIR: dataDir });
    const headers = { Authorization: `Bearer ${/lex_\w+_[\w-]+/.exec(out)![0]}` };
    let [answered, least] = [0, Number.POSITIVE_INFINITY];
    for (;;) {
      const answer = await fetch(first.url + BROWSE, { headers }).catch(() => undefined);
      if (answer?.status !== 200) break;
      least = Math.min(least, Number(answer.headers.get('x-quota-remaining')));
      if (++answered === 40) first.signal('SIGKILL');
    }
    expect(answered).toBeGreaterThanOrEqual(40);
    const second = await startServiceProcess({ DATA_DIR: dataDir });
    const { quota } = (await (await fetch(`${second.url}/api/account`, { headers })).json()) as {
      quota: { used: number };
    };
    // A request may have been charged whose answer was cut off; none that was answered is forgotten.
    expect([20_000 - least, 20_001 - least]).toContain(quota.used);
    await Promise.all([first.terminate(), second.terminate()]);
  });

  it('reads its plans again on SIGHUP', async () => {
    const plansFile = join(folder, 'plans.json');
    const write = (credits: number) => {
      const rates = { search: 9, browse: 9, autocomplete: 9, workflow: 9, annotate: 9, other: 9 };
      const plan = { max_limit: 5, daily_credits: credits, rates };
      writeFileSync(plansFile, JSON.stringify({ plans: { anonymous: plan, free: plan } }));
    };
    write(100);
    const service = await startServiceProcess({ PLANS_FILE: plansFile });
    const limitAfter = async (message: string) => {
      service.signal('SIGHUP');
      await until(() => service.log().includes(message));
      return (await fetch(service.url + BROWSE)).headers.get('x-quota-limit');
    };
    write(200);
    expect(await limitAfter('the plans are read again')).toBe('200');
    writeFileSync(plansFile, 'nonsense');
    expect(await limitAfter('the plans stay as they were')).toBe('200');
    await service.terminate();
  });
});

describeRedis('two services on one Redis', () => {
  const plans = (plans: Record<string, object>) => Object.assign(plans.anonymous!, { daily_credits: 50 });
  const redis = forTests(startRedis);
  const start = () => startMetered({ redisUrl: redis.url, prefix: redis.prefix, plans });
  const services = [forTests(start), forTests(start)];
  const ask = (count: number, path: string, from: string) =>
    Promise.all(Array.from({ length: count }, (_, at) => services[at % 2]!.request(path, { from })));
  /** On a busy machine an answer of Redis that is a second late is taken for an outage, in which each service counts alone: then once more. */
  async function whileRedisAnswers<T>(send: () => Promise<T>): Promise<T> {
    for (;;) {
      const outages = services.reduce((sum, { countOutages }) => sum + countOutages(), 0);
      const result = await send();
      if (services.reduce((sum, { countOutages }) => sum + countOutages(), 0) === outages) return result;
      await until(() => services.every((service) => !service.isDown()));
    }
  }

  it('do not overspend together at the edge of the quota', async () => {
    const { from, answers } = await whileRedisAnswers(async () => {
      const from = newClientIp();
      return { from, answers: await ask(100, BROWSE, from) };
    });
    const served = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ body }) => body.code === 'quota_exhausted')).toHaveLength(50);
    // Each success saw a figure of its own.
    expect(new Set(served.map(({ headers }) => headers.get('x-quota-remaining'))).size).toBe(50);
    for (const { body } of await ask(2, '/api/account', from))
      expect(body.quota).toMatchObject({ used: 50, remaining: 0 });
  });

  it('count the rate of a caller together', async () => {
    const answers = await whileRedisAnswers(() => ask(61, '/api/lexicon/search?limit=0', newClientIp()));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(60).fill(400), 429]);
  });

  it('count keys that are none together', async () => {
    const key = formatKey({ id: newKeyId(), secret: newSecret() });
    const statuses: number[] = [];
    while (statuses.length <= MAX_FAILED_ATTEMPTS) {
      const { status } = await services[statuses.length % 2]!.request(BROWSE, { key, from: '192.0.2.77' });
      // On a busy machine a late answer of Redis is taken for an outage, in which an unknown key is refused uncounted.
      if (status !== 503) statuses.push(status);
    }
    expect(statuses).toEqual([...Array(MAX_FAILED_ATTEMPTS).fill(401), 429]);
  });
});
