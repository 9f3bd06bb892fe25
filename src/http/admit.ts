import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { keyIdOf } from '../metering/authenticate.ts';
import {
  type Admission,
  type Caller,
  type Credentials,
  ipAccount,
  type Meter,
  RATE_GROUPS,
  RATE_WINDOW_SECONDS,
  type RateGroup,
  type Scope,
} from '../metering/meter-port.ts';
import type { Endpoint } from '../operations/operation.ts';
import { Problem } from '../problem.ts';
import { type AdmissionQueue, RETRY_AFTER_SECONDS } from './admission-queue.ts';
import { sendProblem } from './problem-response.ts';
import { type CallerName, contextOf, type RequestContext, type Step } from './request-context.ts';

/** The fields of an endpoint that decide who may call it, and how often. */
type Admittance = Pick<Endpoint, 'path' | 'group'> & Partial<Pick<Endpoint, 'scopes'>>;

/**
 * A step that authenticates a request, counts it against its account's rate and checks its scope, and only then queues
 * it, so that refused requests take no place in the queue. Throws a {@link Problem}.
 */
export function admittance(meter: Meter, waitForTurn: Step): (to: Admittance) => Step {
  const limitOf = rateLimits(meter);
  return ({ path, group, scopes }) => {
    const limitRate = limitOf(group);
    return function admitCaller(request, response, next) {
      const context = contextOf(response);
      context.route = path;
      const { authorization, origin } = request.headers;
      const credentials: Credentials = {
        authorization,
        origin,
        clientIp: context.clientIp,
        connection: request.socket,
      };
      context.credentials = credentials;
      const admit = (admission: Admission) => {
        context.admission = admission;
        const enter = () => {
          if (scopes) requireScope(scopes, admission.caller.scopes);
          waitForTurn(request, response, next);
        };
        const counting = limitRate(response, admission.caller);
        return counting ? counting.then(enter) : enter();
      };
      // No promise where the admission is known at once: each promise of a request costs as much as a step of its work.
      const admission = meter.admit(credentials, path);
      return admission instanceof Promise ? admission.then(admit) : admit(admission);
    };
  };
}

