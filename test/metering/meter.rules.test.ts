import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createKeyCache } from '../../src/metering/authenticate.ts';
import { createPendingWrites } from '../../src/metering/failover.ts';
import { formatKey, hashSecret, newKeyId, newSecret, parseKey, verifySecret } from '../../src/metering/key.ts';
import { dayAt, daysUntil, ipAccount, nextMidnight } from '../../src/metering/meter-port.ts';
import { openPlans, PlansError, parsePlans } from '../../src/metering/plans.ts';
import { type KeyRecord, StoreUnavailable, type UsageRecord } from '../../src/metering/store.ts';
import { folderForTests } from '../support/for-tests.ts';
import { describeFunctions } from '../support/function-tables.ts';

/** Steps with a directory of keys: `@ milliseconds`, `down` and `lose` change what it sees; the others have results. */
async function keyCache(...steps: string[]): Promise<unknown[]> {
  const state = { now: 0, down: false, lookups: 0, record: { id: 'k' } as KeyRecord | undefined };
  const key = async () => {
    state.lookups++;
    if (state.down) throw new StoreUnavailable(new Error('down'), { mayHaveRun: false });
    return state.record;
  };
  const cache = createKeyCache({ key }, () => state.now);
  const found = (record: KeyRecord | undefined) => record?.id ?? 'none';
  const results: unknown[] = [];
  for (const step of steps) {
    const [name, ...ids] = step.split(' ') as [string, ...string[]];
    if (name === '@') state.now = Number(ids[0]);
    else if (name === 'down') state.down = true;
    else if (name === 'lose') state.record = undefined;
    else if (name === 'lookups') results.push(state.lookups);
    else if (name === 'cached') results.push(found(cache.cached(ids[0]!)));
    else
      results.push(
        await Promise.all(ids.map(cache.find)).then(
          (records) => records.map(found).join(' '),
          (error: Error) => error.constructor.name,
        ),
      );
  }
  return results;
}

/** Writes that wait, `add credits subject error` and `uncertain credits number`, and what flushes write: credits, requests, errors, subject. */
async function pendingWrites(...steps: string[]): Promise<unknown[]> {
  const pending = createPendingWrites();
  const record = (credits: string, subject?: string, error?: string): UsageRecord => {
    const own = { credits: Number(credits), errors: error ? 1 : 0, ...(subject && { subject }) };
    return { account: 'a', day: 'd', endpoint: 'e', requests: 1, ...own };
  };
  const flush = async (onCertain = () => undefined) => {
    const written: string[] = [];
    const failure = await pending
      .flush(async ({ credits, requests, errors, subject }, number) => {
        if (number === undefined) onCertain();
        written.push([number ?? '-', credits, requests, errors, subject].join(' ').trim());
      })
      .then(
        () => [],
        (error: Error) => [error.message],
      );
    return [...written, ...failure];
  };
  const results: unknown[] = [];
  for (const step of steps) {
    const [name, credits = '', ...rest] = step.split(' ');
    if (name === 'add') pending.add(record(credits, ...rest));
    else if (name === 'uncertain') pending.addUncertain(record(credits), Number(rest[0]));
    else if (name === 'size') results.push(pending.size);
    else if (name === 'flush') results.push(await flush());
    else
      results.push(
        // Another write comes while one fails.
        await flush(() => {
          pending.add(record('2'));
          throw new Error('down again');
        }),
      );
  }
  return results;
}

const parsed = (plans: unknown) =>
  parsePlans(typeof plans === 'string' ? plans : JSON.stringify({ plans }), 'plans.json');

describeFunctions('metering', {
  day: (time: string) => dayAt(Date.parse(time)),
  nextMidnight: (time: string) => new Date(nextMidnight(Date.parse(time))).toISOString(),
  daysUntil: (time: string, count: number) => daysUntil(Date.parse(time), count),
  ipAccount,
  parseKey,
  keyCache,
  pendingWrites,
  plans: (plans: unknown) => [...parsed(plans).values()],
  faults(plans: unknown) {
    try {
      return [...parsed(plans).keys()];
    } catch (error) {
      expect(error).toBeInstanceOf(PlansError);
      return (error as Error).message.split('\n');
    }
  },
});

const folder = folderForTests();
it('a file of plans that is not there is named', () => {
  expect(() => openPlans(join(folder, 'nowhere.json'))).toThrow(/nowhere.json.*\n.*cannot be read/);
});
describe('a key', () => {
  const secret = newSecret();
  const given = { id: newKeyId(), name: 'n', plan: 'free', scopes: [], origins: [], createdAt: 0 };

  it('is written and read, of a secret of its own', () => {
    expect(parseKey(formatKey({ id: given.id, secret }))).toEqual({ id: given.id, secret });
    expect(new Set(Array.from({ length: 1000 }, newSecret)).size).toBe(1000);
  });

  it('that there is none opens with nothing, and none with an empty secret', () => {
    const record = { ...given, secretHash: hashSecret(secret) };
    // The hash that unknown keys are compared with opens nothing.
    for (const said of [secret, '']) expect(verifySecret(undefined, said, 5)).toBe(false);
    expect([verifySecret(record, secret, 5), verifySecret(record, '', 5)]).toEqual([true, false]);
  });
});
