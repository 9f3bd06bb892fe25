import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from './service.ts';

/** A load balancer as operators put before replicas: it keeps connections to them, and asks each whether it is ready. */
export interface Balancer {
  readonly url: string;
  /** Requests that another replica was asked too, because the first one refused the connection. */
  readonly refused: number;
  /** Requests that a replica took and did not answer; their callers were told 502. */
  readonly dropped: readonly string[];
  stop(): Promise<void>;
}

/** Milliseconds between two looks at a replica; usual balancers take a second or more. */
const LOOK_EVERY = 250;

/** Asks another replica only when nothing can have reached the first one. */
export async function startBalancer(replicas: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const dropped: string[] = [];
  let [refused, turn, done] = [0, 0, false];
  const look = async (replica: string) => {
    while (!done) {
      if (await answers(`${replica}/readyz`)) ready.add(replica);
      else ready.delete(replica);
      await sleep(LOOK_EVERY);
    }
  };
  const looking = Promise.all(replicas.map(look));

  const pass = (from: IncomingMessage, body: Buffer, to: ServerResponse, tried: readonly string[]) => {
    const left = replicas.filter((one) => ready.has(one) && !tried.includes(one));
    const replica = left[turn++ % left.length];
    if (!replica) {
      fail(to, `no replica is ready; tried ${tried.length}`);
      return;
    }
    const { method = 'GET', headers } = from;
    const passed = request(`${replica}${from.url}`, { agent, method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
      answer.on('error', () => fail(to, 'the answer broke off'));
    });
    passed.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') {
        fail(to, `${error.code} on a ${passed.reusedSocket ? 'kept' : 'new'} connection`);
        return;
      }
      refused++;
      ready.delete(replica);
      pass(from, body, to, [...tried, replica]);
    });
    passed.end(body);
  };
  const fail = (to: ServerResponse, why: string) => {
    dropped.push(why);
    if (to.headersSent) to.destroy();
    else to.writeHead(502).end();
  };

  const server = createServer(async (from, to) => pass(from, await buffer(from), to, []));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  while (ready.size < replicas.length) await sleep(20);
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    get refused() {
      return refused;
    },
    dropped,
    async stop() {
      done = true;
      await looking;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
