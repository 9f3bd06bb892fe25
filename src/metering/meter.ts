import type { Logger } from 'pino';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { Problem } from '../problem.ts';
import { type AuthDependencies, authenticate, type Identity } from './authenticate.ts';
import { createPendingWrites, type FailoverStore } from './failover.ts';
import { createLedgerSubjects, type LedgerSubjects, pseudonymOf } from './ledger-subjects.ts';
import {
  type Admission,
  type Caller,
  type Cost,
  type Credentials,
  dayAt,
  daysUntil,
  ipAccount,
  type Meter,
  nextMidnight,
  type RateGroup,
} from './meter-port.ts';
import { StoreUnavailable, type UsageRecord } from './store.ts';

export interface MeterOptions extends AuthDependencies {
  readonly store: FailoverStore;
  /** Counters of requests by account. */
  readonly counters: ReadonlyMap<RateGroup | 'page', RateLimiterAbstract>;
  readonly logger: Pick<Logger, 'error'>;
  /** Called for every charge, for the metrics. */
  readonly onCharge?: (charge: { plan: string; endpoint: string; credits: number }) => void;
  /** Called for every request with a key that could be looked up. */
  readonly onKeyCheck?: (result: KeyCheck) => void;
}

/** Result of checking a key. `limited`: refused without a lookup, after too many failures. */
type KeyCheck = 'valid' | 'refused' | 'limited';

/**
 * The balance is read before the work only when a request may cost more than a tenth of the daily credits, or when less
 * than a fifth was left at the last charge. The check only avoids work that cannot be paid for; the charge itself
 * decides.
 */
const SMALL_COST_SHARE = 0.1;
const AMPLE_BALANCE_SHARE = 2 * SMALL_COST_SHARE;

/** Interval at which failures are written: refusing a flood must not cost a command of the store for each request. */
const FAILURE_INTERVAL_MS = 250;

interface FlushableMeter extends Meter {
  /** Writes the failures that are not yet written; logs an error when it cannot. */
  flush(): Promise<void>;
}

/** The meter of the service: keys, scopes, rates and credits. */
export function createMeter(options: MeterOptions): FlushableMeter {
  const { store, plans, counters, clock, logger } = options;
  const subjects = createLedgerSubjects(store);

  const unwritten = createPendingWrites();
  let failureTimer: NodeJS.Timeout | undefined;
  const recordFailure = (usageRecord: Pick<UsageRecord, 'account' | 'day' | 'endpoint'>) => {
    unwritten.add({ ...usageRecord, credits: 0, requests: 1, errors: 1 });
    failureTimer ??= setTimeout(flush, FAILURE_INTERVAL_MS).unref();
  };
  const flush = async () => {
    clearTimeout(failureTimer);
    failureTimer = undefined;
    await unwritten
      .flush((usageRecord) => store.record(usageRecord, Number.POSITIVE_INFINITY))
      .catch((err: unknown) => logger.error({ err }, 'usage was not written'));
  };

  const services: AdmissionServices = { store, subjects, recordFailure, onCharge: options.onCharge };

  return {
    flush,

    admit(credentials, endpoint) {
      const toAdmission = (identity: Identity) => {
        if (identity.key) options.onKeyCheck?.('valid');
        return new MeteredAdmission(services, identity, endpoint, visitorOf(identity, credentials), clock());
      };
      try {
        const identity = authenticate(credentials, options);
        return identity instanceof Promise ? identity.then(toAdmission, countRefusal) : toAdmission(identity);
      } catch (error) {
        return countRefusal(error);
      }
    },

    countRequest: (group, account) => counters.get(group)!.consume(account),

    async account({ account, keyId, plan: { name } }) {
      const now = clock();
      const record = keyId === undefined ? undefined : await options.keys.find(keyId);
      const plan = keyId === undefined ? plans.anonymous : plans.plan(name);
      const used = await store.spent(account, dayAt(now));
      return {
        key: record && { id: record.id, name: record.name, expiresAt: record.expiresAt },
        maxLimit: plan.maxLimit,
        rates: plan.rates,
        quota: { limit: plan.dailyCredits, used, remaining: Math.max(0, plan.dailyCredits - used) },
        resetsAt: nextMidnight(now),
      };
    },

    pseudonym: (caller) => pseudonymOf(subjects, caller, dayAt(clock())),

    async usage({ account }, dayCount) {
      const days = daysUntil(clock(), dayCount);
      await flush();
      try {
        return { days, rows: await store.usage(account, days) };
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        const detail = 'Usage cannot be read at the moment. Nothing of it is lost; try again in 5 seconds.';
        throw new Problem('backend_unavailable', { detail, headers: { 'Retry-After': '5' } });
      }
    },
  };

  /** Counts a refused key, and throws the error again. */
  function countRefusal(error: unknown): never {
    const code = error instanceof Problem ? error.code : undefined;
    if (code === 'rate_limited') options.onKeyCheck?.('limited');
    else if (code === 'invalid_key' || code === 'origin_not_allowed') options.onKeyCheck?.('refused');
    throw error;
  }

  /** The visitor of a page whose key has `lex_ac` as its only scope; undefined with any other key. */
  function visitorOf({ account, scopes, plan }: Identity, { clientIp }: Credentials): Caller['visitor'] {
    const isPageKey = scopes.length === 1 && scopes[0] === 'lex_ac';
    if (!isPageKey) return undefined;
    // No visitor may be worse off with the page's key than without a key.
    const { rates } = plan.rates.autocomplete > plans.anonymous.rates.autocomplete ? plan : plans.anonymous;
    return { account: `${account} ${ipAccount(clientIp)}`, rates };
  }
}

