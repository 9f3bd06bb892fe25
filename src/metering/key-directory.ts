import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './key.ts';
import { type MeteringStore, StoreUnavailable } from './store.ts';

/** A key is looked up again after this long, in milliseconds, so that a revoked one is shut out within 2 seconds everywhere. */
const FRESH_FOR = 1_000;
/** How long a key that was used goes on while the store is down. Each use counts anew. */
const KEPT_FOR = 5 * 60_000;
const MOST_KEYS = 20_000;
/** How long an id that was not found is not looked up again, in milliseconds. An id is random: nobody asks for one before it is issued. */
const ABSENT_FOR = 60_000;
const MOST_ABSENT = 20_000;

interface Known {
  record: KeyRecord | undefined;
  checkedAt: number;
  usedAt: number;
}

/** The keys that this process has seen, and how to see others. */
export interface KeyDirectory {
  /** The key as it was at most a second ago, when it is at hand. */
  atHand(id: string): KeyRecord | undefined;
  /** Whether the key was found here before, so that it is worth looking up whoever asks. */
  wasFound(id: string): boolean;
  /** Whether the id was looked up in the last minute and not found. */
  isAbsent(id: string): boolean;
  /** Looks the key up; throws {@link StoreUnavailable} when the store is down and the key was not used in the last 5 minutes. */
  find(id: string): Promise<KeyRecord | undefined>;
}

/** @param onLookup told whether a key was at hand */
export function createKeyDirectory(
  store: Pick<MeteringStore, 'key'>,
  clock: () => number,
  onLookup: (atHand: boolean) => void = () => undefined,
): KeyDirectory {
  const known = new LRUCache<string, Known>({ max: MOST_KEYS });
  const absent = new LRUCache<string, number>({ max: MOST_ABSENT });
  const lookups = new Map<string, Promise<KeyRecord | undefined>>();

  const lookUp = async (id: string): Promise<KeyRecord | undefined> => {
    // The time before asking: the answer may be as old as that.
    const now = clock();
    const before = known.get(id);
    try {
      const record = await store.key(id);
      if (record) known.set(id, { record, checkedAt: now, usedAt: now });
      else {
        known.delete(id);
        absent.set(id, now);
      }
      return record;
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || !before || now - before.usedAt > KEPT_FOR) throw error;
      before.usedAt = now;
      return before.record;
    }
  };

  return {
    atHand(id) {
      const one = known.get(id);
      const now = clock();
      const fresh = one !== undefined && now - one.checkedAt < FRESH_FOR;
      onLookup(fresh);
      if (!fresh) return undefined;
      one.usedAt = now;
      return one.record;
    },
    wasFound: (id) => known.has(id),
    isAbsent(id) {
      const since = absent.get(id);
      return since !== undefined && clock() - since < ABSENT_FOR;
    },
    async find(id) {
      const underWay = lookups.get(id);
      if (underWay) return await underWay;
      const lookup = lookUp(id).finally(() => lookups.delete(id));
      lookups.set(id, lookup);
      return await lookup;
    },
  };
}
