/** Quotas are counted by calendar day in Hong Kong, which has had no summer time since 1979. */

const UTC_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

let cachedDay = { number: Number.NaN, name: '' };

/** @param time milliseconds since the epoch; returns for example `2026-11-21` */
export function dayAt(time: number): string {
  const dayNumber = Math.floor((time + UTC_OFFSET_MS) / DAY_MS);
  // Cached, because every request needs it.
  if (dayNumber !== cachedDay.number)
    cachedDay = { number: dayNumber, name: new Date(dayNumber * DAY_MS).toISOString().slice(0, 10) };
  return cachedDay.name;
}

/** The next midnight in Hong Kong, in milliseconds since the epoch; always later than `time`. */
export function nextMidnight(time: number): number {
  return (Math.floor((time + UTC_OFFSET_MS) / DAY_MS) + 1) * DAY_MS - UTC_OFFSET_MS;
}

/** The `count` days up to that of `time`, oldest first. */
export function daysUntil(time: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => dayAt(time - (count - 1 - index) * DAY_MS));
}
