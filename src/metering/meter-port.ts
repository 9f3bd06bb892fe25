import type { Store } from 'express-rate-limit';
import type { FeedbackStore } from '../feedback/feedback-store.ts';
import { Problem } from '../problem.ts';
import { ANONYMOUS, type Caller, type RateGroup } from './caller.ts';

/** What a request says of its sender. */
export interface Credentials {
  /** The Authorization header as it came. */
  readonly authorization: string | undefined;
  /** The Origin header as it came. */
  readonly origin: string | undefined;
  /** IP address of the client, trusted proxies taken off. */
  readonly clientIp: string;
  /** Stands for the connection; absent where there is none. */
  readonly connection?: object;
}

/** What a success costs. */
export interface Cost {
  readonly credits: number;
  /**
   * What the credits are for. The same endpoint and subject, asked again by the same caller the same day, costs only what
   * exceeds the highest cost already paid; absent, every request is paid for.
   */
  readonly subject?: string;
  /** The subject is no headword but what the caller wrote, which may be private: it is not to be kept as it is. */
  readonly isUserInput?: true;
}

type Headers = Readonly<Record<string, string>>;

/** A request whose caller is known. */
export interface Admission {
  readonly caller: Caller;
  /**
   * Throws `quota_exhausted`, with what it would cost and what is left, when the caller cannot pay. `estimateCost` is called only when
   * less than `maxCredits` may be left; undefined where more surely is.
   */
  checkBalance?(maxCredits: number, estimateCost: () => Promise<Cost>): Promise<void> | undefined;
  /** Records that the request ended in an error, which costs nothing. Called once, instead of or after `charge`. */
  recordFailure?(): void;
  /** Takes the whole cost or throws; the headers go with the success. Called once, and only on success. */
  charge(cost: Cost): Promise<Headers>;
}

/** What a caller may use, and what is left of today's credits. */
export interface AccountState {
  readonly key: { readonly id: string; readonly name: string; readonly expiresAt: number | undefined } | undefined;
  readonly maxLimit: number;
  /** Requests per minute. */
  readonly rates: Readonly<Record<RateGroup, number>>;
  readonly quota: { readonly limit: number; readonly used: number; readonly remaining: number };
  /** Milliseconds since the epoch at which the quota is filled again. */
  readonly resetsAt: number;
}

/** What one endpoint was used for on one day. */
export interface UsageRow {
  /** Calendar day in Hong Kong, `2026-11-21`. */
  readonly day: string;
  /** Path as the table writes it. */
  readonly endpoint: string;
  /** All requests, those that ended in an error too. */
  readonly requests: number;
  readonly credits: number;
  readonly errors: number;
}

export interface Usage {
  /** Every day asked for, oldest first; the last one is today. */
  readonly days: readonly string[];
  /** By day, then by endpoint; only what was used. */
  readonly rows: readonly UsageRow[];
}

/** Authenticates callers, counts their requests, and keeps the account of credits. */
export interface Meter {
  /**
   * Throws a `Problem` (`invalid_key`, `origin_not_allowed`, `rate_limited` after too many failures) when the key is not valid.
   *
   * @param endpoint path as the table writes it
   */
  admit(credentials: Credentials, endpoint: string): Promise<Admission>;
  /** Where express-rate-limit counts the requests of a group by account. Absent where nothing is limited. */
  rateStore?(group: RateGroup): Store;
  /**
   * Whether this Authorization header was found valid in the last minutes. Looks at nothing but this process's memory, so that it can be
   * asked of every request. Absent where no key is valid.
   */
  wasValid?(authorization: string): boolean;
  /** The state of a caller's account. Absent where nothing is counted. */
  account?(caller: Caller): Promise<AccountState>;
  /** Where suggestions are kept. Absent where none are taken. */
  readonly feedback?: Pick<FeedbackStore, 'add'>;
  /** @param days 1 to 90, today included */
  usage?(caller: Caller, days: number): Promise<Usage>;
}

/** Serves everyone as anonymous and counts nothing; knows no key, so that any key is a wrong one. */
export const anonymousMeter: Meter = {
  async admit({ authorization }) {
    if (authorization !== undefined)
      throw new Problem('invalid_key', {
        headers: { 'WWW-Authenticate': 'Bearer realm="lexicon", error="invalid_token"' },
      });
    return { caller: ANONYMOUS, charge: async () => ({}) };
  },
};
