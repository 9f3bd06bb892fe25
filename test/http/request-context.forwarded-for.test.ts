import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MeteredService, startMetered } from '../metering/metered-service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';

/** The account that the RateLimit headers name. */
async function accountOf(metered: MeteredService, forwarded: string, path = BROWSE): Promise<string> {
  const response = await fetch(metered.service.url + path, {
    headers: { 'X-Forwarded-For': forwarded },
  });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  return /pk=:([^:]+):/.exec(response.headers.get('ratelimit-policy') ?? '')![1]!;
}

/** Forms of one caller's address, as proxies write them. */
const CALLERS = [
  ['192.0.2.1', '192.0.2.1:4711', '192.0.2.1:4712', '::ffff:192.0.2.1', '[::ffff:192.0.2.1]:4711', '::ffff:c000:201'],
  ['192.0.2.2', '192.0.2.2:4711', '[::ffff:c000:202]:80'],
  // An IPv6 caller has its /56.
  ['2001:db8:1:200::1', '[2001:db8:1:200::1]', '[2001:db8:1:200::1]:4711', '[2001:db8:1:2ff::9]:4712'],
  ['2001:db8:1:300::1', '[2001:db8:1:300::1]:4711'],
];

/** Guard of issue "ports in X-Forwarded-For put everybody into one account". */
describe('callers behind a proxy that writes ports', () => {
  let counted: MeteredService;
  let named: MeteredService;
  beforeAll(async () => {
    counted = await startMetered();
    const config = { corsOrigins: ['*'], trustProxy: ['loopback', '10.0.0.0/8'] };
    named = await startMetered({ app: { config } });
  });
  afterAll(() => Promise.all([counted.stop(), named.stop()]));

  it.each([BROWSE, '/api/lexicon/word/%E6%84%9B'])('have an account each at %s', async (path) => {
    const accounts = new Set<string>();
    for (const forms of CALLERS) {
      const own = new Set<string>();
      for (const form of forms) own.add(await accountOf(counted, form, path));
      expect([...own]).toHaveLength(1);
      accounts.add([...own][0]!);
    }
    expect(accounts.size).toBe(CALLERS.length);
  });

  it('have it through proxies that are trusted by their addresses too', async () => {
    const behind = (form: string) => `198.51.100.7:1, ${form}, 10.1.2.3:443,[::ffff:10.1.2.4]:80`;
    const accounts = new Set<string>();
    for (const forms of CALLERS) for (const form of forms) accounts.add(await accountOf(named, behind(form)));
    expect(accounts.size).toBe(CALLERS.length);
    expect(accounts.has(await accountOf(named, '192.0.2.1'))).toBe(true);
  });

  it('cannot take another account by what they write before their own address', async () => {
    const own = await accountOf(counted, '192.0.2.9:1');
    expect(await accountOf(counted, '192.0.2.1:1, 192.0.2.9:2')).toBe(own);
    expect(await accountOf(counted, '[192.0.2.1, 192.0.2.9:2')).toBe(own);
  });
});
