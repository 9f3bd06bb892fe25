import { MemoryStore, type Options, type Store } from 'express-rate-limit';
import type { Redis } from 'ioredis';
import { type RedisReply, RedisStore } from 'rate-limit-redis';

interface SharedRateOptions {
  readonly client: Redis;
  readonly prefix: string;
  /** Whether Redis is known to be down. */
  readonly isDown: () => boolean;
  readonly reportDown: (error: unknown) => void;
}

/** Counts in Redis, for all replicas together; while that is down, in this process. */
export function redisRateStore({ client, prefix, isDown, reportDown }: SharedRateOptions): Store {
  const sendCommand = (...args: string[]) => client.call(...(args as [string, ...string[]])) as Promise<RedisReply>;
  const shared = new RedisStore({ sendCommand, prefix });
  const local = new MemoryStore();
  let loaded = false;

  const orLocal = async <T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> => {
    if (isDown() || !loaded) return await here();
    try {
      return await there();
    } catch (error) {
      reportDown(error);
      return await here();
    }
  };
  return {
    prefix,
    init(options: Options) {
      local.init(options);
      // The scripts are loaded anew on each connection: the server behind it may be a new one.
      const load = () => {
        Promise.resolve(shared.init(options)).then(() => (loaded = true), reportDown);
      };
      client.on('ready', load);
      if (client.status === 'ready') load();
    },
    get: (key) =>
      orLocal(
        () => shared.get(key),
        () => local.get(key),
      ),
    increment: (key) =>
      orLocal(
        () => shared.increment(key),
        () => local.increment(key),
      ),
    decrement: (key) =>
      orLocal(
        () => shared.decrement(key),
        () => local.decrement(key),
      ),
    resetKey: (key) =>
      orLocal(
        () => shared.resetKey(key),
        () => local.resetKey(key),
      ),
    shutdown: () => local.shutdown(),
  };
}
