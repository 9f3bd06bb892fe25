import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFailedFiles, MAX_FAILED_MS, MIN_FAILED_MS } from '../../src/metering/failed-keys.ts';
import { memoryCounter } from '../../src/metering/rate-counters.ts';
import { startRedis, type TestRedis } from '../servers/redis.ts';
import { describeRedis } from './describe-redis.ts';
import { type MeteredService, newClientIp, quotaOf, startMetered } from './metered-service.ts';

describe('files read in vain', () => {
  const start = () => createFailedFiles(memoryCounter('failed-files', MAX_FAILED_MS));

  it('are refused after so many, each account by itself', async () => {
    const failedFiles = start();
    for (let file = 0; file < MAX_FAILED_MS / MIN_FAILED_MS; file++) {
      await failedFiles.allowFile('a');
      await failedFiles.recordFailure('a', 1);
    }
    await expect(failedFiles.allowFile('a')).rejects.toMatchObject({ code: 'rate_limited' });
    await failedFiles.allowFile('b');
  });

  it('are refused sooner the longer they take', async () => {
    const failedFiles = start();
    await failedFiles.recordFailure('a', MAX_FAILED_MS - 1);
    await failedFiles.allowFile('a');
    await failedFiles.recordFailure('a', 1000.4);
    await expect(failedFiles.allowFile('a')).rejects.toMatchObject({ code: 'rate_limited' });
  });
});

function describeFailures(startService: () => Promise<MeteredService>): void {
  let metered: MeteredService;
  beforeAll(async () => {
    metered = await startService();
  });
  afterAll(() => metered.stop());

  const score =
    '<score-partwise><part id="P1"><measure><note><pitch><step>C</step></pitch></note></measure></part></score-partwise>';
  const send = (text: string, caller: { key?: string; from?: string }) =>
    metered.request('/api/lexicon/workflow/melody', {
      ...caller,
      body: { file: Buffer.from(text).toString('base64') },
    });

  it('end in a 429 with a wait, cost no credits, and are nobody else’s', async () => {
    const { key } = await metered.issue({ plan: 'partner' });
    const answers = [];
    do answers.push(await send('no melody', { key }));
    while (answers.at(-1)!.status === 400);
    const refused = answers.at(-1)!;
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.detail).toContain(`try again in ${refused.headers.get('retry-after')} seconds`);
    expect(answers.length).toBeLessThanOrEqual(MAX_FAILED_MS / MIN_FAILED_MS + 1);
    // A right file waits too, as nobody knows beforehand which it is.
    expect((await send(score, { key })).status).toBe(429);
    const other = await send(score, { key: (await metered.issue({ plan: 'partner' })).key });
    expect([other.status, quotaOf(other)[0]]).toEqual([200, 5]);
    expect((await send(score, { from: newClientIp() })).status).toBe(200);
    const usage = await metered.request('/api/account/usage?days=1', { key });
    expect(usage.body.days[0]).toMatchObject({ credits: 0, errors: answers.length + 1 });
  });
}

describe('melody files that fail, counted in memory', () => describeFailures(() => startMetered()));

describeRedis('melody files that fail, counted in Redis', () => {
  let redis: TestRedis;
  describeFailures(async () => {
    redis = await startRedis();
    return await startMetered({ redisUrl: redis.url, prefix: redis.prefix });
  });
  afterAll(() => redis.stop());
});
