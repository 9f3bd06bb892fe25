import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AuthDependencies,
  authenticate,
  createFailedKeys,
  createKeyCache,
  MAX_FAILED_ATTEMPTS,
  MAX_MISSED_LOOKUPS,
} from '../../src/metering/authenticate.ts';
import { formatKey, hashSecret, issueKey, newKeyId, newSecret } from '../../src/metering/key.ts';
import { memoryCounter } from '../../src/metering/open.ts';
import { DEFAULT_PLANS_FILE, openPlans } from '../../src/metering/plans.ts';
import { openSqliteStore } from '../../src/metering/sqlite/sqlite-store.ts';
import type { KeyRecord, MeteringStore } from '../../src/metering/store.ts';
import { folderForTests, forTests } from '../support/for-tests.ts';
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
    const keysOf = (issued: typeof fresh) => issued.map(({ key }) => key);
    const unseen = await statusesOf(keysOf(fresh.slice(0, 5)), from);
    await statusesOf(wrongSecrets, from);
    const after = await statusesOf(keysOf([used, ...fresh]), from);
    expect([count(good, 200), count(unseen, 200), count(after, 200)]).toEqual([50, 5, 11]);
    // The others are told that they are wrong, then to stop.
    expect([count(bad, 401), count(bad, 429)]).toEqual([MAX_FAILED_ATTEMPTS, BAD_KEYS - MAX_FAILED_ATTEMPTS]);
  });
});

/** What authentication needs, over keys that are looked up so. */
function doorOf(key: MeteringStore['key'], clock: () => number): AuthDependencies {
  const failures = createFailedKeys({
    attempts: memoryCounter('attempts', MAX_FAILED_ATTEMPTS),
    misses: memoryCounter('misses', MAX_MISSED_LOOKUPS),
  });
  return { plans: openPlans(DEFAULT_PLANS_FILE), keys: createKeyCache({ key }, clock), failures, clock };
}

describe('what bad keys cost the store', () => {
  const store = openSqliteStore({ path: join(folderForTests(), 'metering.sqlite') });
  afterAll(() => store.close());
  let lookups = 0;
  const countLookup: MeteringStore['key'] = (id) => {
    lookups++;
    return store.key(id);
  };
  const door = doorOf(countLookup, Date.now);
  const codeOf = async (key: string, address: string): Promise<string | undefined> =>
    Promise.resolve(authenticate({ authorization: `Bearer ${key}`, origin: undefined, clientIp: address }, door)).then(
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
  });
});

/** A key is hashed once a connection and second; that must let nobody in whom a look at the key would shut out. */
describe('a key on a connection that it has opened', () => {
  let now: number;
  let kept: KeyRecord;
  let secret: string;
  let door: AuthDependencies;
  let connection: object;
  beforeEach(() => {
    now = 1_000_000;
    secret = newSecret();
    const given = { name: 'n', plan: 'free', scopes: ['lex_read'], origins: [], createdAt: 0 } as const;
    kept = { ...given, id: newKeyId(), secretHash: hashSecret(secret) };
    // As a store does: a new record each time.
    door = doorOf(
      async (id) => (id === kept.id ? { ...kept } : undefined),
      () => now,
    );
    connection = {};
  });
  const header = (given: string) => `Bearer ${formatKey({ id: kept.id, secret: given })}`;
  const ask = async (given = secret) =>
    authenticate({ authorization: header(given), origin: undefined, clientIp: '192.0.2.1', connection }, door);

  it('opens it again and again', async () => {
    for (const time of [0, 10, 900, 1_100, 2_500]) {
      now = 1_000_000 + time;
      expect((await ask()).account).toBe(`key:${kept.id}`);
    }
  });

  it('lets no other secret in', async () => {
    await ask();
    await expect(ask(newSecret())).rejects.toMatchObject({ code: 'invalid_key' });
    await expect(ask()).resolves.toMatchObject({ account: `key:${kept.id}` });
  });

  it('ends within a second of being revoked', async () => {
    await ask();
    kept = { ...kept, revokedAt: now + 1 };
    now += 1_000;
    await expect(ask()).rejects.toMatchObject({ code: 'invalid_key' });
  });

  it('ends in the moment in which it expires', async () => {
    kept = { ...kept, expiresAt: now + 100 };
    await ask();
    now += 99;
    await ask();
    now += 1;
    await expect(ask()).rejects.toMatchObject({ code: 'invalid_key' });
  });

  it('ends within a second of being rotated, and a secret that is still good for a while in the moment that was set', async () => {
    await ask();
    const before = secret;
    kept = { ...kept, secretHash: hashSecret(newSecret()), previousHash: kept.secretHash, previousUntil: now + 1_500 };
    now += 1_000;
    await ask(before);
    now += 499;
    await ask(before);
    now += 1;
    await expect(ask(before)).rejects.toMatchObject({ code: 'invalid_key' });
    kept = { ...kept, previousHash: undefined, previousUntil: undefined };
    now += 1_000;
    await expect(ask(before)).rejects.toMatchObject({ code: 'invalid_key' });
  });
});
