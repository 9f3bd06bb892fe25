import { expect } from '@jest/globals';
import type { MeteringStore, UsageRecord } from '../../../src/metering/store.ts';
import { KEY_ID, KEY_RECORD } from './first-release.ts';

const ACCOUNT = `key:${KEY_ID}`;
const cardRecord: UsageRecord = {
  account: ACCOUNT,
  day: '2026-11-21',
  endpoint: '/api/lexicon/word/{text}',
  subject: '海',
  credits: 9,
  requests: 1,
  errors: 0,
};

/** Everything that the first release wrote is there, and is counted on from. */
export async function expectFirstReleaseData(store: MeteringStore): Promise<void> {
  expect(await store.keys()).toEqual([KEY_RECORD]);
  expect(await store.key(KEY_ID)).toEqual(KEY_RECORD);
  expect(await store.spent(ACCOUNT, '2026-11-21')).toBe(7);
  expect(await store.spent('address:192.0.2.1', '2026-11-21')).toBe(3);
  expect(await store.paid(cardRecord)).toBe(7);
  expect(await store.usage(ACCOUNT, ['2026-11-20', '2026-11-21'])).toEqual([
    { day: '2026-11-20', endpoint: '/api/lexicon/browse', requests: 5, credits: 4, errors: 1 },
    { day: '2026-11-21', endpoint: '/api/lexicon/word/{text}', requests: 2, credits: 7, errors: 0 },
  ]);
  // Two more of the card than were paid for.
  expect(await store.record(cardRecord, 1000, 1)).toEqual({ accepted: true, cost: 2, spent: 9 });
  expect(await store.changeKey(KEY_ID, { name: 'renamed' })).toBe(true);
  expect(await store.key(KEY_ID)).toEqual({ ...KEY_RECORD, name: 'renamed' });
}
