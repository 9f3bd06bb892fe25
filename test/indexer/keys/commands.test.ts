import { expect, it } from '@jest/globals';
import { parseDuration, parseExpiry } from '../../../indexer/arguments.ts';
import { keyLines, stateOf } from '../../../indexer/keys/commands.ts';
import type { KeyRecord } from '../../../src/metering/store.ts';
import { describeFunctions } from '../../support/function-tables.ts';

const NOW = Date.parse('2026-11-21T04:05:06Z');
const OWNED = { id: 'aaaaaaaaaaaa', name: 'x', plan: 'free', origins: [] };
const RECORD: KeyRecord = { ...OWNED, scopes: ['lex_ac'], secretHash: '', createdAt: NOW };

const orWrong = (time: unknown) => (typeof time === 'string' ? 'wrong' : time);

describeFunctions('key-commands', {
  whiles: (text: string) => orWrong(parseDuration(text)),
  expiry(text: string) {
    const time = orWrong(parseExpiry(text, Date.parse('2026-11-21T00:00:00Z')));
    return typeof time === 'number' ? new Date(time).toISOString() : time;
  },
  /** Of a key with such times, counted from now. */
  state: (times: Partial<Record<'previousUntil' | 'expiresAt' | 'revokedAt', number>>) =>
    stateOf({ ...RECORD, ...Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, NOW + ms])) }, NOW),
});

it('the list of keys has a row each; where there are none, it says how one is made', () => {
  expect(keyLines([], NOW)[0]).toContain('keys create --name');
  expect(keyLines([RECORD], NOW)[1]).toBe('aaaaaaaaaaaa  active  free  lex_ac  2026-11-21 04:05  never    any      x');
});
