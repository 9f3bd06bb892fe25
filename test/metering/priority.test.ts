import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAdmissionQueue } from '../../src/http/admission-queue.ts';
import { revokeKey } from '../../src/metering/issue-keys.ts';
import { formatKey, newKeyId, newSecret } from '../../src/metering/key.ts';
import { type MeteredService, newClientIp, startMetered } from './metered-service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';
const MINUTE = 60_000;

/** Guard of issue "any Authorization header goes first under overload". */
describe('priority in the admission queue', () => {
  const guard = createAdmissionQueue({ warn: () => undefined });
  const first: boolean[] = [];
  let now = Date.parse('2026-11-21T04:00:00Z');
  let metered: MeteredService;
  beforeAll(async () => {
    const overload: typeof guard = {
      ...guard,
      enqueue(hasValidKey, asking) {
        first.push(hasValidKey());
        guard.enqueue(hasValidKey, asking);
      },
    };
    metered = await startMetered({ clock: () => now, app: { admissionQueue: overload } });
  });
  afterAll(async () => {
    await metered.stop();
  });

  /** Status of a request with this header, and whether it would have gone first. */
  const ask = async (authorization?: string): Promise<[status: number, first: boolean | undefined]> => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const { status } = await metered.request(BROWSE, { from: newClientIp(), headers });
    return [status, first.pop()];
  };

  it('is not who sends an Authorization header, but whose key was found valid', async () => {
    const { key, record } = await metered.issue();
    const bad = [
      'Bearer garbage',
      `Basic ${'x'.repeat(2_000)}`,
      `Bearer ${formatKey({ id: newKeyId(), secret: newSecret() })}`,
      `Bearer ${formatKey({ id: record.id, secret: newSecret() })}`,
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
