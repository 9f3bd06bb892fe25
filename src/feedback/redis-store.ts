import type { Redis } from 'ioredis';
import { BackendError } from '../lexicon/backend-error.ts';
import { closeRedis } from '../metering/redis/client.ts';
import {
  FeedbackFull,
  type FeedbackState,
  type FeedbackStore,
  MAX_OPEN,
  MAX_REVIEWED,
  type NewSuggestion,
  type Suggestion,
  suggestionId,
} from './feedback-store.ts';

interface RedisFeedbackOptions {
  /** Closed with the store. */
  readonly client: Redis;
  /** Prefix of all keys in Redis. */
  readonly prefix: string;
  readonly maxOpen?: number;
  readonly maxReviewed?: number;
}

/**
 * Names of the keys, as KEYS of the scripts has them: suggestions by id, how often each came, the open ones of anonymous callers, the
 * reviewed ones, the last number, states, the open ones of callers with a key, callers. The braces keep them on one node of a cluster.
 */
const KEY_NAMES = ['items', 'counts', 'open', 'reviewed', 'number', 'states', 'open-keyed', 'callers'] as const;

/** Forgets the suggestions of a list, all in the set KEYS[set]. */
const FORGET = `
local function forget(ids, set)
  for _, id in ipairs(ids) do
    for _, hash in ipairs({1, 2, 6, 8}) do redis.call('HDEL', KEYS[hash], id) end
    redis.call('ZREM', KEYS[set], id)
  end
end
local function openSetOf(caller) return string.sub(caller, 1, 4) == 'key:' and 7 or 3 end`;

/** ARGV: id, suggestion, caller, most open. Answers 1, or 0 when too many of callers with a key wait. */
const ADD_SCRIPT = `${FORGET}
local id, caller, mostOpen = ARGV[1], ARGV[3], tonumber(ARGV[4])
local set = openSetOf(caller)
if redis.call('HEXISTS', KEYS[1], id) == 1 then
  redis.call('HINCRBY', KEYS[2], id, 1)
  local order = set == 7 and redis.call('ZSCORE', KEYS[3], id)
  if order then
    redis.call('ZREM', KEYS[3], id)
    redis.call('ZADD', KEYS[7], order, id)
    redis.call('HSET', KEYS[8], id, caller)
  end
  return 1
end
local surplus = redis.call('ZCARD', KEYS[set]) + 1 - mostOpen
if surplus > 0 then
  if set == 7 then return 0 end
  forget(redis.call('ZRANGE', KEYS[3], 0, surplus - 1), 3)
end
redis.call('HSET', KEYS[1], id, ARGV[2])
redis.call('HSET', KEYS[2], id, 1)
redis.call('HSET', KEYS[8], id, caller)
redis.call('ZADD', KEYS[set], redis.call('INCR', KEYS[5]), id)
return 1`;

/** ARGV: id, state, most reviewed. Answers 0 when there is no such suggestion. */
const REVIEW_SCRIPT = `${FORGET}
local id, state = ARGV[1], ARGV[2]
if redis.call('HEXISTS', KEYS[1], id) == 0 then return 0 end
local order
for _, set in ipairs({3, 7, 4}) do
  order = order or redis.call('ZSCORE', KEYS[set], id)
  redis.call('ZREM', KEYS[set], id)
end
local set = state == 'open' and openSetOf(redis.call('HGET', KEYS[8], id) or '') or 4
redis.call('ZADD', KEYS[set], order, id)
redis.call('HSET', KEYS[6], id, state)
local surplus = redis.call('ZCARD', KEYS[4]) - tonumber(ARGV[3])
if surplus > 0 then forget(redis.call('ZRANGE', KEYS[4], 0, surplus - 1), 4) end
return 1`;

type StoredSuggestion = Omit<Suggestion, 'caller' | 'count' | 'state'>;

/** Keeps suggestions in Redis, for several replicas. They are as durable as that Redis is set to be. */
export function openRedisFeedbackStore(options: RedisFeedbackOptions): FeedbackStore {
  const { client, prefix, maxOpen = MAX_OPEN, maxReviewed = MAX_REVIEWED } = options;
  const keyOf = (name: (typeof KEY_NAMES)[number]) => `${prefix}{feedback}:${name}`;
  const keys = KEY_NAMES.map(keyOf);

  const readSuggestions = async (ids: readonly string[]): Promise<Suggestion[]> => {
    if (ids.length === 0) return [];
    const [itemValues, countValues, stateValues, callers] = await Promise.all(
      (['items', 'counts', 'states', 'callers'] as const).map((name) => client.hmget(keyOf(name), ...ids)),
    );
    return itemValues!.flatMap((text, index) =>
      text === null
        ? []
        : [
            {
              ...(JSON.parse(text) as StoredSuggestion),
              caller: callers![index] ?? '',
              count: Number(countValues![index] ?? 1),
              state: (stateValues![index] ?? 'open') as FeedbackState,
            },
          ],
    );
  };
  const readOrder = async (name: (typeof KEY_NAMES)[number]) => {
    const flat = await client.zrange(keyOf(name), '0', '-1', 'WITHSCORES');
    return flat.flatMap((id, index) => (index % 2 === 0 ? [{ id, order: Number(flat[index + 1]) }] : []));
  };
  const list = async (state?: FeedbackState): Promise<Suggestion[]> => {
    const sets = [
      ...(state === 'open' ? [] : (['reviewed'] as const)),
      ...(state === undefined || state === 'open' ? (['open', 'open-keyed'] as const) : []),
    ];
    const ids = (await Promise.all(sets.map(readOrder)))
      .flat()
      .sort((one, other) => one.order - other.order)
      .map(({ id }) => id);
    const found = await readSuggestions(ids);
    return state === undefined ? found : found.filter((one) => one.state === state);
  };
  const review = async (id: string, state: FeedbackState) =>
    (await client.eval(REVIEW_SCRIPT, keys.length, ...keys, id, state, String(maxReviewed))) === 1;
  return {
    add: translateErrors(async (suggestion: NewSuggestion) => {
      const id = suggestionId(suggestion);
      const { caller, ...content } = suggestion;
      const stored = JSON.stringify({ ...content, id } satisfies StoredSuggestion);
      const added = await client.eval(ADD_SCRIPT, keys.length, ...keys, id, stored, caller, String(maxOpen));
      if (added === 0) throw new FeedbackFull();
      return id;
    }),
    list: translateErrors(list),
    find: translateErrors(async (id: string) => (await readSuggestions([id]))[0]),
    review: translateErrors(review),
    rejectCaller: translateErrors(async (caller: string) => {
      const found = (await list('open')).filter((suggestion) => suggestion.caller === caller);
      for (const { id } of found) await review(id, 'rejected');
      return found.length;
    }),
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
