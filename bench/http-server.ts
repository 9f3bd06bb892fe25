import { openSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import express from 'express';
import { createApp } from '../src/http/app.ts';
import { listen } from '../src/http/listen.ts';
import { createMetrics } from '../src/http/metrics.ts';
import { characterTableOf } from '../src/lyrics/character-table.ts';
import { issueKey } from '../src/metering/key.ts';
import { openMetering, openMeteringStore } from '../src/metering/open.ts';
import { openPlans } from '../src/metering/plans.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { openLog } from '../src/telemetry/log.ts';

/**
 * One server of the HTTP benchmark, in a process of its own: the first message says which. It answers with where it is, and to
 * each `work` with the processor time of its thread so far.
 */
export type ServerSpec =
  | {
      readonly kind: 'express' | 'usual-stack';
      readonly dataDir: string;
      /** Answers by method and address: `GET /api/lexicon/browse?limit=50`. */
      readonly responses: readonly (readonly [request: string, body: string])[];
    }
  | {
      readonly kind: 'service';
      readonly directory: string;
      readonly plansFile: string;
      readonly dataDir: string;
      /** Bytes of answers that are kept; 0 for none. */
      readonly cacheBytes: number;
    };

export interface StartedServer {
  readonly url: string;
  /** A key of the partner plan, where keys are known. */
  readonly key?: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Method and path of each endpoint, as the service has them: a route a word would make Express look through a thousand of them. */
function routesOf(responses: ReadonlyMap<string, string>): ReadonlySet<string> {
  const routeOf = (request: string) => request.split('?')[0]!.replace(/\/word\/.*/, '/word/:text');
  return new Set([...responses.keys()].map(routeOf));
}

/** Express with each endpoint a route, without the entity tag, which it makes by hashing the body. */
function bareExpress(responses: ReadonlyMap<string, string>): RequestListener {
  const app = express();
  app.disable('etag').disable('x-powered-by');
  for (const route of routesOf(responses)) {
    const [method, routePath] = route.split(' ') as [string, string];
    const send: express.RequestHandler = (request, response) => {
      response.setHeader('Content-Type', JSON_TYPE);
      response.send(responses.get(`${request.method} ${request.url}`)!);
    };
    if (method === 'POST') app.post(routePath, express.json(), send);
    else app.get(routePath, send);
  }
  return app as RequestListener;
}

type FixedSpec = Exclude<ServerSpec, { kind: 'service' }>;

async function fixedListener({ kind, dataDir, ...spec }: FixedSpec): Promise<RequestListener> {
  const responses = new Map(spec.responses);
  if (kind === 'express') return bareExpress(responses);
  // No literal: the root's compiler does not follow it to a package that may not be installed.
  const file: string = './baselines/usual-stack.ts';
  const { usualStack } = await import(file);
  return usualStack(responses, routesOf(responses), join(dataDir, `${kind}-${process.pid}.log`));
}

async function start(spec: ServerSpec): Promise<StartedServer> {
  if (spec.kind !== 'service') {
    const server: Server = createServer(await fixedListener(spec));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }
  const { directory, plansFile, dataDir, cacheBytes } = spec;
  // As the program itself has it, but for a file in the place of standard output.
  const { logger } = openLog('info', openSync(join(dataDir, `service-${process.pid}.log`), 'w'));
  const metrics = createMetrics();
  const memoryStore = await openMemoryStore({ directory });
  await memoryStore.warm();
  const store = metrics.instrumented(memoryStore);
  await memoryStore.read((lexicon) => Promise.all([lexicon.wordTable(), characterTableOf(lexicon)]));
  const config = { dataDir, redisUrl: undefined };
  const plans = openPlans(plansFile);
  const { meter } = await openMetering({ config, plans, logger, onCharge: metrics.recordCharge });
  const operator = await openMeteringStore(config, logger);
  const scopes = ['lex_read', 'lex_workflow'] as const;
  const keyRequest = { name: 'bench', plan: 'partner', scopes, origins: [], expiresAt: undefined };
  const { key } = await issueKey(operator, keyRequest, Date.now());
  await operator.close();
  const app = createApp({
    store,
    logger,
    meter,
    onRequestEnd: metrics.recordRequest,
    cacheBytes,
    config: { corsOrigins: ['*'], trustProxy: 0 },
  });
  const { url } = await listen(app, { host: '127.0.0.1', port: 0 });
  return { url, key };
}

process.on('message', async (message: ServerSpec | 'work') => {
  if (message === 'work') {
    const { user, system } = process.threadCpuUsage();
    process.send!({ work: user + system });
  } else process.send!(await start(message));
});
process.on('disconnect', () => process.exit());
