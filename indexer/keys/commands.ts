import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { pino } from 'pino';
import { z } from 'zod';
import { readConfig } from '../../src/config.ts';
import { explainError } from '../../src/explain-error.ts';
import { escapeHiddenCharacters, escapeHiddenCharactersInJson } from '../../src/lexicon/hidden-characters.ts';
import { type IssuedKey, issueKey, KeyError, revokeKey, rotateKey } from '../../src/metering/key.ts';
import { createLedgerSubjects, pseudonymOf } from '../../src/metering/ledger-subjects.ts';
import { dayAt, SCOPES, type Scope } from '../../src/metering/meter-port.ts';
import { openMeteringStore, sqlitePath } from '../../src/metering/open.ts';
import { openPlans, PlansError } from '../../src/metering/plans.ts';
import { FileDamaged, recover } from '../../src/metering/sqlite/database.ts';
import {
  isIpAccount,
  type KeyRecord,
  type MeteringStore,
  NewerSchemaError,
  StoreUnavailable,
} from '../../src/metering/store.ts';
import {
  nonEmpty,
  parseDuration,
  parsedTime,
  parseExpiry,
  parseOrigins,
  parseScopes,
  wholeNumber,
} from '../arguments.ts';

const FIGURES = ['requests', 'credits', 'errors'] as const;

interface CreateOptions {
  name: string;
  plan: string;
  scopes: Scope[];
  expires?: number;
  origins: string[];
}

/** `lexicon keys …` and `lexicon usage`, on the store that the environment names, as for the service itself. */
export function addKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('issue and withdraw API keys (REDIS_URL, else DATA_DIR, says where)');

  keys
    .command('create')
    .description('issue a key; it is shown this once')
    .requiredOption('--name <text>', 'what you call it, for example whose it is', nonEmpty)
    .option('--plan <name>', 'a plan of the file of plans', 'free')
    .option('--scopes <list>', `some of ${SCOPES.join(',')}`, parseScopes, [...SCOPES])
    .option(
      '--expires <when>',
      'a time such as 2027-01-31 (UTC), or a while such as 90d or 12h',
      parsedTime(parseExpiry),
    )
    .option('--origins <list>', 'for a browser key: origins of the pages that may use it', parseOrigins, [])
    .action((options: CreateOptions) => withStore((store) => create(store, options)));

  keys
    .command('list')
    .description('all keys, without their secrets')
    .option('--json', 'as JSON')
    .action(({ json }: { json?: boolean }) =>
      withStore(async (store) => {
        const records = await store.keys();
        const shown = records.map(({ secretHash: _, previousHash: __, ...record }) => record);
        console.log(
          json
            ? escapeHiddenCharactersInJson(JSON.stringify(shown, null, 1))
            : keyLines(records, Date.now()).join('\n'),
        );
      }),
    );

  keys
    .command('revoke')
    .description('shut a key out for good, within 2 seconds')
    .argument('<id>', 'the 12 characters after lex_')
    .action((id: string) =>
      withStore(async (store) => {
        const { name } = await revokeKey(store, id, Date.now());
        console.log(`The key ${id} (${escapeHiddenCharacters(name)}) is revoked.`);
      }),
    );

  keys
    .command('rotate')
    .description('give a key another secret; its plan, quota and usage stay')
    .argument('<id>', 'the 12 characters after lex_')
    .option('--grace <while>', 'how long the old secret still opens, such as 24h', parsedTime(parseDuration), 0)
    .action((id: string, { grace }: { grace: number }) =>
      withStore(async (store) => show(await rotateKey(store, id, grace, Date.now()))),
    );

  keys
    .command('export')
    .description('all keys as JSON lines, with the hashes of their secrets: a backup; keep it as safe as the store')
    .action(() =>
      withStore(async (store) => {
        for (const record of await store.keys()) console.log(escapeHiddenCharactersInJson(JSON.stringify(record)));
      }),
    );

  keys
    .command('restore')
    .description('bring keys back that "keys export" has written; keys that are there stay as they are')
    .argument('<file>', 'what "keys export" has written')
    .action((file: string) =>
      withStore(async (store) => {
        const records = parseExport(file);
        const present = new Set((await store.keys()).map(({ id }) => id));
        const missing = records.filter(({ id }) => !present.has(id));
        for (const record of missing) await store.addKey(record);
        console.log(`${missing.length} keys are restored; ${records.length - missing.length} were there already.`);
      }),
    );

  program
    .command('usage')
    .description(
      'who asked most on a day in Hong Kong: by key, or by address under the name that the log has for it that day',
    )
    .option('--top <n>', 'how many', wholeNumber(1), 10)
    .addOption(
      new Option('--by <figure>', 'by which figure (refusals are errors)').choices(FIGURES).default('requests'),
    )
    .option('--day <date>', 'such as 2027-01-31 (default: today); addresses are kept for today and yesterday')
    .action((options: UsageOptions) => withStore((store) => showUsage(store, options)));

  keys
    .command('recover')
    .description('save what can be read of a damaged SQLite file; while no service uses it')
    .argument('<damaged>', 'the damaged file, under another name')
    .action(recoverFile);
}

