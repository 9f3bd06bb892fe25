import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Meter, RATE_GROUPS, type RateGroup, SCOPES } from '../../src/metering/meter-port.ts';
import { memoryCounter } from '../../src/metering/open.ts';
import { startService, type TestService } from './service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';
const LIMIT = 3;

describe('what is over the rate', () => {
  let [counted, failures] = [0, 0];
  let limit = LIMIT;
  let service: TestService;
  beforeEach(async () => {
    [counted, failures, limit] = [0, 0, LIMIT];
    const counter = memoryCounter('one group', Number.MAX_SAFE_INTEGER - 1);
    const meter: Meter = {
      async admit() {
        const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, limit])) as Record<RateGroup, number>;
        return {
          caller: { keyId: undefined, account: 'one', plan: { name: 'p', maxLimit: 9, rates }, scopes: SCOPES },
          charge: async () => ({}),
          recordFailure: () => void failures++,
        };
      },
      countRequest(_group, account) {
        counted++;
        return counter.consume(account);
      },
    };
    service = await startService({ meter });
  });
  afterEach(() => service.stop());

  it('is refused from memory, not counted again, recorded as a failure, and logged once', async () => {
    for (let sent = 0; sent < LIMIT; sent++) expect((await service.get(BROWSE)).status).toBe(200);
    for (let sent = 0; sent < 5; sent++) {
      const { status, headers, body } = await service.get(BROWSE, { headers: { 'X-Request-Id': `refused-${sent}` } });
      const wait = Number(headers.get('retry-after'));
      expect(body).toEqual({
        type: '/problems/rate_limited',
        title: 'Too many requests in a short time',
        status,
        detail: `This caller may send 3 requests a minute in the group "browse". Wait ${wait} seconds, then go on more slowly.`,
        instance: '/api/lexicon/browse',
        code: 'rate_limited',
        request_id: `refused-${sent}`,
      });
      expect([status, wait > 0 && wait <= 60]).toEqual([429, true]);
      expect(headers.get('ratelimit')).toBe(`"browse"; r=0; t=${wait}`);
      expect(headers.get('ratelimit-policy')).toMatch(/^"browse"; q=3; w=60; pk=:.+:$/);
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(headers.get('x-lexicon-generation')).toBe('gsmall');
    }
    expect(counted).toBe(LIMIT + 1);
    expect(failures).toBe(5);
    const logged = service.log.filter(({ status }) => status === 429);
    expect(logged.map(({ request_id }) => request_id)).toEqual(['refused-0']);
  });

  it('is that of the plan as it is now', async () => {
    for (let sent = 0; sent <= LIMIT; sent++) await service.get(BROWSE);
    limit = 100;
    expect((await service.get(BROWSE)).status).toBe(200);
  });

  it('closes a connection on which it goes on', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        httpGet(service.url + BROWSE, { agent }, resolve).on('error', reject);
      });
      await text(response);
      return [response.statusCode, response.headers.connection];
    };
    for (let sent = 0; sent < LIMIT; sent++) expect(await ask()).toEqual([200, 'keep-alive']);
    for (let sent = 1; sent < 20; sent++) expect(await ask()).toEqual([429, 'keep-alive']);
    expect(await ask()).toEqual([429, 'close']);
    expect(await ask()).toEqual([429, 'keep-alive']);
    agent.destroy();
  });
});
