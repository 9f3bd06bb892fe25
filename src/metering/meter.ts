import type { Logger } from 'pino';
import { Problem } from '../problem.ts';
import { type AuthDependencies, authenticate, type Identity, requireScope } from './authenticate.ts';
import type { FailoverStore, LastKnownSpending } from './failover.ts';
import { dayAt, daysUntil, nextMidnight } from './hong-kong-day.ts';
import { createLedgerSubjects } from './ledger-subject.ts';
import type { Admission, AdmissionRequest, Cost, Meter } from './meter-port.ts';
import type { RateLimiter } from './rates.ts';
import { StoreUnavailable, type UsageRecord } from './store.ts';

export interface MeterOptions extends AuthDependencies {
  readonly store: FailoverStore;
  readonly rates: RateLimiter;
  readonly logger: Pick<Logger, 'error'>;
  /** Told of every charge, for the metrics. */
  readonly onCharge?: (charge: { plan: string; endpoint: string; credits: number }) => void;
}

/** The share of a day's credits that counts as plenty, and for how long (in milliseconds) what was last heard is believed. */
const AMPLE_BALANCE_SHARE = 0.1;
const LAST_KNOWN_MAX_AGE_MS = 1_000;

/**
 * Whether an account surely has `PLENTY` left, so that looking at the balance before the work can be spared: it only spares work
 * that cannot be paid for, and it is the charge that decides.
 */
function hasAmpleBalance({ plan }: Identity, lastKnown: LastKnownSpending | undefined, now: number): boolean {
  if (lastKnown === undefined || now - lastKnown.readAt > LAST_KNOWN_MAX_AGE_MS) return false;
  return plan.dailyCredits - lastKnown.spent >= 2 * AMPLE_BALANCE_SHARE * plan.dailyCredits;
}

/** The meter of a public service: keys, scopes, rates and credits. */
export function createMeter(options: MeterOptions): Meter {
  const { store, plans, rates, clock, logger } = options;
  const subjects = createLedgerSubjects(store);

  const recordUsage = (usageRecord: UsageRecord) => {
    store
      .record(usageRecord, Number.POSITIVE_INFINITY)
      .catch((err: unknown) => logger.error({ err }, 'usage was not written'));
  };

  return {
    async admit(request) {
      const identity = await authenticate(request, options);
      const now = clock();
      const usageRecord = { account: identity.account, day: dayAt(now), endpoint: request.endpoint };
      const recordFailure = () => recordUsage({ ...usageRecord, credits: 0, requests: 1, errors: 1 });
      // Asked together, so that Redis answers both in one round trip; not at all when it is known that plenty is left.
      const isAmple = hasAmpleBalance(identity, store.lastKnownSpending(usageRecord.account, usageRecord.day), now);
      const spent = isAmple ? undefined : store.spent(usageRecord.account, usageRecord.day);
      spent?.catch(() => undefined);
      try {
        const headers = await rates.consume(request.group, identity);
        requireScope(identity, request.scopes, headers);
        return { ...createAdmission(identity, request, { spent, now, usageRecord }), headers, recordFailure };
      } catch (error) {
        recordFailure();
        throw error;
      }
    },

    wasValid: (authorization) => options.validCredentials.has(authorization),

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

    async usage({ account }, dayCount) {
      const days = daysUntil(clock(), dayCount);
      try {
        return { days, rows: await store.usage(account, days) };
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        const detail = 'Usage cannot be read at the moment. Nothing of it is lost; try again in 5 seconds.';
        throw new Problem('backend_unavailable', { detail, headers: { 'Retry-After': '5' } });
      }
    },
  };

  function createAdmission(
    { account, key, plan, scopes }: Identity,
    { endpoint }: AdmissionRequest,
    {
      spent,
      now,
      usageRecord,
    }: {
      spent: Promise<number> | undefined;
      now: number;
      usageRecord: Pick<UsageRecord, 'account' | 'day' | 'endpoint'>;
    },
  ): Pick<Admission, 'caller' | 'checkBalance' | 'charge'> {
    const limit = plan.dailyCredits;
    const secondsUntilReset = Math.ceil((nextMidnight(now) - now) / 1000);
    const headers = (cost: number, remaining: number) => ({
      'X-Quota-Limit': String(limit),
      'X-Quota-Remaining': String(Math.max(0, remaining)),
      'X-Quota-Reset': String(secondsUntilReset),
      'X-Quota-Cost': String(cost),
    });
    const quotaExhausted = (cost: number, remaining: number, subject?: string) => {
      const wait = { 'Retry-After': String(secondsUntilReset) };
      return new Problem('quota_exhausted', {
        detail: quotaExhaustedText({
          cost,
          remaining: Math.max(0, remaining),
          limit,
          seconds: secondsUntilReset,
          isWordCard: cost > 1 && subject !== undefined,
        }),
        headers: { ...headers(cost, remaining), ...wait },
      });
    };
    const requireBalance = async (maxCredits: number, estimateCost: () => Promise<Cost>) => {
      if (spent !== undefined && limit - (await spent) >= maxCredits) return;
      const cost = await estimateCost();
      const subject = await subjects.toLedgerSubject(usageRecord, cost);
      // Read again: others may have spent since, and a repeat may be free.
      const [paid, now] = await Promise.all([
        store.paid({ ...usageRecord, subject }),
        store.spent(usageRecord.account, usageRecord.day),
      ]);
      const unpaid = Math.max(0, cost.credits - paid);
      if (unpaid > limit - now && unpaid > 0) throw quotaExhausted(unpaid, limit - now, subject);
    };
    return {
      caller: { account, keyId: key?.id, plan: { name: plan.name, maxLimit: plan.maxLimit }, scopes },
      checkBalance(maxCredits, estimateCost) {
        if (spent === undefined && maxCredits <= limit * AMPLE_BALANCE_SHARE) return undefined;
        return requireBalance(maxCredits, estimateCost);
      },
      async charge(cost) {
        const { credits, isUserInput } = cost;
        const subject = isUserInput ? await subjects.toLedgerSubject(usageRecord, cost) : cost.subject;
        const outcome = await store.record({ ...usageRecord, subject, credits, requests: 1, errors: 0 }, limit);
        if (!outcome.accepted) throw quotaExhausted(outcome.cost, limit - outcome.spent, subject);
        options.onCharge?.({ plan: plan.name, endpoint, credits: outcome.cost });
        return headers(outcome.cost, limit - outcome.spent);
      },
    };
  }
}

interface ExhaustedQuota {
  readonly cost: number;
  readonly remaining: number;
  readonly limit: number;
  /** Until midnight in Hong Kong. */
  readonly seconds: number;
  /** Only of a word card can one ask for less: of what is paid for by the word, nothing else costs more than a credit. */
  readonly isWordCard: boolean;
}

function quotaExhaustedText({ cost, remaining, limit, seconds, isWordCard }: ExhaustedQuota): string {
  const hours = Math.floor(seconds / 3600);
  const wait = hours >= 1 ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min` : `${Math.ceil(seconds / 60)} min`;
  const price = cost === 1 ? '1 credit' : `${cost} credits`;
  const next =
    isWordCard && remaining > 0 ? 'Ask for less (for a word card: a smaller relations_limit), or wait' : 'Wait';
  return `This request would cost ${price}, and ${remaining} of today's ${limit} are left. ${next} until midnight in Hong Kong (in ${wait}).`;
}
