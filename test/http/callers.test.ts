import { beforeEach, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { type AdmissionQueue, createAdmissionQueue } from '../../src/http/admission-queue.ts';
import { formatKey, newKeyId, newSecret, revokeKey, rotateKey } from '../../src/metering/key.ts';
import { newClientIp, quotaOf, startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';

const BROWSE = '/api/lexicon/browse';
const START = Date.parse('2026-11-21T04:00:00Z');

describe('keys', () => {
  let now = START;
  const metered = forTests(() => startMetered({ clock: () => now }));
  const statusOf = async (key: string) => (await metered.request(BROWSE, { key, from: newClientIp() })).status;

  it('serves a valid key by its plan', async () => {
    const { key, record } = await metered.issue({ plan: 'partner' });
    expect(key).toMatch(/^lex_[a-z0-9]{12}_[\w-]{43}$/);
    expect(record.secretHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await metered.store.keys())).not.toContain(key.slice(-43));
    const answer = await metered.request(`${BROWSE}?limit=5000`, { key });
    expect([answer.status, answer.body.limit, quotaOf(answer)]).toEqual([200, 1000, [1, 999_999, 1_000_000]]);
    expect((await metered.request(`${BROWSE}?limit=5000`)).body.limit).toBe(100);
  });

  it('answers 401 to whatever is not a valid key, and never serves it as anonymous', async () => {
    const { key, record } = await metered.issue();
    const wrong = [
      'Bearer nonsense',
      'Bearer',
      '',
      `Bearer ${formatKey({ id: newKeyId(), secret: newSecret() })}`,
      `Bearer ${formatKey({ id: record.id, secret: newSecret() })}`,
      `Bearer ${key}x`,
      `Bearer ${key} ${key}`,
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      key,
    ];
    for (const authorization of wrong) {
      const answer = await metered.request(BROWSE, { from: newClientIp(), headers: { Authorization: authorization } });
      expect([authorization, answer.status, answer.body.code]).toEqual([authorization, 401, 'invalid_key']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="lexicon", error="invalid_token"');
      expect(answer.headers.get('x-quota-remaining')).toBeNull();
      expect(answer.body.words).toBeUndefined();
    }
    expect((await metered.request(BROWSE, { headers: { Authorization: `bearer ${key}` } })).status).toBe(200);
  });

  it('takes a key from the Authorization header alone', async () => {
    const { key } = await metered.issue();
    expect((await metered.request(`${BROWSE}?api_key=${key}`)).status).toBe(400);
    const elsewhere = await metered.request(BROWSE, {
      from: newClientIp(),
      headers: { 'X-Api-Key': key, Cookie: `key=${key}` },
    });
    expect(quotaOf(elsewhere)[2]).toBe(2000);
  });

  it('keeps the account of a rotated key, and its old secret for as long as was said', async () => {
    const { key, record } = await metered.issue();
    await metered.request(BROWSE, { key });
    const rotated = await rotateKey(metered.store, record.id, 3_600_000, now);
    now += 2_000;
    expect(rotated.key).not.toBe(key);
    expect(quotaOf(await metered.request(BROWSE, { key: rotated.key }))).toEqual([1, 19_998, 20_000]);
    expect(await statusOf(key)).toBe(200);
    now += 3_600_000;
    expect(await statusOf(key)).toBe(401);
    expect(await statusOf(rotated.key)).toBe(200);
    // Without grace the old secret is out at once.
    const again = await rotateKey(metered.store, record.id, 0, now);
    now += 2_000;
    expect([await statusOf(rotated.key), await statusOf(again.key)]).toEqual([401, 200]);
    await revokeKey(metered.store, record.id, now);
    await expect(rotateKey(metered.store, record.id, 0, now)).rejects.toThrow(/revoked or has expired/);
    await expect(revokeKey(metered.store, 'nobody', now)).rejects.toThrow(/There is no key nobody/);
  });

  it('lets a key with lex_ac do autocomplete and nothing else', async () => {
    const { key } = await metered.issue({ scopes: ['lex_ac'] });
    for (const { method, path } of ENDPOINTS) {
      const asked = path.replace(/\{\w+\}/, 'noun.plant') + (path.endsWith('autocomplete') ? '?prefix=hoi' : '');
      const answer = await metered.request(asked, { key, ...(method === 'POST' ? { body: {} } : {}) });
      const allowed = path === '/api/lexicon/autocomplete';
      expect([path, answer.status]).toEqual([path, allowed ? 200 : 403]);
      if (!allowed) expect(answer.body.code).toBe('insufficient_scope');
    }
    const { body, headers } = await metered.request(BROWSE, { key });
    expect(body.detail).toContain('This key has lex_ac; this endpoint asks for lex_read.');
    expect(headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="lex_read"');
  });

  it('opens to each scope what it is for', async () => {
    const reader = (await metered.issue({ scopes: ['lex_read'] })).key;
    const worker = (await metered.issue({ scopes: ['lex_workflow'] })).key;
    const contour = { path: '/api/lexicon/workflow/fix-contour', body: { line: '我開心', moves: '=-' } };
    const statuses = async (key: string) => [
      (await metered.request(BROWSE, { key })).status,
      (await metered.request(contour.path, { key, body: contour.body })).status,
      (await metered.request('/api/lexicon/annotate', { key, body: { text: '我' } })).status,
    ];
    expect(await statuses(reader)).toEqual([200, 403, 200]);
    expect(await statuses(worker)).toEqual([403, 200, 200]);
  });

  it('lets a browser key be used from its own pages alone', async () => {
    const { key } = await metered.issue({ origins: ['https://lyrics.example'] });
    const from = async (origin?: string) => {
      const { status, body } = await metered.request(BROWSE, { key, ...(origin === undefined ? {} : { origin }) });
      return [status, body.code];
    };
    expect(await from('https://lyrics.example')).toEqual([200, undefined]);
    expect(await from('https://evil.example')).toEqual([403, 'origin_not_allowed']);
    expect(await from('https://lyrics.example.evil.example')).toEqual([403, 'origin_not_allowed']);
    expect(await from('null')).toEqual([403, 'origin_not_allowed']);
    expect(await from()).toEqual([403, 'origin_not_allowed']);
  });

  it('serves a key whose plan is gone as free', async () => {
    const { key } = await metered.issue({ plan: 'of-yesterday' });
    expect(quotaOf(await metered.request(BROWSE, { key }))[2]).toBe(20_000);
  });
});

describe('the account of a caller', () => {
  const metered = forTests(() => startMetered({ clock: () => START }));

  it('says plan, scopes, limits and what is left', async () => {
    const expiresAt = Date.parse('2027-01-01T00:00:00Z');
    const { key, record } = await metered.issue({ name: '詞人', scopes: ['lex_read', 'lex_ac'], expiresAt });
    await metered.request(BROWSE, { key });
    const { body } = await metered.request('/api/account', { key });
    expect(body).toEqual({
      plan: 'free',
      key: { id: record.id, name: '詞人', expires_at: '2027-01-01T00:00:00.000Z' },
      scopes: ['lex_read', 'lex_ac'],
      limits: {
        daily_credits: 20_000,
        max_limit: 200,
        rates_per_minute: {
          search: 120,
          browse: 300,
          autocomplete: 60,
          workflow: 20,
          annotate: 60,
          other: 120,
        },
      },
      quota: { limit: 20_000, used: 1, remaining: 19_999, resets_at: '2026-11-21T16:00:00.000Z' },
    });
    const anonymous = await metered.request('/api/account', { from: newClientIp() });
    expect(anonymous.body).toMatchObject({ plan: 'anonymous', key: null, quota: { limit: 2000, used: 0 } });
    expect(anonymous.body.scopes).toEqual(['lex_read', 'lex_ac', 'lex_workflow']);
  });

  it('shows usage by day and endpoint, to its owner alone', async () => {
    const { key } = await metered.issue();
    const other = await metered.issue();
    const word = `/api/lexicon/word/${encodeURIComponent('開心')}`;
    for (const path of [BROWSE, BROWSE, word, word, `${BROWSE}?limit=0`]) await metered.request(path, { key });
    const { body } = await metered.request('/api/account/usage?days=2', { key });
    expect(body).toEqual({
      time_zone: 'Asia/Hong_Kong',
      days: [
        { day: '2026-11-20', requests: 0, credits: 0, errors: 0, endpoints: [] },
        {
          day: '2026-11-21',
          requests: 5,
          credits: 7,
          errors: 1,
          endpoints: [
            { endpoint: BROWSE, requests: 3, credits: 2, errors: 1 },
            { endpoint: '/api/lexicon/word/{text}', requests: 2, credits: 5, errors: 0 },
          ],
        },
      ],
    });
    const theirs = (await metered.request('/api/account/usage', { key: other.key })).body;
    expect([theirs.days.length, theirs.days[0].day, theirs.days[29].requests]).toEqual([30, '2026-10-23', 0]);
    const ninety = (await metered.request('/api/account/usage?days=90', { key })).body;
    expect([ninety.days.length, ninety.days[0].day]).toEqual([90, '2026-08-24']);
    expect((await metered.request('/api/account/usage?days=91', { key })).status).toBe(400);
    expect((await metered.request('/api/account/usage?days=0', { key })).status).toBe(400);
  });
});

const BROWSE_ONE = '/api/lexicon/browse?limit=1';

/** Guard of "the queue stands before the rate limit and does not know addresses". */
describe('a place in the admission queue', () => {
  const queue = createAdmissionQueue({ warn: () => undefined });
  const places: [account: string, hasKey: boolean][] = [];
  const watched: AdmissionQueue = {
    ...queue,
    enqueue(account, hasKey, request) {
      places.push([account, hasKey]);
      queue.enqueue(account, hasKey, request);
    },
  };
  const metered = forTests(() => startMetered({ app: { admissionQueue: watched } }));
  beforeEach(() => void places.splice(0));

  it('is by address, or by key: the first request of a key is one of a caller with a key', async () => {
    const from = newClientIp();
    const { key, record } = await metered.issue();
    await metered.request(BROWSE_ONE, { from });
    await metered.request(BROWSE_ONE, { from, key });
    await metered.request('/problems/not_found', { from });
    expect(places).toEqual([
      [`address:${from}`, false],
      [`key:${record.id}`, true],
      [`address:${from}`, false],
    ]);
  });

  it('is not given to who sends a key that is none', async () => {
    const { record } = await metered.issue();
    const bad = [
      'Bearer garbage',
      `Basic ${'x'.repeat(2_000)}`,
      `Bearer ${formatKey({ id: newKeyId(), secret: newSecret() })}`,
      `Bearer ${formatKey({ id: record.id, secret: newSecret() })}`,
    ];
    const from = newClientIp();
    for (const authorization of bad)
      expect((await metered.request(BROWSE_ONE, { from, headers: { Authorization: authorization } })).status).toBe(401);
    expect(places).toEqual([]);
  });

  it('is not given to who is over the rate', async () => {
    const from = newClientIp();
    const statuses: number[] = [];
    for (let sent = 0; sent < 160; sent++) statuses.push((await metered.request(BROWSE_ONE, { from })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(places).toHaveLength(150);
  });
});
