import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AuthDependencies, authenticate } from '../../src/metering/authenticate.ts';
import { createFailedKeys, MAX_FAILED_ATTEMPTS, MAX_MISSED_LOOKUPS } from '../../src/metering/failed-keys.ts';
import { formatKey, hashSecret, type KeyRecord, newKeyId, newSecret } from '../../src/metering/key.ts';
import { createKeyCache } from '../../src/metering/key-cache.ts';
import { DEFAULT_PLANS_FILE, openPlans } from '../../src/metering/plans.ts';
import { memoryCounter } from '../../src/metering/rate-counters.ts';

/** A key is hashed once a connection and second; that must let nobody in whom a look at the key would shut out. */
describe('a key on a connection that it has opened', () => {
  const plans = openPlans(DEFAULT_PLANS_FILE);
  let now: number;
  let kept: KeyRecord;
  let secret: string;
  let door: AuthDependencies;
  let connection: object;

  beforeEach(() => {
    now = 1_000_000;
    secret = newSecret();
    kept = {
      id: newKeyId(),
      name: 'n',
      plan: 'free',
      scopes: ['lex_read'],
      origins: [],
      secretHash: hashSecret(secret),
      createdAt: 0,
    };
    const clock = () => now;
    // As a store does: a new record each time.
    const keys = createKeyCache({ key: async (id) => (id === kept.id ? { ...kept } : undefined) }, clock);
    const failures = createFailedKeys({
      attempts: memoryCounter('attempts', MAX_FAILED_ATTEMPTS),
      misses: memoryCounter('misses', MAX_MISSED_LOOKUPS),
    });
    door = { plans, keys, failures, clock };
    connection = {};
  });

  const header = (given: string) => `Bearer ${formatKey({ id: kept.id, secret: given })}`;
  const ask = (given = secret) =>
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