interface UsageOptions {
  readonly top: number;
  readonly by: (typeof FIGURES)[number];
  readonly day?: string;
}
async function showUsage(store: MeteringStore, { top, by, day = dayAt(Date.now()) }: UsageOptions): Promise<void> {
  const accounts = (await store.usageByAccount(day)).toSorted((a, b) => b[by] - a[by]).slice(0, top);
  if (accounts.length === 0) return console.log(`Nothing is recorded of ${day}.`);
  const names = new Map((await store.keys()).map(({ id, name }) => [id, name]));
  const subjects = createLedgerSubjects(store);
  const rows = accounts.map(async ({ account, requests, credits, errors }) => {
    const keyId = isIpAccount(account) ? undefined : account.replace(/^key:/, '');
    const caller = keyId ?? (await pseudonymOf(subjects, { account, keyId }, day));
    const name = keyId === undefined ? account : (names.get(keyId) ?? '');
    return [caller, `${requests}`, `${credits}`, `${errors}`, escapeHiddenCharacters(name)];
  });
  const header = ['caller', ...FIGURES, 'name'];
  console.log(alignedLines([header, ...(await Promise.all(rows))]).join('\n'));
}

function parseExport(file: string): KeyRecord[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line, index) => {
    try {
      return EXPORTED_KEY.parse(JSON.parse(line)) as KeyRecord;
    } catch {
      throw new KeyError(
        `Line ${index + 1} of ${file} is no key that "keys export" has written. Nothing was restored.`,
      );
    }
  });
}

const EXPORTED_KEY = z.strictObject({
  id: z.string().regex(/^[a-z0-9]{12}$/),
  name: z.string(),
  plan: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  origins: z.array(z.string()),
  secretHash: z.string().regex(/^[0-9a-f]{64}$/),
  previousHash: z.string().optional(),
  previousUntil: z.number().optional(),
  createdAt: z.number(),
  expiresAt: z.number().optional(),
  revokedAt: z.number().optional(),
});

function recoverFile(damaged: string): void {
  const { dataDir } = readConfig();
  try {
    const to = sqlitePath(dataDir);
    const found = recover(damaged, to);
    for (const [table, count] of Object.entries(found.rows)) console.log(`${table}: ${count} rows`);
    if (found.damaged.length > 0)
      console.log(`A part of ${found.damaged.join(', ')} could not be read. Look at "lexicon keys list".`);
    console.log(`Written to ${to}.`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

async function create(store: MeteringStore, { name, plan, scopes, expires, origins }: CreateOptions): Promise<void> {
  const plans = openPlans(readConfig().plansFile).names.filter((one) => one !== 'anonymous');
  if (!plans.includes(plan)) throw new KeyError(`There is no plan "${plan}". Use one of ${plans.join(', ')}.`);
  show(await issueKey(store, { name, plan, scopes, origins, expiresAt: expires }, Date.now()));
}

/** Prints only the key to standard output, so that it can be piped into a vault. */
function show({ key, record }: IssuedKey): void {
  const { id, name, plan } = record;
  console.error(`Key ${id} (${escapeHiddenCharacters(name)}), plan ${plan}. It is shown this once; keep it safe:`);
  console.log(key);
}

async function withStore(work: (store: MeteringStore) => Promise<void>): Promise<void> {
  let store: MeteringStore | undefined;
  try {
    store = await openMeteringStore(readConfig(), pino({ enabled: false }));
    await work(store);
  } catch (error) {
    console.error(explainError(error, [KeyError, PlansError, FileDamaged, StoreUnavailable, NewerSchemaError]));
    process.exitCode = 1;
  } finally {
    await store?.close();
  }
}

const HEADER = ['id', 'state', 'plan', 'scopes', 'created', 'expires', 'origins', 'name'];

export function keyLines(records: readonly KeyRecord[], now: number): string[] {
  if (records.length === 0) return ['There is no key yet. Issue one with "lexicon keys create --name NAME".'];
  const rows = records.map((record) => {
    const { id, plan, scopes, createdAt, expiresAt, origins, name } = record;
    const expires = expiresAt === undefined ? 'never' : dateOf(expiresAt);
    const shown = [scopes.join(','), dateOf(createdAt), expires, origins.join(',') || 'any'];
    return [id, stateOf(record, now), plan, ...shown, escapeHiddenCharacters(name)];
  });
  return alignedLines([HEADER, ...rows]);
}

/** Rows of equally many cells, under each other. */
function alignedLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

export function stateOf({ revokedAt, expiresAt, previousUntil }: KeyRecord, now: number): string {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt !== undefined && expiresAt <= now) return 'expired';
  return previousUntil !== undefined && previousUntil > now ? 'rotating' : 'active';
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
