import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashSecret } from '../../src/metering/key.ts';
import type { KeyRecord, MeteringStore, UsageRecord } from '../../src/metering/store.ts';
import fc from '../support/fast-check.ts';
import { readCases } from '../support/function-tables.ts';

const CARD = '/api/lexicon/word/{text}';
const BROWSE = '/api/lexicon/browse';
const DAY = '2026-11-21';

let accounts = 0;
/** An account that no other test has. */
const newAccount = () => `key:account${String(accounts++).padStart(5, '0')}`;

function usageRecord(account: string, credits: number, more: Partial<UsageRecord> = {}): UsageRecord {
  return { account, day: DAY, endpoint: BROWSE, credits, requests: 1, errors: 0, ...more };
}

function keyRecord(id: string, more: Partial<KeyRecord> = {}): KeyRecord {
  const scopes = ['lex_read', 'lex_ac'] as const;
  return { id, name: 'A 詞', plan: 'free', scopes, origins: [], secretHash: hashSecret(id), createdAt: 1000, ...more };
}

type Account = 'a' | 'b' | 'c';
/** A step and its result. Endpoints are `browse` and others; usage is `day endpoint: requests credits errors`. */
type Step =
  | ['record', Account, Partial<UsageRecord>, limit: number | null, unknown]
  | ['spent', Account, day: string, unknown]
  | ['paid', Account, subject: string | null, unknown]
  | ['usage', Account, days: string[], unknown]
  | ['usageByAccount', day: string, unknown];

