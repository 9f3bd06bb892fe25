import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { Problem } from '../problem.ts';
import { type AuthDependencies, authenticate, type Identity } from './authenticate.ts';
import { createPendingWrites, type FailoverStore } from './failover.ts';
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
import { type MeteringStore, newDayKey, StoreUnavailable, type UsageRecord } from './store.ts';

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

/** `limited`: refused unlooked, after too many failures. */
type KeyCheck = 'valid' | 'refused' | 'limited';

/**
 * The balance is read before the work only when a request may cost more than this share of the quota, or when twice this share is all
 * that was left. The check only avoids work that cannot be paid for; the charge, which tells what is left, decides.
 */
const AMPLE_BALANCE_SHARE = 0.1;

/** Failures are written together: refusing a flood must not cost a command of the store for each request. */
const FAILURE_INTERVAL_MS = 250;

/** Writes what is not yet written. */
interface FlushableMeter extends Meter {
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
      const admit = (identity: Identity) => {
        if (identity.key) options.onKeyCheck?.('valid');
        return new MeteredAdmission(services, identity, endpoint, visitorOf(identity, credentials), clock());
      };
      try {
        const identity = authenticate(credentials, options);
        return identity instanceof Promise ? identity.then(admit, countRefusal) : admit(identity);
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

  function countRefusal(error: unknown): never {
    const code = error instanceof Problem ? error.code : undefined;
    if (code === 'rate_limited') options.onKeyCheck?.('limited');
    else if (code === 'invalid_key' || code === 'origin_not_allowed') options.onKeyCheck?.('refused');
    throw error;
  }

  /** A key for autocomplete alone is a page's. No visitor is worse off with it than without a key. */
  function visitorOf({ account, scopes, plan }: Identity, { clientIp }: Credentials): Caller['visitor'] {
    if (scopes.length !== 1 || scopes[0] !== 'lex_ac') return undefined;
    const { rates } = plan.rates.autocomplete > plans.anonymous.rates.autocomplete ? plan : plans.anonymous;
    return { account: `${account} ${ipAccount(clientIp)}`, rates };
  }
}

interface AdmissionServices extends Pick<MeterOptions, 'store'> {
  readonly onCharge: MeterOptions['onCharge'] | undefined;
  readonly subjects: LedgerSubjects;
  readonly recordFailure: (usageRecord: Pick<UsageRecord, 'account' | 'day' | 'endpoint'>) => void;
}

/** A class, as each request would else make all these functions anew. */
class MeteredAdmission implements Admission {
  readonly caller: Caller;
  readonly #services: AdmissionServices;
  readonly #usage: Pick<UsageRecord, 'account' | 'day' | 'endpoint'>;
  /** Credits a day. */
  readonly #limit: number;
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
    this.#limit = plan.dailyCredits;
    this.#secondsUntilReset = Math.ceil((nextMidnight(now) - now) / 1000);
  }

  recordFailure(): void {
    this.#services.recordFailure(this.#usage);
  }

