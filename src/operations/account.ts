import { z } from 'zod';
import { type Caller, type Meter, RATE_GROUPS, SCOPES, type UsageRow } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';
import { operation } from './operation.ts';
import { integer } from './parameters/parameters.ts';

const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

const count = z.int().min(0);
const time = z.iso.datetime({ offset: true });
const rates = z.object(Object.fromEntries(RATE_GROUPS.map((group) => [group, count])));

const account = z
  .object({
    plan: z.string(),
    key: z
      .object({ id: z.string(), name: z.string(), expires_at: time.nullable() })
      .nullable()
      .meta({ description: 'null for an anonymous caller' }),
    scopes: z.array(z.enum(SCOPES)),
    limits: z.object({
      daily_credits: count,
      max_limit: count.meta({ description: 'Most words on one page' }),
      rates_per_minute: rates.meta({ description: 'Requests per minute, by group of endpoints' }),
    }),
    quota: z.object({
      limit: count,
      used: count,
      remaining: count,
      resets_at: time.meta({ description: 'The next midnight in Hong Kong' }),
    }),
  })
  .meta({ id: 'Account' });

/** The caller's account; undefined without metering. */
async function accountStateOf(caller: Caller, meter: Meter) {
  const state = await meter.account?.(caller);
  if (!state) throw new Problem('not_found', { detail: 'This service keeps no accounts.' });
  return state;
}

export const callerAccount = operation({
  id: 'account',
  tag: 'Account',
  summary: 'Your plan, scopes and limits',
  description: "The caller's own plan, scopes, limits and what is left of today's credits. Costs nothing.",
  tool: { name: 'show_account', whenToUse: 'Use it to learn how many credits are left today.' },
  example: { summary: 'A key on the free plan', withKey: true },
  problems: ['not_found'],
  request: {},
  response: account,
  async handle(_, __, caller, meter) {
    const { key, maxLimit, rates, quota, resetsAt } = await accountStateOf(caller, meter);
    return {
      plan: caller.plan.name,
      key: key ? { id: key.id, name: key.name, expires_at: isoTime(key.expiresAt) } : null,
      scopes: [...caller.scopes],
      limits: { daily_credits: quota.limit, max_limit: maxLimit, rates_per_minute: { ...rates } },
      quota: { ...quota, resets_at: new Date(resetsAt).toISOString() },
    };
  },
});

const used = { requests: count, credits: count, errors: count };

const usage = z
  .object({
    time_zone: z.literal('Asia/Hong_Kong'),
    days: z.array(
      z.object({
        day: z.iso.date(),
        ...used,
        endpoints: z.array(z.object({ endpoint: z.string(), ...used })).meta({ description: 'Those that were used' }),
      }),
    ),
  })
  .meta({ id: 'Usage' });

export const callerUsage = operation({
  id: 'usage',
  tag: 'Account',
  summary: 'What you used, by day and endpoint',
  description:
    "The caller's own requests, credits and errors for the last days, oldest first, today included. Days are those of Hong Kong. Keys have 90 days; callers without a key are shown what came from their address, and only yesterday and today are kept. Counts only: no words. Costs nothing.",
  tool: { name: 'show_usage', whenToUse: 'Use it when someone asks what was used, and when.' },
  example: { summary: 'The last two days of a key', parameters: { days: 2 }, withKey: true },
  problems: ['not_found'],
  request: {
    query: z.strictObject({
      days: integer(
        { min: 1, max: MAX_DAYS },
        { description: 'How many days, today included.', example: 7 },
        DEFAULT_DAYS,
      ).default(DEFAULT_DAYS),
    }),
  },
  response: usage,
  async handle({ query }, _, caller, meter) {
    const found = await meter.usage?.(caller, query.days);
    if (!found) throw new Problem('not_found', { detail: 'This service keeps no accounts.' });
    const rows = Map.groupBy(found.rows, ({ day }) => day);
    const days = found.days.map((day) => {
      const endpoints = (rows.get(day) ?? []).map(({ day: _, ...row }) => row);
      return { day, ...totalUsage(endpoints), endpoints };
    });
    return { time_zone: 'Asia/Hong_Kong' as const, days };
  },
});

function totalUsage(rows: readonly Omit<UsageRow, 'day'>[]) {
  const totals = { requests: 0, credits: 0, errors: 0 };
  for (const { requests, credits, errors } of rows) {
    totals.requests += requests;
    totals.credits += credits;
    totals.errors += errors;
  }
  return totals;
}

function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
