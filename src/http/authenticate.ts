import type { RequestHandler } from 'express';
import { keyIdOf } from '../metering/authenticate.ts';
import type { Scope } from '../metering/caller.ts';
import { ipAccount } from '../metering/caller.ts';
import type { Meter } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';
import { contextOf } from './request-context.ts';

/**
 * Finds out who sends the request, and in whose account it is recorded. Fails when the key is not valid.
 *
 * @param path of the endpoint as the table writes it
 */
export function authenticate(path: string, meter: Meter): RequestHandler {
  return async function authenticateCaller(request, response, next) {
    const context = contextOf(response);
    context.route = path;
    const { authorization, origin } = request.headers;
    const clientIp = request.ip ?? '';
    const credentials = { authorization, origin, clientIp, connection: request.socket };
    // Of a refused one too: its key's id is no secret, and says whose it was.
    context.describeCaller = async () => {
      const { keyId = keyIdOf(authorization), plan } = context.admission?.caller ?? {};
      if (keyId !== undefined) return { key: keyId, plan: plan?.name };
      return { caller: await meter.pseudonym?.({ account: ipAccount(clientIp), keyId }), plan: plan?.name };
    };
    context.admission = await meter.admit(credentials, path);
    next();
  };
}

/** Fails unless the caller has one of these scopes. */
export function requireScope(required: readonly Scope[]): RequestHandler {
  return (_request, response, next) => {
    const { scopes } = contextOf(response).admission!.caller;
    if (!required.some((scope) => scopes.includes(scope))) {
      const keyScopes = scopes.length === 0 ? 'no scope' : scopes.join(', ');
      throw new Problem('insufficient_scope', {
        detail: `This key has ${keyScopes}; this endpoint asks for ${required.join(' or ')}. Use a key that was issued for it.`,
        headers: {
          'WWW-Authenticate': `Bearer realm="lexicon", error="insufficient_scope", scope="${required.join(' ')}"`,
        },
      });
    }
    next();
  };
}
