import { z } from 'zod';
import { partitionPoint } from '../../lexicon/partition-point.ts';

/**
 * Sort keys of the three orders of words. A document holds a key that leaves room before and after it, not the dense rank that the API
 * shows, so that a word that comes or goes does not change the documents of all words behind it. A full load gives the word at
 * place p the key (p + 1) × gap. Later loads remove such keys and insert others between them; of both there are short lists, and with
 * these every key tells its rank exactly, and every rank its key.
 */

/** The fields of an order. */
export const RANK_FIELDS = ['rank', 'char_rank', 'end_rank'] as const;
export type RankField = (typeof RANK_FIELDS)[number];

/** Above this a generation is loaded in full: each change of an order is a number in its metadata, which every node holds. */
export const MAX_KEY_CHANGES = 2000;

/** As many as {@link completionWeight} can tell apart. */
export const MAX_KEY = 9 * 2 ** 23 - 1;

/** What a full load gave: the keys `gap`, 2 × `gap`, … to `places` × `gap`. */
export const keyLayout = z.object({ gap: z.int().min(1), places: z.int().min(0) });
export type KeyLayout = z.infer<typeof keyLayout>;

/** How the keys of an order differ from the layout; both lists ascend. */
export const keyChanges = z.object({ removed: z.array(z.int()), inserted: z.array(z.int()) });
export type KeyChanges = z.infer<typeof keyChanges>;

/** The keys of a generation, as its metadata describe them. */
export const generationKeys = z.object({
  layout: keyLayout,
  changes: z.record(z.enum(RANK_FIELDS), keyChanges),
});
export type GenerationKeys = z.infer<typeof generationKeys>;

export const NO_KEY_CHANGES: KeyChanges = { removed: [], inserted: [] };

/** The keys that a full load gives. */
export function keysOfLayout(layout: KeyLayout): GenerationKeys {
  return { layout, changes: { rank: NO_KEY_CHANGES, char_rank: NO_KEY_CHANGES, end_rank: NO_KEY_CHANGES } };
}

/** In the place of the keys of generations that were loaded before there were any; these are not served. */
export const NO_KEYS = keysOfLayout({ gap: 1, places: 0 });

/** A share of the keys is left for words behind the last one. */
const ROOM_BEHIND = 1 / 8;

/** The layout for so many words: the widest gap that is a power of two. */
export function layoutFor(places: number): KeyLayout {
  let gap = 1;
  while (2 * gap * (places * (1 + ROOM_BEHIND) + 1) <= MAX_KEY) gap *= 2;
  return { gap, places };
}

export function keyOfPlace({ gap }: KeyLayout, place: number): number {
  return (place + 1) * gap;
}

/** The number of items below a value in an ascending list. */
function countBelow(list: readonly number[], value: number): number {
  return partitionPoint(list.length, (at) => list[at]! < value);
}

/** Converts between the keys and the dense ranks of one order. */
export interface OrderKeys {
  /** The number of words with a smaller key. */
  rankOf(key: number): number;
  /** The key of the word at a rank; beyond the last rank a number above all keys. */
  keyOf(rank: number): number;
}

export function orderKeys({ gap, places }: KeyLayout, { removed, inserted }: KeyChanges): OrderKeys {
  const rankOf = (key: number): number =>
    Math.min(places, Math.max(0, Math.ceil(key / gap) - 1)) - countBelow(removed, key) + countBelow(inserted, key);
  const keyOf = (rank: number): number => partitionPoint(MAX_KEY + 1, (key) => rankOf(key + 1) <= rank);
  return { rankOf, keyOf };
}

export type RankKeys = Readonly<Record<RankField, OrderKeys>>;

/** The orders of a generation. */
export function rankKeys({ layout, changes }: GenerationKeys): RankKeys {
  return {
    rank: orderKeys(layout, changes.rank),
    char_rank: orderKeys(layout, changes.char_rank),
    end_rank: orderKeys(layout, changes.end_rank),
  };
}

const EXACT_INTEGERS = 2 ** 24;
const MANTISSA = 2 ** 23;

/**
 * The weight of a completion, greater for smaller keys. Completions are ordered by weights as 32-bit floats, so weights above 2²⁴
 * are in steps that such a float can hold: one for each of the 9 × 2²³ floats that are whole numbers below 2³¹.
 */
export function completionWeight(key: number): number {
  const place = MAX_KEY - key;
  if (place < EXACT_INTEGERS) return place;
  return ((place % MANTISSA) + MANTISSA) * 2 ** (Math.floor(place / MANTISSA) - 1);
}
