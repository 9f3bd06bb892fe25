import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashSecret } from '../../src/metering/key.ts';
import type { KeyRecord, MeteringStore, UsageRecord } from '../../src/metering/store.ts';
import fc from '../support/fast-check.ts';

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

  describe('credits', () => {
    it('takes a whole cost, or nothing', async () => {
      const account = newAccount();
      expect(await record(usageRecord(account, 6), 10)).toEqual({ accepted: true, cost: 6, spent: 6 });
      expect(await record(usageRecord(account, 5), 10)).toEqual({ accepted: false, cost: 5, spent: 6 });
      expect(await record(usageRecord(account, 4), 10)).toEqual({ accepted: true, cost: 4, spent: 10 });
      expect(await record(usageRecord(account, 1), 10)).toEqual({ accepted: false, cost: 1, spent: 10 });
      expect(await record(usageRecord(account, 0), 10)).toEqual({ accepted: true, cost: 0, spent: 10 });
      expect(await store.spent(account, DAY)).toBe(10);
    });

    it('charges a subject only for what exceeds the highest cost paid that day', async () => {
      const account = newAccount();
      const card = (credits: number, subject = '開心', endpoint = CARD, day = DAY) =>
        record(usageRecord(account, credits, { endpoint, subject, day }));
      expect((await card(20)).cost).toBe(20);
      expect((await card(10)).cost).toBe(0);
      expect((await card(300)).cost).toBe(280);
      expect((await card(300)).cost).toBe(0);
      expect((await card(7, '愛')).cost).toBe(7);
      // Each endpoint and each day has its own ledger.
      expect((await card(1, '開心', '/api/lexicon/synonyms')).cost).toBe(1);
      expect((await card(1, '開心', '/api/lexicon/synonyms')).cost).toBe(0);
      expect((await card(20, '開心', CARD, '2026-11-22')).cost).toBe(20);
      expect(await store.spent(account, DAY)).toBe(308);
      expect(await store.paid({ account, day: DAY, endpoint: CARD, subject: '開心' })).toBe(300);
      expect(await store.paid({ account, day: DAY, endpoint: CARD, subject: '恨' })).toBe(0);
      expect(await store.paid({ account, day: DAY, endpoint: CARD })).toBe(0);
    });

    it('lets a repeat pass when nothing is left, and does not note what was refused', async () => {
      const account = newAccount();
      const card = (credits: number, subject: string) =>
        record(usageRecord(account, credits, { endpoint: CARD, subject }), 10);
      expect(await card(10, '甲')).toMatchObject({ accepted: true });
      expect(await card(10, '甲')).toEqual({ accepted: true, cost: 0, spent: 10 });
      expect(await card(11, '甲')).toEqual({ accepted: false, cost: 1, spent: 10 });
      expect(await store.paid({ account, day: DAY, endpoint: CARD, subject: '甲' })).toBe(10);
      expect(await card(1, '乙')).toMatchObject({ accepted: false });
      expect(await store.paid({ account, day: DAY, endpoint: CARD, subject: '乙' })).toBe(0);
    });

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

  describe('usage', () => {
    it('sums requests, credits and errors by day and endpoint', async () => {
      const account = newAccount();
      const other = newAccount();
      await record(usageRecord(account, 1));
      await record(usageRecord(account, 1, { errors: 1, credits: 0 }));
      await record(usageRecord(account, 5, { endpoint: CARD, subject: '愛' }));
      await record(usageRecord(account, 5, { endpoint: CARD, subject: '愛' }));
      await record(usageRecord(account, 1, { day: '2026-11-19' }));
      await record(usageRecord(account, 1, { day: '2026-11-18' }));
      await record(usageRecord(other, 9));
      const rows = await store.usage(account, ['2026-11-19', '2026-11-20', '2026-11-21']);
      expect(rows).toEqual([
        { day: '2026-11-19', endpoint: BROWSE, requests: 1, credits: 1, errors: 0 },
        { day: '2026-11-21', endpoint: BROWSE, requests: 2, credits: 1, errors: 1 },
        { day: '2026-11-21', endpoint: CARD, requests: 2, credits: 5, errors: 0 },
      ]);
    });

    it('sums a day by account', async () => {
      const day = '2026-10-01';
      const [key, address] = [newAccount(), 'address:192.0.2.7'];
      await record(usageRecord(key, 2, { day }));
      await record(usageRecord(key, 3, { day, endpoint: CARD, requests: 4 }));
      await record(usageRecord(address, 0, { day, errors: 1 }));
      await record(usageRecord(newAccount(), 9, { day: '2026-10-02' }));
      const found = await store.usageByAccount(day);
      expect(found.toSorted((a, b) => b.credits - a.credits)).toEqual([
        { account: key, requests: 5, credits: 5, errors: 0 },
        { account: address, requests: 1, credits: 0, errors: 1 },
      ]);
      expect(await store.usageByAccount('2026-10-03')).toEqual([]);
    });

    it('does not count what was refused', async () => {
      const account = newAccount();
      await record(usageRecord(account, 5), 4);
      expect(await store.usage(account, [DAY])).toEqual([]);
    });

    it('writes sums of several requests', async () => {
      const account = newAccount();
      await record(usageRecord(account, 12, { requests: 12 }), Number.POSITIVE_INFINITY);
      expect(await store.usage(account, [DAY])).toEqual([
        { day: DAY, endpoint: BROWSE, requests: 12, credits: 12, errors: 0 },
      ]);
    });
  });
}
