import { InvalidArgumentError } from 'commander';
import { findHiddenCharacter } from '../src/lexicon/hidden-characters.ts';
import { SCOPES, type Scope } from '../src/metering/meter-port.ts';

/** Parsers of the command line: whole numbers, and what operators type of keys: names, scopes, origins, times. */

/** Parses a whole number of at least `min`. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,15}$/.test(text) && Number(text) >= min) return Number(text);
    throw new InvalidArgumentError(`Give a whole number of ${min} or more.`);
  };
}

export function nonEmpty(text: string): string {
  const value = text.trim();
  if (value === '' || value.length > 100) throw new InvalidArgumentError('Give 1 to 100 characters.');
  const problem = findHiddenCharacter(value);
  if (problem) throw new InvalidArgumentError(`The name ${problem}.`);
  return value;
}

export function parseScopes(text: string): Scope[] {
  const scopes = commaSeparated(text);
  const unknown = scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (scopes.length === 0 || unknown.length > 0)
    throw new InvalidArgumentError(`Give some of ${SCOPES.join(',')}, with commas between them.`);
  return SCOPES.filter((scope) => scopes.includes(scope));
}

export function parseOrigins(text: string): string[] {
  const origins = commaSeparated(text);
  const invalid = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (origins.length === 0 || invalid !== undefined)
    throw new InvalidArgumentError('Give origins such as https://lyrics.example, with commas between them.');
  return [...new Set(origins)];
}

function commaSeparated(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A parser that throws the message which `parse` returns for a text that is no time. */
export function parsedTime(parse: (text: string, now: number) => number | string): (text: string) => number {
  return (text) => {
    const parsed = parse(text, Date.now());
    if (typeof parsed === 'string') throw new InvalidArgumentError(parsed);
    return parsed;
  };
}

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
