import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { ANONYMOUS } from '../../src/metering/caller.ts';
import type { Cost, Credentials, Meter } from '../../src/metering/meter-port.ts';
import { Problem } from '../../src/problem.ts';
import { startService, type TestService } from './service.ts';

describe('the meter', () => {
  const admitted: (Credentials & { readonly endpoint: string })[] = [];
  const charged: Cost[] = [];
  const meter: Meter = {
    async admit(request, endpoint) {
      admitted.push({ ...request, endpoint });
      if (request.authorization === 'Bearer slow')
        throw new Problem('rate_limited', { headers: { 'Retry-After': '3' } });
      return {
        caller: { ...ANONYMOUS, plan: { name: 'small', maxLimit: 2 } },
        async charge(cost) {
          if (request.authorization === 'Bearer poor') throw new Problem('quota_exhausted');
          charged.push(cost);
          return { 'X-Quota-Remaining': '7' };
        },
      };
    },
  };
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ meter, config: { corsOrigins: ['*'], trustProxy: 1 } });
  });
  afterAll(() => service.stop());
  const costOf = async (path: string, headers: Record<string, string> = {}) => {
    charged.length = 0;
    const answer = await service.get(path, { headers });
    return { answer, cost: charged[0] };
  };

  it('is told of endpoint, key, origin and address, behind a proxy too', async () => {
    await service.get('/api/lexicon/word/a', {
      headers: { Authorization: 'Bearer k', Origin: 'https://a.example', 'X-Forwarded-For': '1.2.3.4, 9.9.9.9' },
    });
    const { connection, ...admission } = admitted.at(-1)!;
    expect(typeof connection).toBe('object');
    expect(admission).toEqual({
      endpoint: '/api/lexicon/word/{text}',
      authorization: 'Bearer k',
      origin: 'https://a.example',
      clientIp: '9.9.9.9',
    });
  });

  it('gives the plan by which limits are lowered, and headers for successes', async () => {
    const { body, headers } = await service.get('/api/lexicon/browse?limit=50');
    expect([body.limit, body.words.length]).toEqual([2, 2]);
    expect(headers.get('x-quota-remaining')).toBe('7');
    expect((await service.get('/api/lexicon/browse?limit=0')).headers.get('x-quota-remaining')).toBeNull();
  });

  it('charges what the specification says', async () => {
    const word = (text: string) => `/api/lexicon/word/${encodeURIComponent(text)}`;
    const costs = {
      card: await costOf(word('開心')),
      shortCard: await costOf(`${word('开心')}?relations_limit=1`),
      bareCard: await costOf(`${word('開心')}?relations_limit=0`),
      relation: await costOf('/api/lexicon/synonyms?word=%E5%BC%80%E5%BF%83&limit=1'),
      homophones: await costOf(`/api/lexicon/homophones/${encodeURIComponent('说')}`),
      search: await costOf('/api/lexicon/search'),
      autocomplete: await costOf('/api/lexicon/autocomplete?prefix=hoi'),
      sources: await costOf('/api/lexicon/sources'),
    };
    const seen = Object.fromEntries(Object.entries(costs).map(([name, { cost }]) => [name, cost]));
    expect(seen).toEqual({
      card: { credits: 5, subject: '開心' },
      shortCard: { credits: 2, subject: '開心' },
      bareCard: { credits: 1, subject: '開心' },
      relation: { credits: 1, subject: '開心' },
      homophones: { credits: 1, subject: '説' },
      search: { credits: 1 },
      autocomplete: { credits: 1 },
      sources: { credits: 0 },
    });
  });

  it('charges nothing for errors and for what the caller already has', async () => {
    expect((await costOf('/api/lexicon/word/nothing')).cost).toBeUndefined();
    expect((await costOf('/api/lexicon/browse?limit=0')).cost).toBeUndefined();
    const etag = (await costOf('/api/lexicon/categories')).answer.headers.get('etag')!;
    expect((await costOf('/api/lexicon/categories', { 'If-None-Match': etag })).cost).toEqual({ credits: 0 });
    expect((await costOf('/healthz')).answer.headers.get('ratelimit')).toBeNull();
  });

  it('may refuse at authentication or at charging', async () => {
    const slow = await service.get('/api/lexicon/browse', { headers: { Authorization: 'Bearer slow' } });
    expect([slow.status, slow.body.code, slow.headers.get('retry-after')]).toEqual([429, 'rate_limited', '3']);
    const poor = await service.get('/api/lexicon/browse', { headers: { Authorization: 'Bearer poor' } });
    expect([poor.status, poor.body.code, poor.body.words]).toEqual([429, 'quota_exhausted', undefined]);
  });

  it('finds every endpoint of the table in a group and with scopes', () => {
    const table = Object.fromEntries(ENDPOINTS.map(({ path, group, scopes }) => [path, [group, ...scopes]]));
    expect(table['/api/lexicon/search']).toEqual(['search', 'lex_read']);
    expect(table['/api/lexicon/browse']).toEqual(['browse', 'lex_read']);
    expect(table['/api/lexicon/autocomplete']).toEqual(['autocomplete', 'lex_ac', 'lex_read']);
    expect(Object.values(table).every((row) => row.length >= 2)).toBe(true);
  });
});
