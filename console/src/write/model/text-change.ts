/** What an edit did to a text: code points `start` … `end` of the old one became `inserted`. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly inserted: readonly string[];
}

/** The smallest single change that leads from one text to another: what both begin and end with is left out of it. */
export function changeBetween(before: string, after: string): TextChange {
  const [old, now] = [Array.from(before), Array.from(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let tail = 0;
  while (tail < shorter - start && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return { start, end: old.length - tail, inserted: now.slice(start, now.length - tail) };
}

/** Where a place of the old text lies in the new one; undefined when the change has taken it away. */
export function placeAfter({ start, end, inserted }: TextChange, place: number): number | undefined {
  if (place < start) return place;
  return place < end ? undefined : place + inserted.length - (end - start);
}
