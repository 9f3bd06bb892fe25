import { beforeEach, describe, expect, it } from '@jest/globals';
import { type AdmissionQueue, createAdmissionQueue } from '../../src/http/overload.ts';
import { formatKey, newKeyId, newSecret } from '../../src/metering/key.ts';
import { newClientIp, startMetered } from '../metering/metered-service.ts';
import { forTests } from '../support/for-tests.ts';

const BROWSE = '/api/lexicon/browse?limit=1';

/** Guard of "the queue stands before the rate limit and does not know addresses". */
describe('a place in the admission queue', () => {
  const queue = createAdmissionQueue({ warn: () => undefined });
  const places: [account: string, hasKey: boolean][] = [];
  const watched: AdmissionQueue = {
    ...queue,
    enqueue(account, hasKey, request) {
      places.push([account, hasKey]);
      queue.enqueue(account, hasKey, request);
    },
  };
  const metered = forTests(() => startMetered({ app: { admissionQueue: watched } }));
  beforeEach(() => void places.splice(0));

  it('is by address, or by key: the first request of a key is one of a caller with a key', async () => {
    const from = newClientIp();
    const { key, record } = await metered.issue();
    await metered.request(BROWSE, { from });
    await metered.request(BROWSE, { from, key });
    await metered.request('/problems/not_found', { from });
    expect(places).toEqual([
      [`address:${from}`, false],
      [`key:${record.id}`, true],
      [`address:${from}`, false],
    ]);
  });

  it('is not given to who sends a key that is none', async () => {
    const { record } = await metered.issue();
    const bad = [
      'Bearer garbage',
      `Basic ${'x'.repeat(2_000)}`,
      `Bearer ${formatKey({ id: newKeyId(), secret: newSecret() })}`,
      `Bearer ${formatKey({ id: record.id, secret: newSecret() })}`,
    ];
    const from = newClientIp();
    for (const authorization of bad)
      expect((await metered.request(BROWSE, { from, headers: { Authorization: authorization } })).status).toBe(401);
    expect(places).toEqual([]);
  });

  it('is not given to who is over the rate', async () => {
    const from = newClientIp();
    const statuses: number[] = [];
    for (let sent = 0; sent < 160; sent++) statuses.push((await metered.request(BROWSE, { from })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect(places).toHaveLength(150);
  });
});
