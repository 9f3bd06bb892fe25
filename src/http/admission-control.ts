import type { RequestHandler } from 'express';
import type { Meter } from '../metering/meter-port.ts';
import { Problem } from '../problem.ts';
import type { AdmissionQueue } from './admission-queue.ts';
import { sendProblem } from './problem-response.ts';

const OVERLOADED = new Problem('backend_unavailable', {
  detail: 'The service is asked more than it can answer in time. Try again shortly.',
  headers: { 'Retry-After': '1' },
});

/** Lets requests wait for their turn in the queue, callers with a valid key first. Refusals are not logged one by one. */
export function admissionControl(queue: AdmissionQueue, { wasValid }: Meter): RequestHandler {
  return (request, response, next) => {
    const { authorization } = request.headers;
    queue.enqueue(() => authorization !== undefined && (wasValid?.(authorization) ?? false), {
      serve: () => {
        // The client may have gone while its request waited.
        if (!request.socket.destroyed) next();
      },
      refuse: () => sendProblem(request, response, OVERLOADED),
    });
  };
}
