import type { Redis } from 'ioredis';
import { BackendError } from '../lexicon/backend-error.ts';
import { closeRedis } from '../metering/redis/client.ts';
import { type FeedbackBox, FeedbackFull, MOST_OPEN, MOST_REVIEWED } from './box.ts';
import { type FeedbackState, type NewSuggestion, type Suggestion, suggestionId } from './suggestion.ts';

interface RedisBoxOptions {
  /** Closed with the box. */
  readonly client: Redis;
  /** What every name in Redis begins with. */
  readonly prefix: string;
  readonly mostOpen?: number;
  readonly mostReviewed?: number;
}

/**
 * KEYS: suggestions by id, how often each came, the open ones and the reviewed ones in order. The braces of their names keep them
 * on one node of a cluster. ARGV: id, suggestion, most open. Answers 1, or 0 when too many wait.
 */
const ADD = `
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
const REVIEW = `
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

type Kept = Omit<Suggestion, 'count' | 'state'>;

/** Keeps suggestions in Redis, for several replicas. They are as durable as that Redis is set to be. */
export function openRedisBox(options: RedisBoxOptions): FeedbackBox {
  const { client, prefix, mostOpen = MOST_OPEN, mostReviewed = MOST_REVIEWED } = options;
  const names = ['items', 'counts', 'open', 'reviewed', 'number', 'states'].map(
    (name) => `${prefix}{feedback}:${name}`,
  );
  const [items, counts, open, reviewed, , states] = names as [string, string, string, string, string, string];

  const read = async (ids: readonly string[]): Promise<Suggestion[]> => {
    if (ids.length === 0) return [];
    const [texts, times, decided] = await Promise.all(
      [items, counts, states].map((name) => client.hmget(name, ...ids)),
    );
    return texts!.flatMap((text, at) =>
      text === null
        ? []
        : [
            {
              ...(JSON.parse(text) as Kept),
              count: Number(times![at] ?? 1),
              state: (decided![at] ?? 'open') as FeedbackState,
            },
          ],
    );
  };
  const inOrder = async (name: string) => {
    const flat = await client.zrange(name, '0', '-1', 'WITHSCORES');
    return flat.flatMap((id, at) => (at % 2 === 0 ? [{ id, order: Number(flat[at + 1]) }] : []));
  };
  return {
    add: guarded(async (suggestion: NewSuggestion) => {
      const id = suggestionId(suggestion);
      const kept: Kept = { ...suggestion, id };
      const taken = await client.eval(ADD, names.length, ...names, id, JSON.stringify(kept), String(mostOpen));
      if (taken === 0) throw new FeedbackFull();
      return id;
    }),
    list: guarded(async (state?: FeedbackState) => {
      const places = [
        ...(state === 'open' ? [] : [reviewed]),
        ...(state === undefined || state === 'open' ? [open] : []),
      ];
      const ids = (await Promise.all(places.map(inOrder)))
        .flat()
        .sort((one, other) => one.order - other.order)
        .map(({ id }) => id);
      const found = await read(ids);
      return state === undefined ? found : found.filter((one) => one.state === state);
    }),
    find: guarded(async (id: string) => (await read([id]))[0]),
    review: guarded(
      async (id: string, state: FeedbackState) =>
        (await client.eval(REVIEW, names.length, ...names, id, state, String(mostReviewed))) === 1,
    ),
    close: () => closeRedis(client),
  };
}

function guarded<A extends unknown[], T>(work: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
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
