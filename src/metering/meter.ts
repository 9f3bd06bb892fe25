import type { Logger } from 'pino';
import type { Admission, AdmissionRequest, Cost, Meter } from '../api/meter.ts';
import { Problem } from '../api/problem.ts';
import { authenticate, type Doorkeeper, type Identity, requireScope } from './authenticate.ts';
import { dayAt, daysUntil, nextMidnight } from './hong-kong-day.ts';
import { createLedgerSubjects } from './ledger-subject.ts';
import type { LastHeard, ResilientStore } from './outage.ts';
import type { Rates } from './rates.ts';
import { type Posting, StoreUnavailable } from './store.ts';

export interface MeterOptions extends Doorkeeper {
  readonly store: ResilientStore;
  readonly rates: Rates;
  readonly logger: Pick<Logger, 'error'>;
  /** Told of every charge, for the metrics. */
  readonly onCharge?: (charge: { plan: string; endpoint: string; credits: number }) => void;
}

/** The share of a day's credits that counts as plenty, and for how long (in milliseconds) what was last heard is believed. */
const PLENTY = 0.1;
const BELIEVED_FOR = 1_000;

/**
 * Whether an account surely has `PLENTY` left, so that looking at the balance before the work can be spared: it only spares work
 * that cannot be paid for, and it is the charge that decides.
 */
function hasPlenty({ plan }: Identity, heard: LastHeard | undefined, now: number): boolean {
  if (heard === undefined || now - heard.at > BELIEVED_FOR) return false;
  return plan.dailyCredits - heard.spent >= 2 * PLENTY * plan.dailyCredits;
}

/** The meter of a public service: keys, scopes, rates and credits. */
export function createMeter(options: MeterOptions): Meter {
  const { store, plans, rates, clock, logger } = options;
  const subjects = createLedgerSubjects(store);

  const note = (posting: Posting) => {
    store
      .post(posting, Number.POSITIVE_INFINITY)
      .catch((err: unknown) => logger.error({ err }, 'usage was not written'));
  };

  return {
    async admit(request) {
      const identity = await authenticate(request, options);
      const now = clock();
      const posting = { account: identity.account, day: dayAt(now), endpoint: request.endpoint };
      const failed = () => note({ ...posting, credits: 0, requests: 1, errors: 1 });
      // Asked together, so that Redis answers both in one round trip; not at all when it is known that plenty is left.
      const plenty = hasPlenty(identity, store.lastHeard(posting.account, posting.day), now);
      const spent = plenty ? undefined : store.spent(posting.account, posting.day);
      spent?.catch(() => undefined);
      try {
        const headers = await rates.take(request.group, identity);
        requireScope(identity, request.scopes, headers);
        return { ...admission(identity, request, { spent, now, posting }), headers, failed };
      } catch (error) {
        failed();
        throw error;
      }
    },

    wasValid: (authorization) => options.valid.has(authorization),

    async account({ account, keyId, plan: { name } }) {
      const now = clock();
      const record = keyId === undefined ? undefined : await options.keys.find(keyId);
      const plan = keyId === undefined ? plans.anonymous : plans.plan(name);
      const used = await store.spent(account, dayAt(now));
      return {
        key: record && { id: record.id, name: record.name, expiresAt: record.expiresAt },
        ...{ maxLimit: plan.maxLimit, rates: plan.rates },
        quota: { limit: plan.dailyCredits, used, remaining: Math.max(0, plan.dailyCredits - used) },
        resetsAt: nextMidnight(now),
      };
    },

    async usage({ account }, count) {
      const days = daysUntil(clock(), count);
      try {
        return { days, rows: await store.usage(account, days) };
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        const detail = 'Usage cannot be read at the moment. Nothing of it is lost; try again in 5 seconds.';
        throw new Problem('backend_unavailable', { detail, headers: { 'Retry-After': '5' } });
      }
    },
  };

  function admission(
    { account, key, plan, scopes }: Identity,
    { endpoint }: AdmissionRequest,
    {
      spent,
      now,
      posting,
    }: { spent: Promise<number> | undefined; now: number; posting: Pick<Posting, 'account' | 'day' | 'endpoint'> },
  ): Pick<Admission, 'caller' | 'afford' | 'charge'> {
    const limit = plan.dailyCredits;
    const secondsLeft = Math.ceil((nextMidnight(now) - now) / 1000);
    const headers = (cost: number, left: number) => ({
      'X-Quota-Limit': String(limit),
      'X-Quota-Remaining': String(Math.max(0, left)),
      'X-Quota-Reset': String(secondsLeft),
      'X-Quota-Cost': String(cost),
    });
    const exhausted = (cost: number, left: number, subject?: string) => {
      const wait = { 'Retry-After': String(secondsLeft) };
      return new Problem('quota_exhausted', {
        detail: exhaustedText({
          cost,
          left: Math.max(0, left),
          limit,
          seconds: secondsLeft,
          isCard: cost > 1 && subject !== undefined,
        }),
        headers: { ...headers(cost, left), ...wait },
      });
    };
    const mustAfford = async (most: number, quote: () => Promise<Cost>) => {
      if (spent !== undefined && limit - (await spent) >= most) return;
      const cost = await quote();
      const subject = await subjects.nameOf(posting, cost);
      // Read again: others may have spent since, and a repeat may be free.
      const [paid, now] = await Promise.all([
        store.paid({ ...posting, subject }),
        store.spent(posting.account, posting.day),
      ]);
      const unpaid = Math.max(0, cost.credits - paid);
      if (unpaid > limit - now && unpaid > 0) throw exhausted(unpaid, limit - now, subject);
    };
    return {
      caller: { account, keyId: key?.id, plan: { name: plan.name, maxLimit: plan.maxLimit }, scopes },
      afford(most, quote) {
        if (spent === undefined && most <= limit * PLENTY) return undefined;
        return mustAfford(most, quote);
      },
      async charge(cost) {
        const { credits, isTyped } = cost;
        const subject = isTyped ? await subjects.nameOf(posting, cost) : cost.subject;
        const outcome = await store.post({ ...posting, subject, credits, requests: 1, errors: 0 }, limit);
        if (!outcome.taken) throw exhausted(outcome.cost, limit - outcome.spent, subject);
        options.onCharge?.({ plan: plan.name, endpoint, credits: outcome.cost });
        return headers(outcome.cost, limit - outcome.spent);
      },
    };
  }
}

interface Exhausted {
  readonly cost: number;
  readonly left: number;
  readonly limit: number;
  /** Until midnight in Hong Kong. */
  readonly seconds: number;
  /** Only of a word card can one ask for less: of what is paid for by the word, nothing else costs more than a credit. */
  readonly isCard: boolean;
}

function exhaustedText({ cost, left, limit, seconds, isCard }: Exhausted): string {
  const hours = Math.floor(seconds / 3600);
  const wait = hours >= 1 ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min` : `${Math.ceil(seconds / 60)} min`;
  const price = cost === 1 ? '1 credit' : `${cost} credits`;
  const next = isCard && left > 0 ? 'Ask for less (for a word card: a smaller relations_limit), or wait' : 'Wait';
  return `This request would cost ${price}, and ${left} of today's ${limit} are left. ${next} until midnight in Hong Kong (in ${wait}).`;
}
