import { type KeyChanges, type KeyLayout, MAX_KEY, MAX_KEY_CHANGES } from '../../src/stores/elasticsearch/rank-keys.ts';

/** Gives the words of a new build their sort keys, keeping those that words have in the live generation where their order allows it. */

/** What a word has that was not there before. */
export const NO_KEY = 0;

/**
 * The keys of an order, ascending. `previous` are those that its words had, in the new order, {@link NO_KEY} for new words.
 * Undefined if there is no room for them.
 */
export function assignKeys({ gap }: KeyLayout, previous: Int32Array): Int32Array | undefined {
  const count = previous.length;
  const keys = new Int32Array(count);
  const kept = longestAscending(previous);
  const skipMoved = (at: number): number => {
    let end = at;
    while (end < count && kept[end] === 0) end++;
    return end;
  };
  for (let at = 0; at < count; ) {
    if (kept[at] === 1) {
      keys[at] = previous[at]!;
      at++;
      continue;
    }
    let [start, end] = [at, skipMoved(at)];
    const below = () => (start > 0 ? keys[start - 1]! : 0);
    const above = () => (end < count ? previous[end]! : Math.min(MAX_KEY + 1, below() + gap * (end - start + 1)));
    // Where a gap is used up, neighbours move too.
    while (above() - below() <= end - start) {
      if (start === 0 && end === count) return undefined;
      start = Math.max(0, start - 1);
      if (end < count) end = skipMoved(end + 1);
    }
    const [low, high] = [below(), above()];
    for (let i = start; i < end; i++) keys[i] = low + Math.floor(((high - low) * (i - start + 1)) / (end - start + 1));
    at = end;
  }
  return keys;
}

/** Marks a longest ascending subsequence of the keys that are there. */
function longestAscending(values: Int32Array): Uint8Array {
  // Of the subsequences of each length, the place where the one ends that ends lowest.
  const ends = new Int32Array(values.length);
  const before = new Int32Array(values.length).fill(-1);
  let longest = 0;
  for (const [place, value] of values.entries()) {
    if (value === NO_KEY) continue;
    let [low, high] = [0, longest];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[place] = ends[low - 1]!;
    ends[low] = place;
    if (low === longest) longest++;
  }
  const marks = new Uint8Array(values.length);
  for (let place = longest > 0 ? ends[longest - 1]! : -1; place >= 0; place = before[place]!) marks[place] = 1;
  return marks;
}

/** How ascending keys differ from a layout; undefined if they differ in more than {@link MAX_KEY_CHANGES}. */
export function changesOf({ gap, places }: KeyLayout, keys: Int32Array): KeyChanges | undefined {
  const [removed, inserted]: [number[], number[]] = [[], []];
  let place = 0;
  const removeBelow = (key: number) => {
    while (place < places && (place + 1) * gap < key) {
      removed.push((place + 1) * gap);
      place++;
      if (removed.length + inserted.length > MAX_KEY_CHANGES) return;
    }
  };
  for (const key of keys) {
    removeBelow(key);
    if (place < places && key === (place + 1) * gap) place++;
    else inserted.push(key);
    if (removed.length + inserted.length > MAX_KEY_CHANGES) return undefined;
  }
  removeBelow(MAX_KEY + 1);
  return removed.length + inserted.length > MAX_KEY_CHANGES ? undefined : { removed, inserted };
}
