import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
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

/**
 * A key is hashed once a connection and second; that must let nobody in whom a look at the key would shut out. Steps: `ask` by the key,
 * `wrong` by another secret, `@ milliseconds` since the first, and what becomes of the key: `revoke`, `expire milliseconds`, `rotate
 * milliseconds` of grace, `forget` the former secret.
 */
it.each([
  ['opens it again and again', '@ 0, ask, @ 10, ask, @ 900, ask, @ 1100, ask, @ 2500, ask', 'opens'],
  ['lets no other secret in', 'ask, wrong, ask', 'opens'],
  ['ends within a second of being revoked', 'ask, revoke, @ 1000, ask', 'refused'],
  ['is good until the moment in which it expires', 'expire 100, ask, @ 99, ask', 'opens'],
  ['ends in the moment in which it expires', 'expire 100, ask, @ 99, ask, @ 100, ask', 'refused'],
  ['is good for a while after it was rotated', 'ask, rotate 1500, @ 1000, ask, @ 1499, ask', 'opens'],
  ['ends in the moment that was set when it was rotated', 'ask, rotate 1500, @ 1499, ask, @ 1500, ask', 'refused'],
  ['ends within a second of being forgotten', 'ask, rotate 9999, @ 1000, ask, forget, @ 2000, ask', 'refused'],
])('a key on a connection that it has opened %s', async (_, steps, last) => {
  const START = 1_000_000;
  let now = START;
  const secret = newSecret();
  const given = { name: 'n', plan: 'free', scopes: ['lex_read'], origins: [], createdAt: 0 } as const;
  let kept: KeyRecord = { ...given, id: newKeyId(), secretHash: hashSecret(secret) };
  // As a store does: a new record each time.
  const keyOf = async (id: string) => (id === kept.id ? { ...kept } : undefined);
  const door = doorOf(keyOf, () => now);
  const connection = {};
  const ask = (secret: string) => {
    const authorization = `Bearer ${formatKey({ id: kept.id, secret })}`;
    return Promise.resolve(
      authenticate({ authorization, origin: undefined, clientIp: '192.0.2.1', connection }, door),
    ).then(
      ({ account }) => (account === `key:${kept.id}` ? 'opens' : account),
      ({ code }) => (code === 'invalid_key' ? 'refused' : code),
    );
  };
  const outcomes: string[] = [];
  for (const step of steps.split(', ')) {
    const [name, number] = step.split(' ');
    if (name === '@') now = START + Number(number);
    else if (name === 'ask') outcomes.push(await ask(secret));
    else if (name === 'wrong') expect(await ask(newSecret())).toBe('refused');
    else if (name === 'revoke') kept = { ...kept, revokedAt: now + 1 };
    else if (name === 'expire') kept = { ...kept, expiresAt: START + Number(number) };
    else if (name === 'forget') kept = { ...kept, previousHash: undefined, previousUntil: undefined };
    else
      kept = {
        ...kept,
        secretHash: hashSecret(newSecret()),
        previousHash: kept.secretHash,
        previousUntil: START + Number(number),
      };
  }
  expect(outcomes).toEqual([...outcomes.slice(1).map(() => 'opens'), last]);
});