interface AdmissionServices extends Pick<MeterOptions, 'store'> {
  readonly onCharge: MeterOptions['onCharge'] | undefined;
  readonly subjects: LedgerSubjects;
  readonly recordFailure: (usageRecord: Pick<UsageRecord, 'account' | 'day' | 'endpoint'>) => void;
}

/** The admission of one request. A class, so that a request creates no closures. */
class MeteredAdmission implements Admission {
  readonly caller: Caller;
  readonly #services: AdmissionServices;
  readonly #usage: Pick<UsageRecord, 'account' | 'day' | 'endpoint'>;
  /** Credits per day. */
  readonly #dailyCredits: number;
  readonly #secondsUntilReset: number;

  constructor(
    services: AdmissionServices,
    { account, key, plan, scopes }: Identity,
    endpoint: string,
    visitor: Caller['visitor'],
    now: number,
  ) {
    this.caller = { account, keyId: key?.id, plan, scopes, visitor };
    this.#services = services;
    this.#usage = { account, day: dayAt(now), endpoint };
    this.#dailyCredits = plan.dailyCredits;
    this.#secondsUntilReset = Math.ceil((nextMidnight(now) - now) / 1000);
  }

  recordFailure(): void {
    this.#services.recordFailure(this.#usage);
  }

  checkBalance(maxCredits: number, estimateCost: () => Promise<Cost>): Promise<void> | undefined {
    const isSmallCost = maxCredits <= this.#dailyCredits * SMALL_COST_SHARE;
    if (isSmallCost && this.#hasAmpleBalance()) return undefined;
    return this.#requireBalance(maxCredits, estimateCost);
  }

  async charge(cost: Cost): Promise<Record<string, string>> {
    const { store, subjects, onCharge } = this.#services;
    const subject = cost.isUserInput ? await subjects.toLedgerSubject(this.#usage, cost) : cost.subject;
    const record = { ...this.#usage, subject, credits: cost.credits, requests: 1, errors: 0 };
    const outcome = await store.record(record, this.#dailyCredits);
    if (!outcome.accepted) throw this.#quotaExhausted(outcome.cost, this.#dailyCredits - outcome.spent, subject);
    onCharge?.({ plan: this.caller.plan.name, endpoint: this.#usage.endpoint, credits: outcome.cost });
    return this.#headers(outcome.cost, this.#dailyCredits - outcome.spent);
  }

  #headers(cost: number, remaining: number): Record<string, string> {
    return {
      'X-Quota-Limit': String(this.#dailyCredits),
      'X-Quota-Remaining': String(Math.max(0, remaining)),
      'X-Quota-Reset': String(this.#secondsUntilReset),
      'X-Quota-Cost': String(cost),
    };
  }

  #quotaExhausted(cost: number, remaining: number, subject?: string): Problem {
    const detail = quotaExhaustedText({
      cost,
      remaining: Math.max(0, remaining),
      limit: this.#dailyCredits,
      seconds: this.#secondsUntilReset,
      isWordCard: cost > 1 && subject !== undefined,
    });
    const headers = { ...this.#headers(cost, remaining), 'Retry-After': String(this.#secondsUntilReset) };
    return new Problem('quota_exhausted', { detail, headers });
  }

  #hasAmpleBalance(): boolean {
    const { store } = this.#services;
    const spent = store.lastKnownSpending(this.#usage.account, this.#usage.day) ?? 0;
    return !store.down && this.#dailyCredits - spent >= AMPLE_BALANCE_SHARE * this.#dailyCredits;
  }

  async #requireBalance(maxCredits: number, estimateCost: () => Promise<Cost>): Promise<void> {
    const { store, subjects } = this.#services;
    const { account, day } = this.#usage;
    if (this.#dailyCredits - (await store.spent(account, day)) >= maxCredits) return;
    const cost = await estimateCost();
    const subject = await subjects.toLedgerSubject(this.#usage, cost);
    // Read again, because other requests may have spent credits, and a repeated subject may be free.
    const [paid, spent] = await Promise.all([store.paid({ ...this.#usage, subject }), store.spent(account, day)]);
    const unpaid = Math.max(0, cost.credits - paid);
    const remaining = this.#dailyCredits - spent;
    if (unpaid > 0 && unpaid > remaining) throw this.#quotaExhausted(unpaid, remaining, subject);
  }
}

/** A request that cannot be paid for. `cost`, `remaining` and the daily `limit` are credits. */
interface ExhaustedQuota {
  readonly cost: number;
  readonly remaining: number;
  readonly limit: number;
  /** Seconds until midnight in Hong Kong. */
  readonly seconds: number;
  /** Whether a word card was asked for: only these cost more than one credit, so that a smaller request helps. */
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