/** What every metering store promises. `open` is called once, `close` after all. */
export function describeMeteringStore(open: () => Promise<MeteringStore>): void {
  let store: MeteringStore;
  let sequenceNumber = 0;
  const record = (one: UsageRecord, limit = 1000) => store.record(one, limit, ++sequenceNumber);
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  describe('keys', () => {
    it('gives back what was put in, field by field', async () => {
      const origins = ['https://a.example', 'https://b.example:8443'];
      const full = keyRecord('aaaaaaaaaaaa', { origins, expiresAt: 9000 });
      await store.addKey(full);
      expect(await store.key('aaaaaaaaaaaa')).toEqual({
        ...full,
        previousHash: undefined,
        previousUntil: undefined,
        revokedAt: undefined,
      });
      expect(await store.key('zzzzzzzzzzzz')).toBeUndefined();
    });

    it('lists keys from the oldest, and never has two of one id', async () => {
      await store.addKey(keyRecord('cccccccccccc', { createdAt: 3000 }));
      await store.addKey(keyRecord('bbbbbbbbbbbb', { createdAt: 2000 }));
      expect(await store.countKeys()).toBe(3);
      const ids = (await store.keys()).map(({ id }) => id);
      expect(ids).toEqual(['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc']);
      await expect(store.addKey(keyRecord('bbbbbbbbbbbb', { name: 'another' }))).rejects.toThrow();
      expect((await store.key('bbbbbbbbbbbb'))?.name).toBe('A 詞');
    });

    it('changes some fields, clears others, and leaves the rest', async () => {
      await store.addKey(keyRecord('dddddddddddd', { expiresAt: 9000, createdAt: 4000 }));
      const changes = {
        secretHash: hashSecret('new'),
        previousHash: hashSecret('old'),
        previousUntil: 50,
        revokedAt: 70,
      };
      expect(await store.changeKey('dddddddddddd', changes)).toBe(true);
      expect(await store.key('dddddddddddd')).toMatchObject({ ...changes, name: 'A 詞', expiresAt: 9000 });
      await store.changeKey('dddddddddddd', { previousHash: undefined, previousUntil: undefined });
      const after = await store.key('dddddddddddd');
      expect([after?.previousHash, after?.previousUntil, after?.revokedAt]).toEqual([undefined, undefined, 70]);
      expect(await store.changeKey('eeeeeeeeeeee', { name: 'nobody' })).toBe(false);
      expect(await store.key('eeeeeeeeeeee')).toBeUndefined();
    });
  });

  it.each(readCases<{ name: string; steps: Step[] }[]>('metering-store'))('$name', async ({ steps }) => {
    const accounts = { a: newAccount(), b: newAccount(), c: newAccount() };
    const nameOf = (account: string) => Object.entries(accounts).find(([, one]) => one === account)?.[0];
    const countsOf = (one: Pick<UsageRecord, 'requests' | 'credits' | 'errors'>) =>
      `${one.requests} ${one.credits} ${one.errors}`;
    const resultOf = async (step: Step): Promise<unknown> => {
      const [name, first, second, limit] = step;
      if (name === 'usageByAccount') {
        const found = (await store.usageByAccount(first)).toSorted((a, b) => b.credits - a.credits);
        return found.map((one) => `${nameOf(one.account)}: ${countsOf(one)}`);
      }
      const account = accounts[first];
      if (name === 'spent') return store.spent(account, second);
      if (name === 'paid')
        return store.paid({ account, day: DAY, endpoint: 'card', ...(second !== null && { subject: second }) });
      if (name === 'record')
        return record({ ...usageRecord(account, 0), endpoint: 'browse', ...second }, limit ?? Number.POSITIVE_INFINITY);
      return (await store.usage(account, second)).map((one) => `${one.day} ${one.endpoint}: ${countsOf(one)}`);
    };
    const results: unknown[] = [];
    for (const step of steps) results.push([...step.slice(0, -1), await resultOf(step)]);
    expect(results).toEqual(steps);
  });

  describe('credits', () => {
    it('keeps apart the accounts, days and endpoints that are posted to in turn at once', async () => {
      const accounts = [newAccount(), newAccount()];
      const days = ['2026-11-20', DAY];
      const endpoints = [BROWSE, CARD];
      const each = accounts.flatMap((account, a) =>
        days.flatMap((day, d) =>
          endpoints.map((endpoint, e) => usageRecord(account, 1 + a + 2 * d + 4 * e, { day, endpoint })),
        ),
      );
      // Each comes again after all the others.
      await Promise.all([...each, ...each].map((one) => record(one)));
      for (const [a, account] of accounts.entries()) {
        expect(await store.spent(account, days[0]!)).toBe(2 * (2 * (1 + a) + 4));
        expect(await store.spent(account, days[1]!)).toBe(2 * (2 * (3 + a) + 4));
        const rows = (await store.usage(account, days)).map(({ day, endpoint, requests, credits }) => [
          ...[day, endpoint, requests, credits],
        ]);
        expect(rows).toEqual(
          days.flatMap((day, d) => [
            [day, BROWSE, 2, 2 * (1 + a + 2 * d)],
            [day, CARD, 2, 2 * (5 + a + 2 * d)],
          ]),
        );
      }
    });

    it('tells its time', async () => {
      expect(Math.abs((await store.now()) - Date.now())).toBeLessThan(3_600_000);
    });

    it('has one key for each day, whoever asks first', async () => {
      const [one, again, other] = await Promise.all([store.dayKey(DAY), store.dayKey(DAY), store.dayKey('2026-11-22')]);
      expect(one).toMatch(/^[\w-]{43}$/);
      expect([again, await store.dayKey(DAY)]).toEqual([one, one]);
      expect(other).not.toBe(one);
    });

    it('holds its rules under any interleaving', async () => {
      const subject = fc.constantFrom(undefined, '甲', '乙');
      const endpoint = fc.constantFrom(BROWSE, CARD);
      const request = fc.record({ credits: fc.integer({ min: 0, max: 40 }), subject, endpoint });
      const bursts = fc.array(fc.array(request, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(bursts, fc.integer({ min: 0, max: 150 }), async (all, limit) => {
          const account = newAccount();
          let sum = 0;
          for (const burst of all) {
            const outcomes = await Promise.all(
              burst.map((one) => record(usageRecord(account, one.credits, one), limit)),
            );
            for (const [at, { accepted: taken, cost, spent }] of outcomes.entries()) {
              if (taken) sum += cost;
              // Nothing is refused that could be paid when it came up, and no cost is above the price.
              else expect(spent + cost).toBeGreaterThan(limit);
              expect(cost).toBeGreaterThanOrEqual(0);
              expect(cost).toBeLessThanOrEqual(burst[at]!.credits);
            }
            expect(await store.spent(account, DAY)).toBe(sum);
            expect(sum).toBeLessThanOrEqual(limit);
          }
          const used = await store.usage(account, [DAY]);
          expect(used.reduce((total, { credits }) => total + credits, 0)).toBe(sum);
          const paid = new Map<string, number>();
          for (const { subject, endpoint } of all.flat())
            if (subject) paid.set(endpoint + subject, await store.paid({ account, day: DAY, endpoint, subject }));
          const highest = [...paid.values()].reduce((total, one) => total + one, 0);
          // What subjects were paid for is part of what was spent: no subject was paid for twice.
          expect(highest).toBeLessThanOrEqual(sum);
          if (all.flat().every((one) => one.subject !== undefined)) expect(highest).toBe(sum);
        }),
        { numRuns: 60 },
      );
    });
  });
}
