import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAdmissionQueue } from '../../src/http/overload.ts';
import { cardOf, type MeteredService, newClientIp, startMetered } from '../metering/metered-service.ts';
import { startService } from './service.ts';

let metered: MeteredService;
beforeAll(async () => {
  metered = await startMetered();
});
afterAll(() => metered.stop());

/** The line of the access log of a request with this id. */
async function lineOf(requestId: string): Promise<Record<string, unknown>> {
  for (;;) {
    const line = metered.service.log.find(({ request_id, route }) => request_id === requestId && route !== undefined);
    if (line) return line;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

it('names who asks by the id of the key, or for the day by a name without the address', async () => {
  const { key, record } = await metered.issue();
  const from = newClientIp();
  const ask = (id: string, caller: Parameters<MeteredService['request']>[1], path = cardOf('開心')) =>
    metered.request(path, { ...caller, headers: { 'X-Request-Id': id } });
  await ask('keyed', { key });
  await ask('anonymous-1', { from });
  await ask('anonymous-2', { from }, '/api/lexicon/browse?like=%E9%96%8B%E5%BF%83');
  await ask('other', { from: newClientIp() });
  expect(await lineOf('keyed')).toMatchObject({ key: record.id, plan: 'free', status: 200 });
  const [first, second, other] = [await lineOf('anonymous-1'), await lineOf('anonymous-2'), await lineOf('other')];
  expect(first).toMatchObject({ caller: expect.stringMatching(/^anonymous:[\w-]{12}$/), plan: 'anonymous' });
  expect(second!.caller).toBe(first!.caller);
  expect(other!.caller).not.toBe(first!.caller);
  const text = JSON.stringify(metered.service.log);
  for (const hidden of [key, key.slice(-43), from, '開心']) expect(text).not.toContain(hidden);
});

it('names the key that was refused', async () => {
  const { key, record } = await metered.issue();
  await metered.request(cardOf('開心'), { key: `${key.slice(0, -4)}AAAA`, headers: { 'X-Request-Id': 'wrong' } });
  expect(await lineOf('wrong')).toMatchObject({ key: record.id, status: 401, problem: 'invalid_key' });
  await metered.request(cardOf('開心'), { key: 'junk', headers: { 'X-Request-Id': 'junk' } });
  expect(await lineOf('junk')).toMatchObject({ caller: expect.stringMatching(/^anonymous:/), status: 401 });
});

it('says how long a request waited for its turn', async () => {
  const queue = createAdmissionQueue({ warn: () => undefined });
  const service = await startService({
    admissionQueue: {
      ...queue,
      enqueue: (account, hasKey, request) => setTimeout(() => queue.enqueue(account, hasKey, request), 30),
    },
  });
  await service.get('/api/lexicon/browse');
  while (service.log.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(service.log[0]).toMatchObject({ route: '/api/lexicon/browse', wait: expect.any(Number) });
  await service.stop();
});
