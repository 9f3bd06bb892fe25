import { beforeEach, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { type AdmissionQueue, createAdmissionQueue } from '../../src/http/admission-queue.ts';
import { formatKey, hashSecret, newKeyId, newSecret, revokeKey, rotateKey } from '../../src/metering/key.ts';
import { SCOPES } from '../../src/metering/meter-port.ts';
import type { KeyRecord } from '../../src/metering/store.ts';
import { describeCases } from '../contract/cases.ts';
import { newClientIp, quotaOf, startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';
import { smallStore } from './service.ts';

const BROWSE = '/api/lexicon/browse';
const START = Date.parse('2026-11-21T04:00:00Z');

/** Keys of the rows of `keys`, each of the secret `{s*43}`. */
const KEYS: Readonly<Record<string, Partial<KeyRecord>>> = {
  partner00000: { plan: 'partner' },
  yesterday000: { plan: 'of-yesterday' },
  reader000000: { scopes: ['lex_read'] },
  worker000000: { scopes: ['lex_workflow'] },
  completer000: { scopes: ['lex_ac'] },
  page00000000: { origins: ['https://lyrics.example'] },
  writer000000: { name: '詞人', scopes: ['lex_read', 'lex_ac'], expiresAt: Date.parse('2027-01-01T00:00:00Z') },
  user00000000: {},
  other0000000: {},
};
const KEY = { name: 'test', plan: 'free', origins: [], scopes: SCOPES, secretHash: hashSecret('s'.repeat(43)) };

describeCases(
  'callers with keys',
  async () => smallStore(),
  ['keys'],
  async (store) => {
    const metered = await startMetered({ clock: () => START, app: { store } });
    for (const [id, more] of Object.entries(KEYS))
      await metered.store.addKey({ id, createdAt: START, ...KEY, ...more });
    return { ...metered.service, stop: metered.stop };
  },
);

describe('keys', () => {
  let now = START;
  const metered = forTests(() => startMetered({ clock: () => now }));
  const statusOf = async (key: string) => (await metered.request(BROWSE, { key, from: newClientIp() })).status;

  it('are stored without their secrets', async () => {
    const { key, record } = await metered.issue();
    expect(key).toMatch(/^lex_[a-z0-9]{12}_[\w-]{43}$/);
    expect(record.secretHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await metered.store.keys())).not.toContain(key.slice(-43));
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
