import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { respondsOk } from './service.ts';

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
const PROBE_INTERVAL_MS = 250;

/** Asks another replica only when nothing can have reached the first one. */
export async function startBalancer(replicas: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const dropped: string[] = [];
  let [refused, nextIndex, isStopped] = [0, 0, false];
  const probe = async (replica: string) => {
    while (!isStopped) {
      if (await respondsOk(`${replica}/readyz`)) ready.add(replica);
      else ready.delete(replica);
      await sleep(PROBE_INTERVAL_MS);
    }
  };
  const probing = Promise.all(replicas.map(probe));

  const forward = (
    clientRequest: IncomingMessage,
    body: Buffer,
    clientResponse: ServerResponse,
    triedReplicas: readonly string[],
  ) => {
    const candidates = replicas.filter((one) => ready.has(one) && !triedReplicas.includes(one));
    const replica = candidates[nextIndex++ % candidates.length];
    if (!replica) {
      fail(clientResponse, `no replica is ready; tried ${triedReplicas.length}`);
      return;
    }
    const { method = 'GET', headers } = clientRequest;
    const upstreamRequest = request(
      `${replica}${clientRequest.url}`,
      { agent, method, headers },
      (upstreamResponse) => {
        clientResponse.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
        upstreamResponse.pipe(clientResponse);
        upstreamResponse.on('error', () => fail(clientResponse, 'the answer broke off'));
      },
    );
    upstreamRequest.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED') {
        fail(clientResponse, `${error.code} on a ${upstreamRequest.reusedSocket ? 'kept' : 'new'} connection`);
        return;
      }
      refused++;
      ready.delete(replica);
      forward(clientRequest, body, clientResponse, [...triedReplicas, replica]);
    });
    upstreamRequest.end(body);
  };
  const fail = (clientResponse: ServerResponse, reason: string) => {
    dropped.push(reason);
    if (clientResponse.headersSent) clientResponse.destroy();
    else clientResponse.writeHead(502).end();
  };

  const server = createServer(async (clientRequest, clientResponse) =>
    forward(clientRequest, await buffer(clientRequest), clientResponse, []),
  );
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
      isStopped = true;
      await probing;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
