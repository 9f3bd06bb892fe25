import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to an HTTP server that can be made slow, or made to refuse everything as an overloaded server does. */
export interface HttpWay {
  readonly url: string;
  /** `delay` in milliseconds is added to every answer; `refuse` is the status given instead of one. */
  set(fault: { readonly delay?: number; readonly refuse?: number }): void;
  stop(): Promise<void>;
}

export async function startHttpWay(target: string): Promise<HttpWay> {
  const agent = new Agent({ keepAlive: true });
  let fault: { readonly delay?: number; readonly refuse?: number } = {};
  const server = createServer(async (from, to) => {
    if (fault.delay) await sleep(fault.delay);
    if (fault.refuse) {
      from.resume();
      const error = { type: 'es_rejected_execution_exception', reason: 'refused by the drill' };
      to.writeHead(fault.refuse, { 'content-type': 'application/json', 'x-elastic-product': 'Elasticsearch' });
      to.end(JSON.stringify({ error, status: fault.refuse }));
      return;
    }
    const { method, headers, url } = from;
    const passed = request(`${target}${url}`, { agent, method: method!, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    passed.on('error', () => to.destroy());
    from.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    set(next) {
      fault = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
