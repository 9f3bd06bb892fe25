import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { FeedbackFull, type FeedbackStore } from '../../src/feedback/feedback-store.ts';
import { openSqliteFeedbackStore } from '../../src/feedback/sqlite-store.ts';
import { issueKey } from '../../src/metering/issue-keys.ts';
import { anonymousMeter } from '../../src/metering/meter-port.ts';
import { openMetering, openMeteringStore } from '../../src/metering/open.ts';
import { openPlans } from '../../src/metering/plans.ts';
import { errorsOf, startService, type TestService } from '../http/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-'));
let box: FeedbackStore;
let service: TestService;
let issue: () => ReturnType<typeof issueKey>;
let close: () => Promise<void>;

beforeAll(async () => {
  box = openSqliteFeedbackStore({ path: join(folder, 'feedback.sqlite') });
  const logger = pino({ enabled: false });
  const config = { dataDir: folder, redisUrl: undefined };
  const metering = await openMetering({ config, plans: openPlans(), logger });
  const keys = await openMeteringStore(config, logger);
  issue = () =>
    issueKey(keys, { name: 'test', plan: 'free', origins: [], expiresAt: undefined, scopes: ['lex_read'] }, Date.now());
  close = async () => {
    await metering.close();
    await keys.close();
  };
  const meter = { ...metering.meter, feedback: box };
  service = await startService({ meter, config: { corsOrigins: ['*'], trustProxy: 1 } });
});
afterAll(async () => {
  await service.stop();
  await close();
  await box.close();
  rmSync(folder, { recursive: true, force: true });
});

let callers = 0;
const say = (
  body: unknown,
  to: TestService = service,
  from = `10.0.0.${++callers}`,
  headers: Record<string, string> = {},
) =>
  to.get('/api/lexicon/feedback', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...headers },
  });

describe('POST /api/lexicon/feedback', () => {
  it('keeps a suggestion, without a trace of who made it, and costs nothing', async () => {
    const answer = await say(
      { word: '开心', field: 'reading', suggestion: 'hoi1  sam1', note: ' as sung ' },
      service,
      '10.9.9.9',
    );
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ id: expect.stringMatching(/^[0-9a-f]{12}$/), word: '開心', state: 'received' });
    expect(answer.headers.get('x-quota-cost')).toBe('0');
    const [kept] = await box.list();
    expect(kept).toEqual({
      id: answer.body.id,
      word: '開心',
      field: 'reading',
      suggestion: 'hoi1 sam1',
      note: 'as sung',
      generation: 'gsmall',
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      caller: expect.stringMatching(/^anonymous:[\w-]{12}$/),
      count: 1,
      state: 'open',
    });
    expect(JSON.stringify([kept, service.log])).not.toContain('10.9.9.9');
    expect(JSON.stringify(service.log)).not.toContain('as sung');
    const again = await say({ word: '開心', field: 'reading', suggestion: 'hoi1 sam1' });
    expect(again.body.id).toBe(answer.body.id);
  });

  it('names the caller for a day, one key or one address alike', async () => {
    const { key, record } = await issue();
    const send = async (suggestion: string, from: string, headers: Record<string, string> = {}) => {
      const { body } = await say({ word: '海', field: 'other', suggestion }, service, from, headers);
      return (await box.find(body.id))!.caller;
    };
    const authorized = { Authorization: `Bearer ${key}` };
    const [one, again, other] = [await send('a', '10.8.8.1'), await send('b', '10.8.8.1'), await send('c', '10.8.8.2')];
    expect([again === one, other === one]).toEqual([true, false]);
    const keyed = await send('d', '10.8.8.1', authorized);
    expect(keyed).toMatch(/^key:[\w-]{12}$/);
    expect(await send('e', '10.8.8.3', authorized)).toBe(keyed);
    expect(JSON.stringify(await box.list())).not.toContain(record.id);
  });

  it.each([
    [{ field: 'reading', suggestion: 'hoi1' }, 'body word: is not a text; send one'],
    [{ word: '開、心', field: 'pos', suggestion: 'a' }, /^body word: must be a word of Chinese characters, letters/],
    [{ word: '開心', field: 'colour', suggestion: 'x' }, /^body field: must be one of reading, pos,/],
    [
      { word: '開心', field: 'reading', suggestion: 'hoi1' },
      'body suggestion: has 1 syllables, but the word is sung in 2',
    ],
    [{ word: '開心', field: 'reading', suggestion: 'happy' }, /^body suggestion: must be LSHK jyutping/],
    [
      { word: '開心', field: 'valence', suggestion: '好' },
      'body suggestion: must be one of 正, 負, 中 for the field valence',
    ],
    [
      { word: '開心', field: 'synonym', suggestion: 'so glad' },
      /^body suggestion: must be one word of Chinese characters/,
    ],
    [
      { word: '開心', field: 'other', suggestion: 'x'.repeat(201) },
      'body suggestion: has 201 characters; at most 200 are taken',
    ],
    [{ word: '開心', field: 'other', suggestion: 'x', lyrics: 'y' }, /^body lyrics: is not a field that is read here/],
  ])('refuses %j', async (body, message) => {
    const answer = await say(body);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
  });

  it('takes words with letters and digits, which are sung in as many places as they have syllables', async () => {
    const given = { word: '卡拉OK', field: 'reading', suggestion: 'kaa1 laa1 ou1 kei1' };
    expect((await say(given)).status).toBe(202);
    expect(errorsOf(await say({ ...given, suggestion: 'kaa1 laa1' }))).toEqual([
      'body suggestion: has 2 syllables, but the word is sung in 4',
    ]);
    expect((await say({ word: '開心', field: 'synonym', suggestion: 'happy' })).status).toBe(202);
  });

  it('takes five a minute of an anonymous caller', async () => {
    const states = [];
    for (let at = 0; at < 6; at++)
      states.push((await say({ word: '愛', field: 'other', suggestion: `no ${at}` }, service, '10.1.1.1')).status);
    expect(states).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('says so where no suggestions are taken, or too many wait', async () => {
    const without = await startService({ meter: anonymousMeter });
    const none = await say({ word: '愛', field: 'other', suggestion: 'x' }, without);
    expect([none.status, none.body.detail]).toEqual([404, 'This service takes no suggestions.']);
    await without.stop();
    const full = {
      add: async () => {
        throw new FeedbackFull();
      },
    };
    const crowded = await startService({ meter: { ...anonymousMeter, feedback: full } });
    const refused = await say({ word: '愛', field: 'other', suggestion: 'x' }, crowded);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3600']);
    await crowded.stop();
  });
});
