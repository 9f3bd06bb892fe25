import { expect, it } from '@jest/globals';
import type { Express } from 'express';
import { pino } from 'pino';
import { createApp } from '../../src/http/app.ts';
import { createAdmissionQueue } from '../../src/http/overload.ts';
import type { Meter } from '../../src/metering/meter-port.ts';
import { smallStore } from '../http/service.ts';

/** Probes must answer while the service is overloaded; texts of problems stand behind the queue. */
const OUTSIDE = ['/healthz', '/readyz', '/problems/:code'];

it('every route authenticates its caller, and limits its rate and load, before it answers, save probes and explanations', () => {
  const logger = pino({ enabled: false });
  const config = { corsOrigins: ['*'], trustProxy: 0 };
  const admissionQueue = createAdmissionQueue(logger);
  const meter: Meter = {
    admit: () => Promise.reject(new Error('no request is sent')),
    countRequest: () => Promise.reject(new Error('no request is sent')),
  };
  const { router } = createApp({ store: smallStore(), logger, config, meter, admissionQueue }) as Express;
  const routes = router.stack.flatMap(({ route }) => (route ? [route] : []));
  // Routes of all methods refuse those that an endpoint does not have.
  const answering = routes.filter(({ stack }) => !stack.some(({ method }) => method === 'delete'));
  const limited = answering.filter(({ stack }) => stack[0]?.name === 'admitCaller');
  const outside = answering.filter((route) => !limited.includes(route)).map(({ path }) => path);
  expect(limited.length).toBeGreaterThan(20);
  expect(outside).toEqual(OUTSIDE);
});