  checkBalance(maxCredits: number, estimateCost: () => Promise<Cost>): Promise<void> | undefined {
    if (maxCredits <= this.#limit * AMPLE_BALANCE_SHARE && this.#hasAmpleBalance()) return undefined;
    return this.#requireBalance(maxCredits, estimateCost);
  }

  async charge(cost: Cost): Promise<Record<string, string>> {
    const { store, subjects, onCharge } = this.#services;
    const subject = cost.isUserInput ? await subjects.toLedgerSubject(this.#usage, cost) : cost.subject;
    const record = { ...this.#usage, subject, credits: cost.credits, requests: 1, errors: 0 };
    const outcome = await store.record(record, this.#limit);
    if (!outcome.accepted) throw this.#quotaExhausted(outcome.cost, this.#limit - outcome.spent, subject);
    onCharge?.({ plan: this.caller.plan.name, endpoint: this.#usage.endpoint, credits: outcome.cost });
    return this.#headers(outcome.cost, this.#limit - outcome.spent);
  }

  #headers(cost: number, remaining: number): Record<string, string> {
    return {
      'X-Quota-Limit': String(this.#limit),
      'X-Quota-Remaining': String(Math.max(0, remaining)),
      'X-Quota-Reset': String(this.#secondsUntilReset),
      'X-Quota-Cost': String(cost),
    };
  }

  #quotaExhausted(cost: number, remaining: number, subject?: string): Problem {
    const detail = quotaExhaustedText({
      cost,
      remaining: Math.max(0, remaining),
      limit: this.#limit,
      seconds: this.#secondsUntilReset,
      isWordCard: cost > 1 && subject !== undefined,
    });
    const headers = { ...this.#headers(cost, remaining), 'Retry-After': String(this.#secondsUntilReset) };
    return new Problem('quota_exhausted', { detail, headers });
  }

  #hasAmpleBalance(): boolean {
    const { store } = this.#services;
    const spent = store.lastKnownSpending(this.#usage.account, this.#usage.day) ?? 0;
    return !store.down && this.#limit - spent >= 2 * AMPLE_BALANCE_SHARE * this.#limit;
  }

  async #requireBalance(maxCredits: number, estimateCost: () => Promise<Cost>): Promise<void> {
    const { store, subjects } = this.#services;
    const { account, day } = this.#usage;
    if (this.#limit - (await store.spent(account, day)) >= maxCredits) return;
    const cost = await estimateCost();
    const subject = await subjects.toLedgerSubject(this.#usage, cost);
    // Read again, because other requests may have spent credits, and a repeated subject may be free.
    const [paid, spent] = await Promise.all([store.paid({ ...this.#usage, subject }), store.spent(account, day)]);
    const unpaid = Math.max(0, cost.credits - paid);
    if (unpaid > this.#limit - spent && unpaid > 0) throw this.#quotaExhausted(unpaid, this.#limit - spent, subject);
  }
}

interface ExhaustedQuota {
  readonly cost: number;
  readonly remaining: number;
  readonly limit: number;
  /** Until midnight in Hong Kong. */
  readonly seconds: number;
  /** Only word cards cost more than one credit, so only there a smaller request helps. */
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

/** Today's key, and yesterday's for requests that started before midnight. */
const MAX_DAY_KEYS = 2;
/** 132 bits, which makes collisions negligible. */
const DIGEST_LENGTH = 22;

/** Computes the subject under which the ledger stores a charge. */
interface LedgerSubjects {
  toLedgerSubject(usageRecord: Pick<UsageRecord, 'account' | 'day'>, cost: Cost): Promise<string | undefined>;
}

/**
 * Headwords are stored as they are. Other text may be a private line, so only its HMAC is stored. The HMAC's random key is shared by all
 * replicas through the store and deleted with the day's ledger. The account is part of the input, so that ledgers do not show which
 * callers sent the same text.
 */
export function createLedgerSubjects(store: Pick<MeteringStore, 'dayKey'>): LedgerSubjects {
  const keys = new Map<string, Promise<string>>();
  // Used while the store is down. A subject paid with it costs again once the store is back.
  const fallbackKey = newDayKey();

  const dayKeyOf = (day: string): Promise<string> => {
    const known = keys.get(day);
    if (known) return known;
    const key = store.dayKey(day).catch((error: unknown) => {
      keys.delete(day);
      if (error instanceof StoreUnavailable) return fallbackKey;
      throw error;
    });
    keys.set(day, key);
    if (keys.size > MAX_DAY_KEYS) keys.delete([...keys.keys()].sort()[0]!);
    return key;
  };

  return {
    async toLedgerSubject({ account, day }, { subject, isUserInput }) {
      if (!isUserInput || subject === undefined) return subject;
      const digest = createHmac('sha256', await dayKeyOf(day))
        .update(`${account}\0${subject}`)
        .digest('base64url');
      return `#${digest.slice(0, DIGEST_LENGTH)}`;
    },
  };
}

/** 72 bits. */
const PSEUDONYM_LENGTH = 12;

/** Names a caller for one day, so that who reads the name cannot tell the key or the address. */
export async function pseudonymOf(
  subjects: LedgerSubjects,
  { account, keyId }: Pick<Caller, 'account' | 'keyId'>,
  day: string,
): Promise<string> {
  const cost: Cost = { credits: 0, subject: 'pseudonym', isUserInput: true };
  const digest = await subjects.toLedgerSubject({ account, day }, cost);
  return `${keyId === undefined ? 'anonymous' : 'key'}:${digest!.slice(1, 1 + PSEUDONYM_LENGTH)}`;
}
