import { ANONYMOUS, type Caller, type RateGroup, type Scope } from './caller.ts';
import { Problem } from './problem.ts';

/** What a meter has to know of a request to let it in. */
export interface AdmissionRequest {
  /** Path of the endpoint as the table writes it. */
  readonly endpoint: string;
  readonly group: RateGroup;
  /** One of these is enough. */
  readonly scopes: readonly Scope[];
  /** The Authorization header as it came. */
  readonly authorization: string | undefined;
  /** The Origin header as it came. */
  readonly origin: string | undefined;
  /** Address of the caller, trusted proxies taken off. */
  readonly address: string;
}

/** What a success costs. */
export interface Cost {
  readonly credits: number;
  /**
   * What the credits are for. The same endpoint and subject, asked again by the same caller the same day, costs only what
   * exceeds the highest cost already paid; absent, every request is paid for.
   */
  readonly subject?: string;
}

type Headers = Readonly<Record<string, string>>;

/** A request that was let in. */
export interface Admission {
  readonly caller: Caller;
  /** Sent with whatever answer follows. */
  readonly headers: Headers;
  /** Takes the whole cost or throws; the headers go with the success. Called once, and only on success. */
  charge(cost: Cost): Promise<Headers>;
}

/** Authenticates, checks scope and rate, and keeps the account of credits. */
export interface Meter {
  /** Throws a `Problem` (`invalid_key`, `insufficient_scope`, `rate_limited`, `quota_exhausted`) when the request may not go on. */
  admit(request: AdmissionRequest): Promise<Admission>;
}

/** Serves everyone as anonymous and counts nothing; knows no key, so that any key is a wrong one. */
export const anonymousMeter: Meter = {
  async admit({ authorization }) {
    if (authorization !== undefined)
      throw new Problem('invalid_key', {
        headers: { 'WWW-Authenticate': 'Bearer realm="lexicon", error="invalid_token"' },
      });
    return { caller: ANONYMOUS, headers: {}, charge: async () => ({}) };
  },
};
