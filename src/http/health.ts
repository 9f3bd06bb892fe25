import type { RequestHandler } from 'express';
import type { LexiconStore } from '../lexicon/store.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problem-response.ts';
import { contextOf } from './request-context.ts';
import { sendJson } from './send.ts';

/** Whether the process lives. Asks nobody. */
export const health: RequestHandler = (request, response) => {
  contextOf(response).route = '/healthz';
  response.setHeader('Cache-Control', 'no-store');
  sendJson(request, response, { status: 'ok' });
};

export const READINESS_ROUTE = '/readyz';

/** Whether requests should come here: the store answers and the process is not going down. */
export function readiness(store: LexiconStore, isDraining: () => boolean): RequestHandler {
  return async (request, response) => {
    contextOf(response).route = READINESS_ROUTE;
    const { ready, detail } = isDraining()
      ? { ready: false, detail: 'The service is going down. Ask another instance.' }
      : await store.health();
    // Not thrown: that would be logged as an error, for each look of each balancer.
    if (!ready) {
      sendProblem(request, response, new Problem('backend_unavailable', { detail, headers: { 'Retry-After': '5' } }));
      return;
    }
    response.setHeader('Cache-Control', 'no-store');
    sendJson(request, response, { status: 'ready', detail });
  };
}
