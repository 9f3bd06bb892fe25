const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as `30m`, `12h` or `90d` to milliseconds; returns a message if invalid. */
export function parseDuration(text: string): number | string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text.trim()) ?? [];
  return count && unit ? Number(count) * UNITS[unit]! : 'Give a number of minutes, hours or days: 30m, 12h, 90d.';
}

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/;

/** Parses a future time, or a duration from `now`, to milliseconds since the epoch; returns a message if invalid. */
export function parseExpiry(text: string, now: number): number | string {
  const duration = parseDuration(text);
  const time =
    typeof duration === 'number' ? now + duration : TIME.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  if (Number.isNaN(time)) return 'Give a date (2027-01-31), a time (2027-01-31T12:00:00Z), or a while (90d, 12h).';
  return time > now ? time : 'This time is over; give one to come.';
}
