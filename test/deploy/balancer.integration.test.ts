import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HAPROXY_CONFIGURATION, type Haproxy, haproxy, startHaproxy } from '../servers/haproxy.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';
import { until } from '../support/until.ts';

function isInstalled(): boolean {
  try {
    haproxy('-v');
    return true;
  } catch {
    return false;
  }
}

interface Replica {
  readonly server: Server;
  state: 'ready' | 'degraded' | 'down';
  /** Requests that it took and broke off. */
  broken: number;
  /** Addresses that the balancer has named. */
  readonly callers: (string | string[] | undefined)[];
}

async function startReplica(name: string): Promise<Replica> {
  const replica: Replica = {
    server: createServer((request, response) => {
      if (request.url === '/readyz') {
        response.writeHead(replica.state === 'down' ? 503 : 200).end(JSON.stringify({ status: replica.state }));
        return;
      }
      if (request.url === '/broken') {
        replica.broken++;
        request.socket.destroy();
        return;
      }
      replica.callers.push(request.headers['x-forwarded-for']);
      response.end(name);
    }),
    state: 'ready',
    broken: 0,
    callers: [],
  };
  await new Promise<void>((resolve) => replica.server.listen(0, '127.0.0.1', resolve));
  return replica;
}

describeIfAvailable({ isAvailable: isInstalled(), advice: 'no HAProxy: install haproxy' }, 'the balancer', () => {
  const replicas: Replica[] = [];
  let balancer: Haproxy;
  let url: string;

  beforeAll(async () => {
    replicas.push(await startReplica('first'), await startReplica('second'));
    const ports = replicas.map(({ server }) => (server.address() as AddressInfo).port);
    balancer = await startHaproxy(ports, { checkInterval: '200ms' });
    url = `${balancer.url}/`;
    await until(async () => (await ask()) !== undefined);
    await until(areAllWhole);
  });
  afterAll(async () => {
    balancer.stop();
    for (const { server } of replicas) server.close().closeAllConnections();
  });

  /** The name of the replica that answers. */
  const ask = () =>
    fetch(url, { headers: { Connection: 'close' } }).then(
      async (response) => (response.ok ? await response.text() : undefined),
      () => undefined,
    );
  /** Whether the balancer takes every replica as ready. Answers do not tell: degraded replicas give them too while no other is up. */
  const areAllWhole = async () => {
    const metrics = await (await fetch(balancer.metricsUrl)).text();
    return replicas.every((_, index) =>
      metrics.includes(`haproxy_server_status{proxy="whole",server="replica${index}",state="UP"} 1`),
    );
  };
  const answering = async () =>
    new Set(await Promise.all(Array.from({ length: 20 }, async () => (await ask()) ?? 'nobody')));

  it('has a configuration that HAProxy takes as it is', () => {
    expect(haproxy('-c', '-f', HAPROXY_CONFIGURATION)).toBeDefined();
  });

  it('sends requests to every replica, and names the caller', async () => {
    expect(await answering()).toEqual(new Set(['first', 'second']));
    expect(new Set(replicas.flatMap(({ callers }) => callers))).toEqual(new Set(['127.0.0.1']));
  });

  it('sends none to a replica that is not ready, until it is again', async () => {
    const [first] = replicas;
    first!.state = 'down';
    await until(async () => !(await answering()).has('first'));
    expect(await answering()).toEqual(new Set(['second']));
    first!.state = 'ready';
    await until(async () => (await answering()).has('first'));
  });

  it('asks a degraded replica only while there is no other', async () => {
    const [first, second] = replicas;
    first!.state = 'degraded';
    await until(async () => !(await answering()).has('first'));
    second!.state = 'degraded';
    await until(async () => (await answering()).has('first'));
    expect(await answering()).toEqual(new Set(['first', 'second']));
    first!.state = second!.state = 'ready';
  });

  it('refuses by problem documents with the time to try again', async () => {
    for (const replica of replicas) replica.state = 'down';
    await until(async () => (await ask()) === undefined);
    const refused = await fetch(url);
    expect([refused.status, refused.headers.get('content-type'), refused.headers.get('retry-after')]).toEqual([
      503,
      'application/problem+json',
      '5',
    ]);
    expect(await refused.json()).toMatchObject({ status: 503, code: 'backend_unavailable' });
    for (const replica of replicas) replica.state = 'ready';
    await until(areAllWhole);
    const broken = await fetch(`${url}broken`);
    expect(await broken.json()).toMatchObject({ status: broken.status, code: 'backend_unavailable' });
    expect(replicas.map(({ broken: times }) => times).sort()).not.toContain(0);
  });

  it('has metrics, and a log without addresses and questions', async () => {
    const metrics = await (await fetch(balancer.metricsUrl)).text();
    expect(metrics).toMatch(/^haproxy_backend_http_responses_total\{proxy="whole",code="2xx"\} [1-9]/m);
    await fetch(`${url}word/secret?prefix=secret`);
    await until(async () => balancer.log().includes('GET whole/'));
    for (const hidden of ['secret', '127.0.0.1']) expect(balancer.log()).not.toContain(hidden);
  });
});
