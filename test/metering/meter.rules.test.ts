import { describe, expect, it } from '@jest/globals';
import { createKeyCache } from '../../src/metering/authenticate.ts';
import { createPendingWrites } from '../../src/metering/failover.ts';
import { formatKey, hashSecret, newKeyId, newSecret, parseKey, verifySecret } from '../../src/metering/key.ts';
import { dayAt, daysUntil, ipAccount, nextMidnight } from '../../src/metering/meter-port.ts';
import { type KeyRecord, StoreUnavailable, type UsageRecord } from '../../src/metering/store.ts';

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
    id: newKeyId(),
    name: 'n',
    plan: 'free',
    scopes: [],
    origins: [],
    secretHash: hashSecret(secret),
    createdAt: 0,
  };

  it('is written and read', () => {
    expect(parseKey(formatKey({ id: record.id, secret }))).toEqual({ id: record.id, secret });
    for (const text of ['', 'lex_', `lex_${record.id}`, `lex_${record.id}_short`, `xex_${record.id}_${secret}`])
      expect(parseKey(text)).toBeUndefined();
    expect(new Set(Array.from({ length: 1000 }, newSecret)).size).toBe(1000);
  });

  it('that there is none opens with nothing, and none with an empty secret', () => {
    // The hash that unknown keys are compared with opens nothing.
    for (const given of [secret, '']) expect(verifySecret(undefined, given, 5)).toBe(false);
    expect([verifySecret(record, secret, 5), verifySecret(record, '', 5)]).toEqual([true, false]);
  });
});

describe('a client IP', () => {
  it('counts by IPv4 address or IPv6 /56', () => {
    expect(ipAccount('192.0.2.1')).toBe('address:192.0.2.1');
    expect(ipAccount('::ffff:192.0.2.1')).toBe('address:192.0.2.1');
    expect(ipAccount('2001:db8:1:2ff::1')).toBe(ipAccount('2001:db8:1:200:9:9:9:9'));
    expect(ipAccount('2001:db8:1:2ff::1')).not.toBe(ipAccount('2001:db8:1:300::1'));
    expect(ipAccount('fe80::1%eth0')).toBe(ipAccount('fe80::2'));
    expect(ipAccount('')).toBe('address:unknown');
    expect(ipAccount('evil:{x}')).toBe('address:unknown');
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
    return { state, directory: createKeyCache({ key }, () => state.now) };
  };

  it('caches a key for less than a second, and looks it up once for concurrent callers', async () => {
    const { state, directory } = setUp();
    expect(directory.cached('k')).toBeUndefined();
    await Promise.all([directory.find('k'), directory.find('k'), directory.find('k')]);
    expect(state.lookups).toBe(1);
    state.now = 999;
    expect(directory.cached('k')).toBe(record);
    state.now = 1000;
    expect(directory.cached('k')).toBeUndefined();
    state.record = undefined;
    expect(await directory.find('k')).toBeUndefined();
    expect(directory.cached('k')).toBeUndefined();
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

describe('pending writes', () => {
  const usageRecord = (credits: number, more: Partial<UsageRecord> = {}): UsageRecord => {
    return { account: 'a', day: 'd', endpoint: 'e', credits, requests: 1, errors: 0, ...more };
  };

  it('are summed: every request without a subject, the highest cost with one', async () => {
    const pendingWrites = createPendingWrites();
    for (const one of [
      usageRecord(1),
      usageRecord(1),
      usageRecord(5, { subject: 's' }),
      usageRecord(3, { subject: 's', errors: 1 }),
    ])
      pendingWrites.add(one);
    expect(pendingWrites.size).toBe(2);
    const written: UsageRecord[] = [];
    await pendingWrites.flush(async (one) => written.push(one));
    expect(written).toEqual([
      usageRecord(2, { requests: 2 }),
      usageRecord(5, { subject: 's', requests: 2, errors: 1 }),
    ]);
    expect(pendingWrites.size).toBe(0);
  });

  it('are written uncertain ones first, by sequence number, and kept from the first failure on', async () => {
    const pendingWrites = createPendingWrites();
    pendingWrites.add(usageRecord(1));
    pendingWrites.addUncertain(usageRecord(9), 7);
    pendingWrites.addUncertain(usageRecord(8), 6);
    const sequenceNumbers: (number | undefined)[] = [];
    const failing = pendingWrites.flush(async (_, ticket) => {
      sequenceNumbers.push(ticket);
      if (ticket === undefined) {
        pendingWrites.add(usageRecord(2));
        throw new Error('down again');
      }
    });
    await expect(failing).rejects.toThrow('down again');
    expect(sequenceNumbers).toEqual([6, 7, undefined]);
    const written: UsageRecord[] = [];
    await pendingWrites.flush(async (one) => written.push(one));
    expect(written).toEqual([usageRecord(3, { requests: 2 })]);
  });
});
