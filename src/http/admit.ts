import type { RequestHandler } from 'express';
import { keyIdOf } from '../metering/authenticate.ts';
import { ipAccount, type Scope } from '../metering/caller.ts';
import type { Credentials, Meter } from '../metering/meter-port.ts';
import type { Endpoint } from '../operations/operation.ts';
import { Problem } from '../problem.ts';
import { rateLimits } from './rate-limit.ts';
import { contextOf } from './request-context.ts';

/** What of an endpoint decides who may call it. */
export type Admittance = Pick<Endpoint, 'path' | 'group'> & Partial<Pick<Endpoint, 'scopes'>>;

/**
 * Lets a request in: who sends it, in whose account it is recorded, whether that is within its rate and has the scope; then it waits for its
 * turn, so that who is refused takes no place in the queue.
 */
export function admittance(meter: Meter, waitForTurn: RequestHandler): (to: Admittance) => RequestHandler {
  const limitOf = rateLimits(meter);
  return ({ path, group, scopes }) => {
    const limitRate = limitOf(group);
    return async function admitCaller(request, response, next) {
      const context = contextOf(response);
      context.route = path;
      const { authorization, origin } = request.headers;
      const credentials: Credentials = {
        authorization,
        origin,
        // Seldom needed of who sends a key.
        get clientIp() {
          return request.ip ?? '';
        },
        connection: request.socket,
      };
      // Of a refused one too: its key's id is no secret, and says whose it was.
      context.nameCaller = () => {
        const { keyId: key = keyIdOf(authorization), plan } = context.admission?.caller ?? {};
        if (key !== undefined) return { key, plan: plan?.name };
        const pseudonym = meter.pseudonym?.({ account: ipAccount(credentials.clientIp), keyId: undefined });
        return Promise.resolve(pseudonym).then((caller) => ({ caller, plan: plan?.name }));
      };
      const admission = await meter.admit(credentials, path);
      context.admission = admission;
      await limitRate(response, admission.caller);
      if (scopes) requireScope(scopes, admission.caller.scopes);
      waitForTurn(request, response, next);
    };
  };
}

/** Throws unless the caller has one of these scopes. */
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