/** A step that waits in the queue, and answers what is refused there. */
export function admissionControl(queue: AdmissionQueue): Step {
  const overloaded = new Problem('backend_unavailable', {
    detail: 'The service is asked more than it can answer in time. Try again shortly.',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
  return function waitForAdmission(request, response, next) {
    const context = contextOf(response);
    const { account = ipAccount(context.clientIp), keyId, visitor } = context.admission?.caller ?? {};
    const queuedAt = performance.now();
    const afterWait = (proceed: () => void) => () => {
      context.waitedMs = performance.now() - queuedAt;
      // The client may have gone while its request waited.
      if (!request.socket.destroyed) proceed();
    };
    queue.enqueue(visitor?.account ?? account, keyId !== undefined, {
      serve: afterWait(next),
      refuse: afterWait(() => sendProblem(request, response, overloaded)),
    });
  };
}

/**
 * Names the callers of counted requests, refused ones too: the id of a key is no secret. Undefined before
 * authentication.
 */
export function callerNamer(meter: Meter) {
  return ({ credentials, admission }: RequestContext): CallerName | Promise<CallerName> | undefined => {
    if (!credentials) return undefined;
    const { keyId: key = keyIdOf(credentials.authorization), plan } = admission?.caller ?? {};
    if (key !== undefined) return { key, plan: plan?.name };
    const pseudonym = meter.pseudonym?.({ account: ipAccount(credentials.clientIp), keyId: undefined });
    return Promise.resolve(pseudonym).then((caller) => ({ caller, plan: plan?.name }));
  };
}

/** Throws `insufficient_scope` unless the caller's `scopes` have one of the `required` ones. */
function requireScope(required: readonly Scope[], scopes: readonly Scope[]): void {
  if (required.some((scope) => scopes.includes(scope))) return;
  const keyScopes = scopes.length === 0 ? 'no scope' : scopes.join(', ');
  throw new Problem('insufficient_scope', {
    detail: `This key has ${keyScopes}; this endpoint asks for ${required.join(' or ')}. Use a key that was issued for it.`,
    headers: {
      'WWW-Authenticate': `Bearer realm="lexicon", error="insufficient_scope", scope="${required.join(' ')}"`,
    },
  });
}

/**
 * Counts a request of the caller, writes the RateLimit headers, and throws `rate_limited` above the plan's rate. Where
 * the store's count must be waited for, returns a promise instead, which rejects.
 */
type LimitRate = (response: ServerResponse, caller: Caller) => Promise<void> | undefined;

/** The limit of each rate group. With a page's key both the visitor and all visitors together are counted. */
function rateLimits(meter: Meter): (group: RateGroup) => LimitRate {
  if (!meter.countRequest) return () => () => undefined;
  const limitPage = limiter(meter, 'page', 'for all visitors of its page together');
  const limits = new Map<RateGroup, LimitRate>(
    RATE_GROUPS.map((group) => {
      const limit = limiter(meter, group, group === 'other' ? 'on these endpoints' : `in the group "${group}"`);
      return [
        group,
        (response, { visitor, account, plan }) => {
          if (!visitor) return limit(response, account, plan.rates![group]);
          const counting = limit(response, visitor.account, visitor.rates[group]);
          const countPage = () => limitPage(response, account, plan.pageRate!);
          return counting ? counting.then(countPage) : countPage();
        },
      ];
    }),
  );
  return (group) => limits.get(group)!;
}

/** Accounts whose counts are kept in memory; others are counted anew with each request. */
const MAX_CALLERS = 20_000;

/** The present minute of one account, as far as this process knows. */
interface Minute {
  /** Requests counted so far. */
  hits: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
  /** Requests allowed. */
  readonly limit: number;
  /** The RateLimit-Policy header. */
  readonly policy: string;
}

/**
 * Limits requests by the RateLimit headers of draft 8. While the count that this process knows is below half of the
 * limit, no request waits for the store, which could not refuse it. A refused caller is refused again from memory:
 * counting that would only cost time.
 *
 * @param scope words for the requests that share the limit, which end a sentence
 */
function limiter({ countRequest }: Meter, name: RateGroup | 'page', scope: string) {
  const minutes = new LRUCache<string, Minute>({ max: MAX_CALLERS });
  const refusal = refusalOf(scope);

  const minuteOf = (account: string, limit: number): Minute => {
    const known = minutes.get(account);
    if (known?.limit === limit) return known;
    const partition = Buffer.from(hash('sha256', account).slice(0, 12)).toString('base64');
    const policy = `"${name}"; q=${limit}; w=${RATE_WINDOW_SECONDS}; pk=:${partition}:`;
    const minute = { hits: known?.hits ?? 0, endsAt: known?.endsAt ?? 0, limit, policy };
    minutes.set(account, minute);
    return minute;
  };

  const count = async (account: string, minute: Minute) => {
    const { consumedPoints, msBeforeNext } = await countRequest!(name, account);
    const now = Date.now();
    // The store's count for this request lacks those still under way.
    minute.hits = Math.max(consumedPoints, minute.endsAt > now ? minute.hits : 0);
    minute.endsAt = now + msBeforeNext;
    return consumedPoints;
  };

  /**
   * Writes the RateLimit headers; throws above the limit.
   *
   * @param hits requests up to this one; `minute.hits` may count later ones by now
   */
  const writeHeaders = (response: ServerResponse, minute: Minute, hits: number): undefined => {
    // What the parser refused meanwhile is answered.
    if (response.headersSent) return;
    const { limit } = minute;
    const seconds = Math.max(0, Math.ceil((minute.endsAt - Date.now()) / 1000));
    response.appendHeader('RateLimit-Policy', minute.policy);
    if (hits > limit) {
      const problem = refusal(limit, Math.max(1, seconds));
      response.setHeader('RateLimit', `"${name}"; r=0; t=${problem.headers['Retry-After']}`);
      throw problem;
    }
    response.appendHeader('RateLimit', `"${name}"; r=${limit - hits}; t=${seconds}`);
  };

  return (response: ServerResponse, account: string, limit: number): Promise<void> | undefined => {
    const minute = minuteOf(account, limit);
    const isCurrent = minute.endsAt > Date.now();
    if (isCurrent && minute.hits > limit) {
      contextOf(response).isRepeatedRefusal = true;
      return writeHeaders(response, minute, minute.hits);
    }
    const counting = count(account, minute);
    const mayExceed = !isCurrent || minute.hits >= limit / 2;
    if (mayExceed) return counting.then((hits) => writeHeaders(response, minute, hits));
    counting.catch(() => undefined);
    return writeHeaders(response, minute, ++minute.hits);
  };
}

/** Makes `rate_limited` problems; the latest is used again within its second. */
function refusalOf(scope: string): (limit: number, seconds: number) => Problem {
  let latest: { readonly limit: number; readonly seconds: number; readonly problem: Problem } | undefined;
  return (limit, seconds) => {
    if (latest?.limit !== limit || latest.seconds !== seconds) {
      const detail = `This caller may send ${limit} requests a minute ${scope}. Wait ${seconds} seconds, then go on more slowly.`;
      const problem = new Problem('rate_limited', { detail, headers: { 'Retry-After': String(seconds) } });
      latest = { limit, seconds, problem };
    }
    return latest.problem;
  };
}
