import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { hashSecret, parseKey, verifySecret } from '../../../src/metering/key.ts';
import { createLedgerSubjects, pseudonymOf } from '../../../src/metering/ledger-subjects.ts';
import { dayAt } from '../../../src/metering/meter-port.ts';
import { openMeteringStore } from '../../../src/metering/open.ts';
import type { KeyRecord } from '../../../src/metering/store.ts';
import { runCommand } from '../../support/command.ts';

const TOOL = fileURLToPath(new URL('../../../indexer/cli.ts', import.meta.url));
const KEYS = fileURLToPath(new URL('../../metering/keys-program.ts', import.meta.url));

describe('lexicon keys', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keys-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  const run = (...args: string[]) => runProgram(KEYS, 'keys', ...args);
  const runProgram = async (program: string, ...args: string[]) => {
    const { code, out, err } = await runCommand(args, { DATA_DIR: dataDir, REDIS_URL: '' }, program);
    return { code, out: out.trim(), told: err };
  };
  const kept = async (id: string): Promise<KeyRecord | undefined> => {
    const store = await openMeteringStore({ dataDir, redisUrl: undefined }, pino({ enabled: false }));
    const record = await store.key(id);
    await store.close();
    return record;
  };

  it('creates, lists, rotates and revokes', async () => {
    const options = '--plan partner --scopes lex_ac,lex_read --expires 2099-01-31';
    const origins = ['--origins', 'https://a.example,http://localhost:5173'];
    const created = await run('create', '--name', '一個朋友', ...options.split(' '), ...origins);
    expect([created.code, created.told]).toEqual([0, expect.stringContaining('shown this once')]);
    const given = parseKey(created.out)!;
    expect(await kept(given.id)).toMatchObject({
      name: '一個朋友',
      plan: 'partner',
      scopes: ['lex_read', 'lex_ac'],
      expiresAt: Date.parse('2099-01-31'),
      origins: ['https://a.example', 'http://localhost:5173'],
      secretHash: hashSecret(given.secret),
    });

    const listed = await run('list');
    expect(listed.out).toContain(given.id);
    expect(listed.out).toContain('一個朋友');
    expect(listed.out + (await run('list', '--json')).out).not.toContain(hashSecret(given.secret));

    const rotated = await run('rotate', given.id);
    const next = parseKey(rotated.out)!;
    expect(next.id).toBe(given.id);
    const record = await kept(given.id);
    expect([verifySecret(record, given.secret, Date.now()), verifySecret(record, next.secret, Date.now())]).toEqual([
      false,
      true,
    ]);

    expect((await run('revoke', given.id)).out).toBe(`The key ${given.id} (一個朋友) is revoked.`);
    expect(verifySecret(await kept(given.id), next.secret, Date.now())).toBe(false);
    expect((await run('list')).out).toContain('revoked');
  });

  it('is part of the operator’s tool', async () => {
    const { code, out } = await runProgram(TOOL, 'keys', '--help');
    expect([code, out]).toEqual([0, expect.stringMatching(/create.*list.*revoke.*rotate/s)]);
  });

  it('exports keys, and brings them back into an empty store', async () => {
    const { out: key } = await run('create', '--name', '朋友', '--origins', 'https://a.example');
    const { id, secret } = parseKey(key)!;
    const { out: exported } = await run('export');
    expect(exported).not.toContain(secret);
    const before = dataDir;
    dataDir = await mkdtemp(join(tmpdir(), 'keys-'));
    const file = join(dataDir, 'keys.jsonl');
    await writeFile(file, `${exported}\n`);
    const count = exported.split('\n').length;
    expect((await run('restore', file)).out).toBe(`${count} keys are restored; 0 were there already.`);
    expect((await run('restore', file)).out).toBe(`0 keys are restored; ${count} were there already.`);
    const record = await kept(id);
    expect([record?.name, record?.origins]).toEqual(['朋友', ['https://a.example']]);
    expect(verifySecret(record, secret, Date.now())).toBe(true);
    await writeFile(file, `${exported}\n{"id":"x"}\n`);
    expect((await run('restore', file)).told).toContain(`Line ${count + 1} of ${file}`);
    await rm(dataDir, { recursive: true });
    dataDir = before;
  });

  it('says who asked most, under the names that the log has', async () => {
    const { out: key } = await run('create', '--name', '朋友');
    const account = `key:${parseKey(key)!.id}`;
    const store = await openMeteringStore({ dataDir, redisUrl: undefined }, pino({ enabled: false }));
    const day = dayAt(Date.now());
    const add = (of: string, requests: number, credits: number, errors: number) =>
      store.record({ account: of, day, endpoint: '/e', requests, credits, errors }, 1000, 1);
    await add(account, 3, 30, 1);
    await add('address:192.0.2.7', 9, 2, 5);
    const pseudonym = await pseudonymOf(
      createLedgerSubjects(store),
      { account: 'address:192.0.2.7', keyId: undefined },
      day,
    );
    await store.close();
    const top = async (...args: string[]) => (await runProgram(KEYS, 'usage', ...args)).out.split('\n').slice(1);
    const [byRequests, byCredits] = [await top(), await top('--by', 'credits', '--top', '1')];
    expect(byRequests[0]).toMatch(new RegExp(`^${pseudonym} +9 +2 +5 +address:192.0.2.7$`));
    expect(byCredits).toEqual([expect.stringMatching(new RegExp(`^${account.slice(4)} +3 +30 +1 +朋友$`))]);
    expect((await runProgram(KEYS, 'usage', '--day', '2001-01-01')).out).toBe('Nothing is recorded of 2001-01-01.');
  });

  it.each([
    ['create', "required option '--name <text>'"],
    ['create --name x --plan gold', 'There is no plan "gold". Use one of free, partner.'],
    ['create --name x --scopes everything', 'Give some of lex_read,lex_ac,lex_workflow'],
    ['create --name x --expires 2001-01-01', 'This time is over'],
    ['create --name x --origins a.example', 'Give origins such as https://lyrics.example'],
    ['revoke nobody', 'There is no key nobody. See "lexicon keys list".'],
    ['rotate nobody --grace long', '30m, 12h, 90d'],
  ])('says what to do when it cannot %s', async (args, advice) => {
    expect(await run(...args.split(' '))).toEqual({ code: 1, out: '', told: expect.stringContaining(advice) });
  });
});
