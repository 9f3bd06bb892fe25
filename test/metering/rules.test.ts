import { describe, expect, it } from '@jest/globals';
import { addressAccount } from '../../src/metering/address.ts';
import { createArrears } from '../../src/metering/arrears.ts';
import { dayAt, daysUntil, nextMidnight } from '../../src/metering/hong-kong-day.ts';
import {
  hashSecret,
  type KeyRecord,
  newKeyId,
  newSecret,
  opensKey,
  readKey,
  writeKey,
} from '../../src/metering/key.ts';
import { createKeyDirectory } from '../../src/metering/key-directory.ts';
import { type Posting, StoreUnavailable } from '../../src/metering/store.ts';

describe('the day of the quota', () => {
  it('begins at midnight in Hong Kong, which is 16:00 UTC', () => {
    const midnight = Date.parse('2026-11-21T16:00:00Z');
    expect(dayAt(midnight - 1)).toBe('2026-11-21');
    expect(dayAt(midnight)).toBe('2026-11-22');
    expect(nextMidnight(midnight - 1)).toBe(midnight);
    expect(nextMidnight(midnight)).toBe(Date.parse('2026-11-22T16:00:00Z'));
    expect(dayAt(Date.parse('2026-12-31T16:00:00Z'))).toBe('2027-01-01');
    expect(daysUntil(Date.parse('2028-03-01T00:00:00Z'), 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });
});

describe('a key', () => {
  const secret = newSecret();
  const record: KeyRecord = {
    ...{ id: newKeyId(), name: 'n', plan: 'free', scopes: [], origins: [] },
    ...{ secretHash: hashSecret(secret), createdAt: 0 },
  };

  it('is written and read', () => {
    expect(readKey(writeKey({ id: record.id, secret }))).toEqual({ id: record.id, secret });
    for (const text of ['', 'lex_', `lex_${record.id}`, `lex_${record.id}_short`, `xex_${record.id}_${secret}`])
      expect(readKey(text)).toBeUndefined();
    expect(new Set(Array.from({ length: 1000 }, newSecret)).size).toBe(1000);
  });

  it('opens with its own secret, between its making and its end', () => {
    expect(opensKey(record, secret, 5)).toBe(true);
    expect(opensKey(record, newSecret(), 5)).toBe(false);
    expect(opensKey(undefined, secret, 5)).toBe(false);
    // The hash that unknown keys are compared with opens nothing.
    expect(opensKey(undefined, '', 5)).toBe(false);
    expect(opensKey(record, '', 5)).toBe(false);
    expect(opensKey({ ...record, expiresAt: 6 }, secret, 5)).toBe(true);
    expect(opensKey({ ...record, expiresAt: 5 }, secret, 5)).toBe(false);
    expect(opensKey({ ...record, revokedAt: 5 }, secret, 5)).toBe(false);
    const rotated = { ...record, secretHash: hashSecret('new'), previousHash: hashSecret(secret), previousUntil: 10 };
    expect([opensKey(rotated, secret, 9), opensKey(rotated, secret, 10)]).toEqual([true, false]);
  });
});

describe('an address', () => {
  it('counts as itself, or as its /56', () => {
    expect(addressAccount('192.0.2.1')).toBe('address:192.0.2.1');
    expect(addressAccount('::ffff:192.0.2.1')).toBe('address:192.0.2.1');
    expect(addressAccount('2001:db8:1:2ff::1')).toBe(addressAccount('2001:db8:1:200:9:9:9:9'));
    expect(addressAccount('2001:db8:1:2ff::1')).not.toBe(addressAccount('2001:db8:1:300::1'));
    expect(addressAccount('fe80::1%eth0')).toBe(addressAccount('fe80::2'));
    expect(addressAccount('')).toBe('address:unknown');
    expect(addressAccount('evil:{x}')).toBe('address:unknown');
  });
});

describe('the directory of keys', () => {
  const record = { id: 'k' } as KeyRecord;
  const setUp = () => {
    const state = { now: 0, down: false, lookups: 0, record: record as KeyRecord | undefined };
    const key = async () => {
      state.lookups++;
      if (state.down) throw new StoreUnavailable(new Error('down'), { mayHaveRun: false });
      return state.record;
    };
    return { state, directory: createKeyDirectory({ key }, () => state.now) };
  };

  it('has a key at hand for less than a second, and looks it up once for many', async () => {
    const { state, directory } = setUp();
    expect(directory.atHand('k')).toBeUndefined();
    await Promise.all([directory.find('k'), directory.find('k'), directory.find('k')]);
    expect(state.lookups).toBe(1);
    state.now = 999;
    expect(directory.atHand('k')).toBe(record);
    state.now = 1000;
    expect(directory.atHand('k')).toBeUndefined();
    state.record = undefined;
    expect(await directory.find('k')).toBeUndefined();
    expect(directory.atHand('k')).toBeUndefined();
  });

  it('goes on with keys of the last five minutes while the store is down, and with no others', async () => {
    const { state, directory } = setUp();
    await directory.find('k');
    state.down = true;
    state.now = 5 * 60_000;
    expect(await directory.find('k')).toBe(record);
    await expect(directory.find('other')).rejects.toBeInstanceOf(StoreUnavailable);
    // Its use keeps it known; five minutes without use do not.
    state.now = 9 * 60_000;
    expect(await directory.find('k')).toBe(record);
    state.now = 14 * 60_000 + 1;
    await expect(directory.find('k')).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

describe('arrears', () => {
  const posting = (credits: number, more: Partial<Posting> = {}): Posting => {
    return { account: 'a', day: 'd', endpoint: 'e', credits, requests: 1, errors: 0, ...more };
  };

  it('are summed: every request without a subject, the highest cost with one', async () => {
    const arrears = createArrears();
    for (const one of [posting(1), posting(1), posting(5, { subject: 's' }), posting(3, { subject: 's', errors: 1 })])
      arrears.add(one);
    expect(arrears.size).toBe(2);
    const written: Posting[] = [];
    await arrears.write(async (one) => written.push(one));
    expect(written).toEqual([posting(2, { requests: 2 }), posting(5, { subject: 's', requests: 2, errors: 1 })]);
    expect(arrears.size).toBe(0);
  });

  it('are written uncertain ones first, by their tickets, and kept from the first failure on', async () => {
    const arrears = createArrears();
    arrears.add(posting(1));
    arrears.addUncertain(posting(9), 7);
    arrears.addUncertain(posting(8), 6);
    const seen: (number | undefined)[] = [];
    const failing = arrears.write(async (_, ticket) => {
      seen.push(ticket);
      if (ticket === undefined) {
        arrears.add(posting(2));
        throw new Error('down again');
      }
    });
    await expect(failing).rejects.toThrow('down again');
    expect(seen).toEqual([6, 7, undefined]);
    const written: Posting[] = [];
    await arrears.write(async (one) => written.push(one));
    expect(written).toEqual([posting(3, { requests: 2 })]);
  });
});
