/** The day by which quotas are counted: a calendar day in Hong Kong, which has had no summer time since 1979. */

const OFFSET = 8 * 3_600_000;
const DAY = 24 * 3_600_000;

let lastDay = { number: Number.NaN, name: '' };

/** @param time milliseconds since the epoch; answers e.g. `2026-11-21` */
export function dayAt(time: number): string {
  const number = Math.floor((time + OFFSET) / DAY);
  // Asked for at every request, and the same all day long.
  if (number !== lastDay.number) lastDay = { number, name: new Date(number * DAY).toISOString().slice(0, 10) };
  return lastDay.name;
}

/** The next midnight in Hong Kong, in milliseconds since the epoch; always later than `time`. */
export function nextMidnight(time: number): number {
  return (Math.floor((time + OFFSET) / DAY) + 1) * DAY - OFFSET;
}

/** The day of `time` and the days before it, oldest first, `count` in all. */
export function daysUntil(time: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dayAt(time - (count - 1 - at) * DAY));
}
