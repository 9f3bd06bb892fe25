import { type Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { explainError } from '../../src/explain-error.ts';
import {
  escapeHiddenCharacters,
  escapeHiddenCharactersInJson,
  findHiddenCharacter,
} from '../../src/lexicon/hidden-characters.ts';
import { SCOPES, type Scope } from '../../src/metering/caller.ts';
import { type IssuedKey, issueKey, KeyError, revokeKey, rotateKey } from '../../src/metering/issue-keys.ts';
import { NewerSchemaError } from '../../src/metering/newer-schema-error.ts';
import { openMeteringStore, sqlitePath } from '../../src/metering/open.ts';
import { openPlans, PlansError } from '../../src/metering/plans.ts';
import { FileDamaged } from '../../src/metering/sqlite/errors.ts';
import { recover } from '../../src/metering/sqlite/recover.ts';
import { type MeteringStore, StoreUnavailable } from '../../src/metering/store.ts';
import { keyLines } from './key-lines.ts';
import { parseDuration, parseExpiry } from './times.ts';

interface CreateOptions {
  name: string;
  plan: string;
  scopes: Scope[];
  expires?: number;
  origins: string[];
}

/** `lexicon keys create|list|revoke|rotate|recover`, on the store that the environment names, as for the service itself. */
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
    .command('recover')
    .description('save what can be read of a damaged SQLite file; while no service uses it')
    .argument('<damaged>', 'the damaged file, under another name')
    .action(recoverFile);
}

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

function nonEmpty(text: string): string {
  const value = text.trim();
  if (value === '' || value.length > 100) throw new InvalidArgumentError('Give 1 to 100 characters.');
  const problem = findHiddenCharacter(value);
  if (problem) throw new InvalidArgumentError(`The name ${problem}.`);
  return value;
}

function parseScopes(text: string): Scope[] {
  const scopes = list(text);
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (scopes.length === 0 || unknown.length > 0)
    throw new InvalidArgumentError(`Give some of ${SCOPES.join(',')}, with commas between them.`);
  return SCOPES.filter((scope) => scopes.includes(scope));
}

function parseOrigins(text: string): string[] {
  const origins = list(text);
  const invalid = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (origins.length === 0 || invalid !== undefined)
    throw new InvalidArgumentError('Give origins such as https://lyrics.example, with commas between them.');
  return [...new Set(origins)];
}

function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function parsedTime(parse: (text: string, now: number) => number | string): (text: string) => number {
  return (text) => {
    const parsed = parse(text, Date.now());
    if (typeof parsed === 'string') throw new InvalidArgumentError(parsed);
    return parsed;
  };
}
