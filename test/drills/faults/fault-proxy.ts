import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to an HTTP server that can be made slow, or made to refuse everything as an overloaded server does. */
export interface FaultProxy {
  readonly url: string;
  /** `delay` in milliseconds is added to every answer; `refuse` is the status given instead of one. */
  set(fault: { readonly delayMs?: number; readonly refusalStatus?: number }): void;
  stop(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  let fault: { readonly delayMs?: number; readonly refusalStatus?: number } = {};
  const server = createServer(async (clientRequest, clientResponse) => {
    if (fault.delayMs) await sleep(fault.delayMs);
    if (fault.refusalStatus) {
      clientRequest.resume();
      const error = { type: 'es_rejected_execution_exception', reason: 'refused by the drill' };
      clientResponse.writeHead(fault.refusalStatus, {
        'content-type': 'application/json',
        'x-elastic-product': 'Elasticsearch',
      });
      clientResponse.end(JSON.stringify({ error, status: fault.refusalStatus }));
      return;
    }
    const { method, headers, url } = clientRequest;
    const upstreamRequest = request(`${target}${url}`, { agent, method: method!, headers }, (upstreamResponse) => {
      clientResponse.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(clientResponse);
    });
    upstreamRequest.on('error', () => clientResponse.destroy());
    clientRequest.pipe(upstreamRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    set(nextFault) {
      fault = nextFault;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
