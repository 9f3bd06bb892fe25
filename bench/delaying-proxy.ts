import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to an HTTP server that adds this many milliseconds to every answer. */
export async function startDelayingProxy(target: string, delayMs: number) {
  const agent = new Agent({ keepAlive: true });
  const server = createServer(async (clientRequest, clientResponse) => {
    await sleep(delayMs);
    const { method, headers, url } = clientRequest;
    const upstreamRequest = request(`${target}${url}`, { agent, method: method!, headers }, (upstreamResponse) => {
      clientResponse.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
      upstreamResponse.pipe(clientResponse);
    });
    upstreamRequest.on('error', () => clientResponse.destroy());
    clientRequest.pipe(upstreamRequest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
