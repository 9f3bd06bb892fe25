import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MeteredService, newClientIp, startMetered } from '../metering/metered-service.ts';
import { errorsOf } from './service.ts';

let metered: MeteredService;
beforeAll(async () => {
  metered = await startMetered();
});
afterAll(() => metered.stop());

const PATH = '/api/lexicon/workflow/repair';
const SONG = { lines: Array.from({ length: 6 }, () => ({ line: '我愛海', moves: '+-' })) };

describe('Idempotency-Key', () => {
  it('makes the same request free for the rest of the day, as document and as stream', async () => {
    const from = newClientIp();
    const costOf = async (key: string, body: unknown, accept = 'application/json') => {
      const headers = { 'Idempotency-Key': key, Accept: accept };
      return (await metered.request(PATH, { from, body, headers })).headers.get('x-quota-cost');
    };
    expect(await costOf('song-1', SONG)).toBe('6');
    expect(await costOf('song-1', SONG)).toBe('0');
    expect(await costOf('song-1', SONG, 'application/x-ndjson')).toBe('0');
    // Another key is another request.
    expect(await costOf('song-2', SONG)).toBe('6');
    expect(await costOf('song-2', SONG)).toBe('0');
  });

  it('is of one body: with another one it is an error, which costs nothing, as document and as stream', async () => {
    const from = newClientIp();
    const send = (body: unknown, Accept = 'application/json', key = 'one') =>
      metered.request(PATH, { from, body, headers: { 'Idempotency-Key': key, Accept } });
    expect((await send(SONG)).status).toBe(200);
    for (const Accept of ['application/json', 'application/x-ndjson']) {
      const refused = await send({ ...SONG, max_candidates: 1 }, Accept);
      expect(refused.status).toBe(400);
      expect(errorsOf(refused)).toEqual([
        'header Idempotency-Key: was sent with another body today. Take a new one for another request',
      ]);
    }
    // What was refused has not taken the key of the first, nor is a key of others taken.
    expect((await send(SONG)).headers.get('x-quota-cost')).toBe('0');
    expect((await send({ ...SONG, max_candidates: 1 }, undefined, 'two')).headers.get('x-quota-cost')).toBe('6');
    const other = await metered.request(PATH, {
      from: newClientIp(),
      body: { ...SONG, max_candidates: 1 },
      headers: { 'Idempotency-Key': 'one' },
    });
    expect(other.headers.get('x-quota-cost')).toBe('6');
  });

  it('lets what is paid be had again when the quota is used up', async () => {
    const poor = await startMetered({ plans: (plans) => (plans.anonymous!.daily_credits = 6) });
    try {
      const from = newClientIp();
      const answer = async (key: string) => {
        const { status, headers } = await poor.request(PATH, { from, body: SONG, headers: { 'Idempotency-Key': key } });
        return [status, headers.get('x-quota-cost'), headers.get('x-quota-remaining')];
      };
      expect(await answer('a')).toEqual([200, '6', '0']);
      expect(await answer('a')).toEqual([200, '0', '0']);
      expect((await answer('b'))[0]).toBe(429);
    } finally {
      await poor.stop();
    }
  });

  it('without one every request is paid for, a stream as well', async () => {
    const from = newClientIp();
    for (const Accept of ['application/json', 'application/x-ndjson', 'application/x-ndjson']) {
      const { headers } = await metered.request(PATH, { from, body: SONG, headers: { Accept } });
      expect(headers.get('x-quota-cost')).toBe('6');
    }
  });

  it('an estimate is free, as document and as stream', async () => {
    const from = newClientIp();
    for (const Accept of ['application/json', 'application/x-ndjson']) {
      const body = { ...SONG, estimate_only: true };
      const { headers } = await metered.request(PATH, { from, body, headers: { Accept } });
      expect([headers.get('x-quota-cost'), headers.get('x-cost-estimate')]).toEqual(['0', '6']);
    }
  });

  it('refuses a key that is none', async () => {
    const headers = { 'Idempotency-Key': 'two words' };
    const refused = await metered.request(PATH, { from: newClientIp(), body: SONG, headers });
    expect(refused.status).toBe(400);
    expect(errorsOf(refused)[0]).toMatch(/^header Idempotency-Key: /);
  });
});
