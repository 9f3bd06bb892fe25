import type { RequestHandler } from 'express';
import type { LexiconStore, StoreHealth } from '../lexicon/store.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';
import { contextOf } from './request-context.ts';
import { sendJson } from './send.ts';

/** Whether the process lives. Asks nobody. */
export const health: RequestHandler = (request, response) => {
  contextOf(response).isProbe = true;
  response.setHeader('Cache-Control', 'no-store');
  sendJson(request, response, { status: 'ok' });
};

/**
 * Whether requests should come here: the store has what it needs and the process is not going down. `degraded` while its engine is away:
 * what needs none is answered, the rest refused, and another instance may be better off.
 */
export function readiness(store: Pick<LexiconStore, 'health'>, isDraining: () => boolean): RequestHandler {
  return async (request, response) => {
    contextOf(response).isProbe = true;
    const { ready, engineUp, detail }: StoreHealth = isDraining()
      ? { ready: false, detail: 'The service is going down. Ask another instance.' }
      : await store.health();
    // Not thrown: that would be logged as an error, for each look of each balancer.
    if (!ready) {
      sendProblem(request, response, new Problem('backend_unavailable', { detail, headers: { 'Retry-After': '5' } }));
      return;
    }
    response.setHeader('Cache-Control', 'no-store');
    sendJson(request, response, { status: engineUp === false ? 'degraded' : 'ready', detail });
  };
}
