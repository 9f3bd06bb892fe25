import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AuthDependencies, authenticate } from '../../src/metering/authenticate.ts';
import { createFailedKeys, MAX_FAILED_ATTEMPTS, MAX_MISSED_LOOKUPS } from '../../src/metering/failed-keys.ts';
import { issueKey } from '../../src/metering/issue-keys.ts';
import { formatKey, newKeyId, newSecret } from '../../src/metering/key.ts';
import { createKeyCache } from '../../src/metering/key-cache.ts';
import { DEFAULT_PLANS_FILE, openPlans } from '../../src/metering/plans.ts';
import { memoryCounter } from '../../src/metering/rate-counters.ts';
import { openSqliteStore } from '../../src/metering/sqlite/sqlite-store.ts';
import type { MeteringStore } from '../../src/metering/store.ts';
import { forTests } from '../support/for-tests.ts';
import { newClientIp, startMetered } from './metered-service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';
const BAD_KEYS = 200;
const AT_ONCE = 50;
const badKey = () => formatKey({ id: newKeyId(), secret: newSecret() });

/** Guard of issue "bad keys lock a good one out": whatever others at its address send, a valid key is served. */
describe('bad keys from the address of a good one', () => {
  const metered = forTests(() => startMetered());

  const statusesOf = async (keys: readonly string[], from: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const some = keys.slice(at, at + AT_ONCE).map((key) => metered.request(BROWSE, { key, from }));
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    return statuses;
  };
  const count = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length;

  it('hundreds of bad keys and wrong secrets cause no 429 for a valid key, cached or not', async () => {
    const from = newClientIp();
    const used = await metered.issue({ plan: 'partner' });
    const fresh = await Promise.all(Array.from({ length: 10 }, () => metered.issue({ plan: 'partner' })));
    expect((await metered.request(BROWSE, { key: used.key, from })).status).toBe(200);
    const wrongSecrets = [used, ...fresh].flatMap(({ record: { id } }) =>
      Array.from({ length: 30 }, () => formatKey({ id, secret: newSecret() })),
    );
    const bad = await statusesOf(Array.from({ length: BAD_KEYS }, badKey), from);
    const good = await statusesOf(Array<string>(50).fill(used.key), from);
    const unseen = await statusesOf(
      fresh.slice(0, 5).map(({ key }) => key),
      from,
    );
    await statusesOf(wrongSecrets, from);
    const after = await statusesOf(
      [used, ...fresh].map(({ key }) => key),
      from,
    );
    expect([count(good, 200), count(unseen, 200), count(after, 200)]).toEqual([50, 5, 11]);
    // The others are told that they are wrong, then to stop.
    expect([count(bad, 401), count(bad, 429)]).toEqual([MAX_FAILED_ATTEMPTS, BAD_KEYS - MAX_FAILED_ATTEMPTS]);
  }, 120_000);

  it('the same wrong key again and again is told to stop, and so is a wrong secret of a key that there is', async () => {
    const { record } = await metered.issue();
    for (const key of [badKey(), formatKey({ id: record.id, secret: newSecret() })]) {
      const statuses = await statusesOf(Array<string>(60).fill(key), newClientIp());
      expect([count(statuses, 401), count(statuses, 429)]).toEqual([MAX_FAILED_ATTEMPTS, 60 - MAX_FAILED_ATTEMPTS]);
    }
  });
});

describe('what bad keys cost the store', () => {
  let folder: string;
  let store: MeteringStore;
  let lookups = 0;
  let door: AuthDependencies;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bad-keys-'));
    store = openSqliteStore({ path: join(folder, 'metering.sqlite') });
    const key: MeteringStore['key'] = (id) => {
      lookups++;
      return store.key(id);
    };
    const failures = createFailedKeys({
      attempts: memoryCounter('attempts', MAX_FAILED_ATTEMPTS),
      misses: memoryCounter('misses', MAX_MISSED_LOOKUPS),
    });
    const plans = openPlans(DEFAULT_PLANS_FILE);
    door = { plans, keys: createKeyCache({ key }, Date.now), failures, clock: Date.now };
  });
  afterAll(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const codeOf = (key: string, address: string): Promise<string | undefined> =>
    authenticate({ authorization: `Bearer ${key}`, origin: undefined, clientIp: address }, door).then(
      () => undefined,
      ({ code }) => code,
    );

  it('is one lookup for one that comes again and again', async () => {
    const key = badKey();
    for (let at = 0; at < 500; at++) await codeOf(key, '192.0.2.1');
    expect(lookups).toBe(1);
  });

  it('is bounded for any number of ids from one address; keys that were found before are looked up even then', async () => {
    const wish = { name: 'n', plan: 'free', scopes: [], origins: [], expiresAt: undefined };
    const [known, unseen] = [await issueKey(store, wish, Date.now()), await issueKey(store, wish, Date.now())];
    expect(await codeOf(known.key, '192.0.2.9')).toBeUndefined();
    lookups = 0;
    for (let at = 0; at < MAX_MISSED_LOOKUPS + 500; at++) await codeOf(badKey(), '192.0.2.2');
    expect(lookups).toBe(MAX_MISSED_LOOKUPS);
    expect(await codeOf(known.key, '192.0.2.2')).toBeUndefined();
    // Only far beyond what clients behind one address send is a key that this process never saw refused there.
    expect([await codeOf(unseen.key, '192.0.2.2'), await codeOf(unseen.key, '192.0.2.3')]).toEqual([
      'rate_limited',
      undefined,
    ]);
  }, 60_000);
});
