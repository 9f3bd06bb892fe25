import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Cost } from '../metering/meter-port.ts';
import type { Endpoint } from '../operations/operation.ts';
import { invalidRequest } from '../problem.ts';

/** As Stripe bounds it; no spaces or control characters. */
const VALID = /^[\x21-\x7e]{1,255}$/;

/**
 * What makes a retry free: the cost of a request that names an `Idempotency-Key` has that and the body as its subject, so that the ledger
 * of the day knows it, and the key as the subject's name, which no other body may have. Without the header, or where the endpoint takes none, the cost as it is. Throws a 400 for a key that is none.
 */
export function idempotentCost(endpoint: Endpoint, request: Request): (cost: Cost) => Cost {
  const key = endpoint.takesIdempotencyKey ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return (cost) => cost;
  if (typeof key !== 'string' || !VALID.test(key))
    throw invalidRequest([
      { in: 'header', name: 'Idempotency-Key', message: 'is not 1 to 255 printable ASCII characters without spaces' },
    ]);
  const subject = `${key} ${hash('sha256', JSON.stringify(request.body ?? null))}`;
  return (cost) => ({ ...cost, subject, isUserInput: true, subjectName: key });
}
