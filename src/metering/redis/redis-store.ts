import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { UsageRow } from '../../api/meter.ts';
import type { KeyRecord } from '../key.ts';
import { newDayKey } from '../ledger-subject.ts';
import { isAddressAccount, type MeteringStore, type Posting, StoreUnavailable, USAGE_DAYS } from '../store.ts';
import { closeRedis } from './client.ts';
import { keyFields, keyOfFields } from './key-fields.ts';
import { POST_SCRIPT } from './post-script.ts';

const DAY_SECONDS = 86_400;
/** A day's ledger is of no use once the day is over everywhere; a day more for clocks that disagree. */
const LEDGER_SECONDS = 2 * DAY_SECONDS;

interface RedisOptions {
  readonly client: Redis;
  /** What every name in Redis begins with. */
  readonly prefix?: string;
}

type PostCommand = (
  ledger: string,
  usage: string,
  ...args: readonly (string | number)[]
) => Promise<[state: number, cost: number, spent: number]>;

/** Keeps everything in Redis, for several replicas that count as one. The client is closed with the store. */
export function openRedisStore({ client, prefix = 'lexicon:' }: RedisOptions): MeteringStore {
  client.defineCommand('lexiconPost', { numberOfKeys: 2, lua: POST_SCRIPT });
  const runPost = (client as unknown as { lexiconPost: PostCommand }).lexiconPost.bind(client);
  // Tickets are numbered by process, so that each has a name of its own.
  const self = randomBytes(8).toString('hex');
  // The braces keep an account's keys on one node of a cluster.
  const ledgerOf = (account: string, day: string) => `${prefix}ledger:{${account}}:${day}`;
  const usageOf = (account: string, day: string) => `${prefix}usage:{${account}}:${day}`;

  return {
    ...keyCommands(client, prefix),
    post: guarded(async (posting, limit, ticket) => {
      const { account, day, endpoint, credits, requests, errors } = posting;
      const usageSeconds = isAddressAccount(account) ? LEDGER_SECONDS : (USAGE_DAYS + 1) * DAY_SECONDS;
      const [state, cost, spent] = await runPost(
        ...[ledgerOf(account, day), usageOf(account, day)],
        ...[credits, paidField(posting), Number.isFinite(limit) ? limit : -1, endpoint, requests, errors],
        ...[self, ticket, LEDGER_SECONDS, usageSeconds],
      );
      return { taken: state !== 0, cost, spent };
    }),
    spent: guarded(async (account, day) => Number((await client.hget(ledgerOf(account, day), 'spent')) ?? 0)),
    paid: guarded(async (posting) => {
      const field = paidField(posting);
      return field === '' ? 0 : Number((await client.hget(ledgerOf(posting.account, posting.day), field)) ?? 0);
    }),
    dayKey: guarded(async (day) => {
      const name = `${prefix}day-key:${day}`;
      await client.set(name, newDayKey(), 'EX', LEDGER_SECONDS, 'NX');
      // Just made or found; it outlives the day by a day.
      return (await client.get(name))!;
    }),
    usage: guarded(async (account, days) => {
      const hashes = await Promise.all(days.map((day) => client.hgetall(usageOf(account, day))));
      return hashes.flatMap((hash, at) => usageRows(days[at]!, hash));
    }),
    ping: guarded(async () => void (await client.ping())),
    close: () => closeRedis(client),
  };
}

function keyCommands(client: Redis, prefix: string): Pick<MeteringStore, 'addKey' | 'key' | 'keys' | 'changeKey'> {
  const nameOf = (id: string) => `${prefix}key:${id}`;
  const all = `${prefix}keys`;
  const enrol = guarded((id: string) => client.sadd(all, id));
  const write = guarded((key: KeyRecord) => client.hset(nameOf(key.id), keyFields(key)));
  const find = async (id: string): Promise<KeyRecord | undefined> => {
    const fields = await client.hgetall(nameOf(id));
    return Object.keys(fields).length === 0 ? undefined : keyOfFields(id, fields);
  };
  return {
    async addKey(key) {
      if ((await enrol(key.id)) === 0) throw new Error(`there is already a key ${key.id}`);
      await write(key);
    },
    key: guarded(find),
    keys: guarded(async () => {
      const records = await Promise.all((await client.smembers(all)).map(find));
      return records
        .filter((record) => record !== undefined)
        .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
    }),
    changeKey: guarded(async (id, changes) => {
      const name = nameOf(id);
      if ((await client.exists(name)) === 0) return false;
      const fields = keyFields(changes);
      const cleared = Object.keys(fields).filter((field) => fields[field] === '');
      const change = client.multi().hset(name, fields);
      if (cleared.length > 0) change.hdel(name, ...cleared);
      await change.exec();
      return true;
    }),
  };
}

function paidField({ endpoint, subject }: Pick<Posting, 'endpoint' | 'subject'>): string {
  return subject === undefined ? '' : `paid:${endpoint}:${subject}`;
}

function usageRows(day: string, hash: Readonly<Record<string, string>>): UsageRow[] {
  const endpoints = Object.keys(hash)
    .filter((field) => field.endsWith('|requests'))
    .map((field) => field.slice(0, -'|requests'.length))
    .sort();
  const count = (endpoint: string, what: string) => Number(hash[`${endpoint}|${what}`] ?? 0);
  return endpoints.map((endpoint) => ({
    ...{ day, endpoint, requests: count(endpoint, 'requests') },
    ...{ credits: count(endpoint, 'credits'), errors: count(endpoint, 'errors') },
  }));
}

/** Errors of the connection and of the server are outages; only an error reply says that nothing was done. */
function guarded<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      const { name, message } = error as Error;
      const unsent = message.includes('enableOfflineQueue');
      if (name === 'ReplyError' || unsent) throw new StoreUnavailable(error, { mayHaveRun: false });
      throw new StoreUnavailable(error, { mayHaveRun: true });
    }
  };
}
