import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Plan, RATE_GROUPS, type RateGroup } from './meter-port.ts';

export interface MeteredPlan extends Plan {
  /** Credits per day in Hong Kong. */
  readonly dailyCredits: number;
  /** Requests per minute. */
  readonly rates: Readonly<Record<RateGroup, number>>;
  readonly pageRate: number;
}

/** The current plans. */
export interface Plans {
  readonly anonymous: MeteredPlan;
  readonly names: readonly string[];
  /** The plan of a key; `free` if the plan was removed. */
  plan(name: string): MeteredPlan;
  /** Reads the file again. Throws {@link PlansError} for an invalid file and keeps the current plans. */
  reload(): void;
}

/** The file of plans is invalid; the message names the file and has a line for each fault. */
export class PlansError extends Error {
  constructor(file: string, issues: readonly string[]) {
    super(`The plans in ${file} are not as they should be:\n${issues.map((issue) => `  ${issue}`).join('\n')}`);
    this.name = 'PlansError';
  }
}

export const DEFAULT_PLANS_FILE = fileURLToPath(new URL('../../config/plans.json', import.meta.url));

const count = z.int({ error: 'must be a whole number of 1 or more' }).min(1, 'must be a whole number of 1 or more');
const rates = Object.fromEntries(RATE_GROUPS.map((group) => [group, count])) as Record<RateGroup, typeof count>;
/** Default for files from before pages had a rate: so many visitors who type without a pause. */
const DEFAULT_PAGE_VISITORS = 10;
const plan = z.strictObject({
  max_limit: count,
  daily_credits: count,
  page_rate: count.optional(),
  // `feedback` is a group that is gone: files of operators still name it.
  rates: z.strictObject({ ...rates, feedback: count.optional() }).transform(({ feedback: _, ...kept }) => kept),
});
const PLAN_NAME_PATTERN = /^[a-z][a-z0-9-]{0,31}$/;
const file = z.strictObject({
  plans: z
    .record(z.string().regex(PLAN_NAME_PATTERN, 'a plan is named in a-z, 0-9 and -'), plan)
    .refine(
      (plans) => Object.hasOwn(plans, 'anonymous'),
      'there must be a plan named "anonymous", for callers without a key',
    )
    .refine((plans) => Object.hasOwn(plans, 'free'), 'there must be a plan named "free", for keys whose plan is gone'),
});

/** Parses a file of plans. Throws {@link PlansError}. */
export function parsePlans(text: string, name: string): ReadonlyMap<string, MeteredPlan> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new PlansError(name, [`it is not JSON: ${(error as Error).message}`]);
  }
  const parsed = file.safeParse(json);
  if (!parsed.success) throw new PlansError(name, parsed.error.issues.map(describeIssue));
  return new Map(
    Object.entries(parsed.data.plans).map(([name, { max_limit, daily_credits, rates, page_rate }]) => [
      name,
      {
        name,
        maxLimit: max_limit,
        dailyCredits: daily_credits,
        rates,
        pageRate: page_rate ?? DEFAULT_PAGE_VISITORS * rates.autocomplete,
      },
    ]),
  );
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => (path ? `${path}.${key}` : key)).join(', ');
    return `${names}: not known here; correct the name or take it out`;
  }
  return `${path || 'the file'}: ${issue.message}`;
}

/** Opens the file of plans. Throws {@link PlansError}. */
export function openPlans(path: string = DEFAULT_PLANS_FILE): Plans {
  const read = () => {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      throw new PlansError(path, [`it cannot be read: ${(error as Error).message}`]);
    }
    return parsePlans(text, path);
  };
  let plans = read();
  return {
    get anonymous() {
      return plans.get('anonymous')!;
    },
    get names() {
      return [...plans.keys()];
    },
    plan: (name) => plans.get(name) ?? plans.get('free')!,
    reload: () => {
      plans = read();
    },
  };
}

/** Reads the plans again on SIGHUP; an invalid file changes nothing. Returns the function that removes the handler. */
export function reloadOnHangup(plans: Plans, logger: Pick<Logger, 'info' | 'error'>): () => void {
  const reload = () => {
    try {
      plans.reload();
      logger.info({ plans: plans.names }, 'the plans are read again');
    } catch (error) {
      logger.error({ reason: (error as Error).message }, 'the plans stay as they were');
    }
  };
  process.on('SIGHUP', reload);
  return () => process.off('SIGHUP', reload);
}
