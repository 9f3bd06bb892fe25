import Sqlite from 'better-sqlite3';
import type { Redis } from 'ioredis';
import { hashSecret } from '../../../src/metering/key.ts';

/** What the first release wrote, by hand: it must be read by every later one. Never change it. */

export const SECRET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ';
export const KEY_ID = 'abc123def456';
export const KEY = `lex_${KEY_ID}_${SECRET}`;
/** 2026-11-21 12:00 in Hong Kong. */
export const NOON = Date.parse('2026-11-21T04:00:00Z');
const CREATED = Date.parse('2026-11-01T00:00:00Z');
const ACCOUNT = `key:${KEY_ID}`;

const METERING_TABLES = `
CREATE TABLE keys (id TEXT PRIMARY KEY, name TEXT NOT NULL, plan TEXT NOT NULL, scopes TEXT NOT NULL, origins TEXT NOT NULL,
  secret_hash TEXT NOT NULL, previous_hash TEXT, previous_until INTEGER, created_at INTEGER NOT NULL, expires_at INTEGER,
  revoked_at INTEGER) STRICT;
CREATE TABLE paid (day TEXT NOT NULL, account TEXT NOT NULL, endpoint TEXT NOT NULL, subject TEXT NOT NULL,
  credits INTEGER NOT NULL, PRIMARY KEY (day, account, endpoint, subject)) STRICT, WITHOUT ROWID;
CREATE TABLE usage (day TEXT NOT NULL, account TEXT NOT NULL, endpoint TEXT NOT NULL, requests INTEGER NOT NULL,
  credits INTEGER NOT NULL CHECK (credits >= 0), errors INTEGER NOT NULL, PRIMARY KEY (day, account, endpoint)) STRICT, WITHOUT ROWID;`;

export function writeMeteringFile(path: string): void {
  const database = new Sqlite(path);
  database.exec(METERING_TABLES);
  database
    .prepare(
      "INSERT INTO keys VALUES (?, '詞人', 'partner', 'lex_read lex_ac', 'https://a.example https://b.example', ?, ?, ?, ?, ?, NULL)",
    )
    .run(KEY_ID, hashSecret(SECRET), hashSecret('before'), NOON + 1, CREATED, NOON + 86_400_000);
  database.prepare("INSERT INTO paid VALUES ('2026-11-21', ?, '/api/lexicon/word/{text}', '海', 7)").run(ACCOUNT);
  const usage = database.prepare('INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?)');
  usage.run('2026-11-20', ACCOUNT, '/api/lexicon/browse', 5, 4, 1);
  usage.run('2026-11-21', ACCOUNT, '/api/lexicon/word/{text}', 2, 7, 0);
  usage.run('2026-11-21', 'address:192.0.2.1', '/api/lexicon/browse', 3, 3, 0);
  database.pragma('user_version = 1');
  database.close();
}

/** The first release counted no versions in Redis. */
export async function writeRedis(client: Redis, prefix: string): Promise<void> {
  await client.sadd(`${prefix}keys`, KEY_ID);
  await client.hset(`${prefix}key:${KEY_ID}`, {
    name: '詞人',
    plan: 'partner',
    scopes: '["lex_read","lex_ac"]',
    origins: '["https://a.example","https://b.example"]',
    secretHash: hashSecret(SECRET),
    previousHash: hashSecret('before'),
    previousUntil: String(NOON + 1),
    createdAt: String(CREATED),
    expiresAt: String(NOON + 86_400_000),
  });
  const ledger = { spent: '7', 'paid:/api/lexicon/word/{text}:海': '7' };
  await client.hset(`${prefix}ledger:{${ACCOUNT}}:2026-11-21`, ledger);
  const usage = (endpoint: string, [requests, credits, errors]: readonly number[]) => ({
    [`${endpoint}|requests`]: String(requests),
    [`${endpoint}|credits`]: String(credits),
    [`${endpoint}|errors`]: String(errors),
  });
  await client.hset(`${prefix}usage:{${ACCOUNT}}:2026-11-20`, usage('/api/lexicon/browse', [5, 4, 1]));
  await client.hset(`${prefix}usage:{${ACCOUNT}}:2026-11-21`, usage('/api/lexicon/word/{text}', [2, 7, 0]));
  await client.hset(`${prefix}ledger:{address:192.0.2.1}:2026-11-21`, { spent: '3' });
  await client.hset(`${prefix}usage:{address:192.0.2.1}:2026-11-21`, usage('/api/lexicon/browse', [3, 3, 0]));
}

/** The key as every release has to read it. */
export const KEY_RECORD = {
  id: KEY_ID,
  name: '詞人',
  plan: 'partner',
  scopes: ['lex_read', 'lex_ac'],
  origins: ['https://a.example', 'https://b.example'],
  secretHash: hashSecret(SECRET),
  previousHash: hashSecret('before'),
  previousUntil: NOON + 1,
  createdAt: CREATED,
  expiresAt: NOON + 86_400_000,
  revokedAt: undefined,
};
