import type { Redis } from 'ioredis';
import { BackendError } from '../lexicon/backend-error.ts';
import { closeRedis } from '../metering/redis/client.ts';
import { FeedbackFull, type FeedbackStore, MAX_OPEN, MAX_REVIEWED } from './feedback-store.ts';
import { type FeedbackState, type NewSuggestion, type Suggestion, suggestionId } from './suggestion.ts';

interface RedisFeedbackOptions {
  /** Closed with the store. */
  readonly client: Redis;
  /** Prefix of all keys in Redis. */
  readonly prefix: string;
  readonly maxOpen?: number;
  readonly maxReviewed?: number;
}

/**
 * KEYS: suggestions by id, how often each came, the open ones and the reviewed ones in order. The braces of their names keep them
 * on one node of a cluster. ARGV: id, suggestion, most open. Answers 1, or 0 when too many wait.
 */
const ADD_SCRIPT = `
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then
  redis.call('HINCRBY', KEYS[2], ARGV[1], 1)
  return 1
end
if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[1], 1)
redis.call('ZADD', KEYS[3], redis.call('INCR', KEYS[5]), ARGV[1])
return 1`;

/** ARGV: id, state, most reviewed. Answers 0 when there is no such suggestion. */
const REVIEW_SCRIPT = `
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if not kept then return 0 end
local order = redis.call('ZSCORE', KEYS[3], ARGV[1]) or redis.call('ZSCORE', KEYS[4], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('ZADD', ARGV[2] == 'open' and KEYS[3] or KEYS[4], order, ARGV[1])
redis.call('HSET', KEYS[6], ARGV[1], ARGV[2])
local surplus = redis.call('ZCARD', KEYS[4]) - tonumber(ARGV[3])
if surplus > 0 then
  for _, old in ipairs(redis.call('ZRANGE', KEYS[4], 0, surplus - 1)) do
    redis.call('HDEL', KEYS[1], old)
    redis.call('HDEL', KEYS[2], old)
    redis.call('HDEL', KEYS[6], old)
    redis.call('ZREM', KEYS[4], old)
  end
end
return 1`;

type StoredSuggestion = Omit<Suggestion, 'count' | 'state'>;

/** Keeps suggestions in Redis, for several replicas. They are as durable as that Redis is set to be. */
export function openRedisFeedbackStore(options: RedisFeedbackOptions): FeedbackStore {
  const { client, prefix, maxOpen = MAX_OPEN, maxReviewed = MAX_REVIEWED } = options;
  const keys = ['items', 'counts', 'open', 'reviewed', 'number', 'states'].map((name) => `${prefix}{feedback}:${name}`);
  const [items, counts, open, reviewed, , states] = keys as [string, string, string, string, string, string];

  const readSuggestions = async (ids: readonly string[]): Promise<Suggestion[]> => {
    if (ids.length === 0) return [];
    const [itemValues, countValues, stateValues] = await Promise.all(
      [items, counts, states].map((name) => client.hmget(name, ...ids)),
    );
    return itemValues!.flatMap((text, index) =>
      text === null
        ? []
        : [
            {
              ...(JSON.parse(text) as StoredSuggestion),
              count: Number(countValues![index] ?? 1),
              state: (stateValues![index] ?? 'open') as FeedbackState,
            },
          ],
    );
  };
  const readOrder = async (name: string) => {
    const flat = await client.zrange(name, '0', '-1', 'WITHSCORES');
    return flat.flatMap((id, index) => (index % 2 === 0 ? [{ id, order: Number(flat[index + 1]) }] : []));
  };
  return {
    add: translateErrors(async (suggestion: NewSuggestion) => {
      const id = suggestionId(suggestion);
      const stored: StoredSuggestion = { ...suggestion, id };
      const added = await client.eval(ADD_SCRIPT, keys.length, ...keys, id, JSON.stringify(stored), String(maxOpen));
      if (added === 0) throw new FeedbackFull();
      return id;
    }),
    list: translateErrors(async (state?: FeedbackState) => {
      const orderKeys = [
        ...(state === 'open' ? [] : [reviewed]),
        ...(state === undefined || state === 'open' ? [open] : []),
      ];
      const ids = (await Promise.all(orderKeys.map(readOrder)))
        .flat()
        .sort((one, other) => one.order - other.order)
        .map(({ id }) => id);
      const found = await readSuggestions(ids);
      return state === undefined ? found : found.filter((one) => one.state === state);
    }),
    find: translateErrors(async (id: string) => (await readSuggestions([id]))[0]),
    review: translateErrors(
      async (id: string, state: FeedbackState) =>
        (await client.eval(REVIEW_SCRIPT, keys.length, ...keys, id, state, String(maxReviewed))) === 1,
    ),
    close: () => closeRedis(client),
  };
}

function translateErrors<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return await work(...args);
    } catch (error) {
      if (error instanceof FeedbackFull) throw error;
      throw new BackendError('unavailable', `suggestions cannot be kept: ${(error as Error).message}`, {
        cause: error,
      });
    }
  };
}
