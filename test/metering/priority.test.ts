import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { overloadGuard } from '../../src/api/http/overload.ts';
import { revokeKey } from '../../src/metering/issue-keys.ts';
import { newKeyId, newSecret, writeKey } from '../../src/metering/key.ts';
import { type MeteredService, newAddress, startMetered } from './metered-service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';
const MINUTE = 60_000;

/** Guard of issue "any Authorization header goes first under overload". */
describe('who goes first when there is too much to do', () => {
  const guard = overloadGuard({ logger: { warn: () => undefined } });
  const first: boolean[] = [];
  let now = Date.parse('2026-11-21T04:00:00Z');
  let metered: MeteredService;
  beforeAll(async () => {
    const overload: typeof guard = {
      ...guard,
      take(hasValidKey, asking) {
        first.push(hasValidKey());
        guard.take(hasValidKey, asking);
      },
    };
    metered = await startMetered({ clock: () => now, app: { overload } });
  });
  afterAll(async () => {
    guard.stop();
    await metered.stop();
  });

  /** Status of a request with this header, and whether it would have gone first. */
  const ask = async (authorization?: string): Promise<[status: number, first: boolean | undefined]> => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const { status } = await metered.ask(BROWSE, { from: newAddress(), headers });
    return [status, first.pop()];
  };

  it('is not who sends an Authorization header, but whose key was found valid', async () => {
    const { key, record } = await metered.issue();
    const bad = [
      'Bearer garbage',
      `Basic ${'x'.repeat(2_000)}`,
      `Bearer ${writeKey({ id: newKeyId(), secret: newSecret() })}`,
      `Bearer ${writeKey({ id: record.id, secret: newSecret() })}`,
    ];
    for (const authorization of bad)
      expect([await ask(authorization), await ask(authorization)]).toEqual([
        [401, false],
        [401, false],
      ]);
    expect(await ask()).toEqual([200, false]);
    expect(await ask(`Bearer ${key}`)).toEqual([200, false]);
    expect(await ask(`Bearer ${key}`)).toEqual([200, true]);
    for (const authorization of bad) expect(await ask(authorization)).toEqual([401, false]);
  });

  it('is nobody whose key was revoked, once that is known, nor whose key was not used for five minutes', async () => {
    const [one, other] = [await metered.issue(), await metered.issue()];
    await ask(`Bearer ${one.key}`);
    await ask(`Bearer ${other.key}`);
    await revokeKey(metered.store, one.record.id, now);
    now += 2_000;
    expect(await ask(`Bearer ${one.key}`)).toEqual([401, true]);
    expect(await ask(`Bearer ${one.key}`)).toEqual([401, false]);
    now += 5 * MINUTE;
    expect(await ask(`Bearer ${other.key}`)).toEqual([200, false]);
    expect(await ask(`Bearer ${other.key}`)).toEqual([200, true]);
  });
});
