import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAdmissionQueue } from '../../src/http/admission-queue.ts';
import { type ConnectionLimits, connectionLimits, createConnectionBounds } from '../../src/http/connections.ts';
import { listenForOperators } from '../../src/http/operator-listener.ts';
import { until } from '../support/until.ts';
import { smallStore, startService } from './service.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A connection from an address of loopback. */
const connectTo = (port: number, localAddress: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  return socket;
};
const start = async (options: Parameters<typeof startService>[0]) => {
  const service = await startService(options);
  closing.push(() => service.stop());
  return { service, port: Number(new URL(service.url).port) };
};

it.each([
  [256, { total: 128, perAddress: 13 }],
  [1_024, { total: 768, perAddress: 77 }],
  [20_000, { total: 10_000, perAddress: 1_000 }],
  [Number.POSITIVE_INFINITY, { total: 10_000, perAddress: 1_000 }],
])('the limits of connections are below the %d descriptors that a process may have', (descriptors, limits) => {
  expect(connectionLimits(descriptors)).toEqual(limits);
});

describe('connections', () => {
  /** A server that greets whom it lets in; `open` tells whether it does. */
  const bounded = async (limits: ConnectionLimits, trustProxy: number | readonly string[] = 0) => {
    const bounds = createConnectionBounds({ trustProxy, limits });
    const server = createServer();
    bounds.apply(server);
    server.on('connection', (socket) => socket.destroyed || socket.on('error', () => undefined).write('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const sockets: Socket[] = [];
    const open = async (...addresses: string[]) => {
      const states: string[] = [];
      for (const address of addresses) {
        const socket = connectTo((server.address() as { port: number }).port, address);
        sockets.push(socket);
        const closed = once(socket, 'close').then(() => 'closed');
        states.push(await Promise.race([once(socket, 'data').then(() => 'open'), closed]));
      }
      return states;
    };
    return { bounds, open, sockets };
  };
  const [A, B, C, D] = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'] as const;

  it('are bounded by address, and one that is closed makes room', async () => {
    const { bounds, open, sockets } = await bounded({ total: 100, perAddress: 2 });
    expect(await open(A, A, A, B)).toEqual(['open', 'open', 'closed', 'open']);
    expect([bounds.countOpen(), bounds.countRefused()]).toEqual([3, 1]);
    sockets[0]!.destroy();
    await until(() => bounds.countOpen() <= 2);
    expect(await open(A, A)).toEqual(['open', 'closed']);
  });

  it('are bounded in total', async () => {
    const { bounds, open } = await bounded({ total: 3, perAddress: 3 });
    expect(await open(A, B, C, D)).toEqual(['open', 'open', 'open', 'closed']);
    expect(bounds.countRefused()).toBe(1);
  });

  it.each([
    ['one proxy is trusted', 1],
    ['its address is trusted', ['127.0.0.2/32']],
  ])('of a proxy are as many as come, as it stands for many callers: %s', async (_, trustProxy) => {
    const { open } = await bounded({ total: 100, perAddress: 1 }, trustProxy);
    expect(await open(A, A, A, A, A)).toEqual(Array(5).fill('open'));
  });

  it('of others than the trusted proxies are bounded', async () => {
    const { open } = await bounded({ total: 100, perAddress: 1 }, [A]);
    expect(await open(B, B)).toEqual(['open', 'closed']);
  });

  /** Guard of "half-sent heads of one client reach the descriptor limit, and /healthz is refused". */
  it('that send half a head shut out neither other callers nor, when all are taken, probes', async () => {
    const limits = { total: 12, perAddress: 5 };
    const { service, port } = await start({
      listening: { connectionBounds: createConnectionBounds({ trustProxy: 0, limits }) },
    });
    const operators = await listenForOperators(
      { metrics: { text: async () => '', contentType: 'text/plain' }, store: smallStore(), isDraining: () => false },
      { host: '127.0.0.1', port: 0 },
    );
    closing.push(() => operators.stop());
    const halfSend = async (address: string, count: number) => {
      let closedCount = 0;
      for (let sent = 0; sent < count; sent++) {
        const socket = connectTo(port, address).once('close', () => closedCount++);
        socket.write('GET / HTTP/1.1\r\nHost: lexicon\r\nX-Slow: ');
      }
      await until(() => closedCount >= count - limits.perAddress);
    };
    await halfSend(A, 50);
    for (const path of ['/healthz', '/api/lexicon/browse'])
      expect((await service.get(path, { headers: { Connection: 'close' } })).status).toBe(200);

    for (const address of [B, C, D]) await halfSend(address, 10);
    await expect(service.get('/healthz')).rejects.toThrow();
    for (const path of ['/healthz', '/readyz'])
      expect((await fetch(operators.url.replace('/metrics', path))).status).toBe(200);
  });

  /** Guard of "one address with 950 connections makes others wait for 5 s": libuv accepts one connection in a turn of the event loop. */
  it('that wait are accepted and answered before open ones, of another address, are answered ten times each', async () => {
    const [REQUEST, OPEN, OPENED_BEFORE] = ['GET /healthz HTTP/1.1\r\nHost: lexicon\r\n\r\n', 150, 150];
    const admissionQueue = createAdmissionQueue({ warn: () => undefined });
    const { port } = await start({ admissionQueue, listening: { admissionQueue } });
    let answered = 0;
    const sockets = Array.from({ length: OPEN }, () => connectTo(port, A));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) {
      socket.on('data', () => {
        answered++;
        socket.write(REQUEST);
      });
      socket.write(REQUEST);
    }
    await until(() => answered >= 2 * OPEN);

    for (let opened = 0; opened < OPENED_BEFORE; opened++) connectTo(port, A);
    const other = connectTo(port, B);
    other.write(REQUEST);
    const answeredBefore = answered;
    await once(other, 'data');
    expect(answered - answeredBefore).toBeLessThan(10 * OPEN);
  });
});

const MB = 2 ** 20;
/** More than the system takes for a client that does not read. */
const LARGE = Buffer.alloc(8 * MB);

/** Guard of "an answer that nobody reads is open after 170 s, and ten addresses with such answers take the memory of the process". */
describe('responses that nobody reads', () => {
  const serve = async (limits: Partial<ConnectionLimits>) => {
    /** Connections of the server, by whose buffers its memory is told. */
    const accepted = new Set<Socket>();
    const wrap =
      (app: RequestListener): RequestListener =>
      (request, response) => {
        accepted.add(request.socket);
        request.socket.once('close', () => accepted.delete(request.socket));
        if (request.url === '/large') response.end(LARGE);
        else if (request.url === '/piped') Readable.from(Array(20).fill(LARGE)).pipe(response);
        else app(request, response);
      };
    const bounds = createConnectionBounds({ trustProxy: 0, limits: { total: 1000, perAddress: 1000, ...limits } });
    const { service, port } = await start({ wrap, listening: { connectionBounds: bounds } });
    /** A client that sends a request, and reads nothing unless told to. */
    const send = (path: string, address: string) => {
      const socket = connectTo(port, address).pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: lexicon\r\n\r\n`);
      return socket;
    };
    const unreadBytes = () => [...accepted].reduce((sum, { writableLength }) => sum + writableLength, 0);
    /** One request for each address, of which none is more than the bound at once. */
    const flood = async (addresses: readonly string[], most: number) => {
      for (const [sent, address] of addresses.entries()) {
        send('/large', address);
        await until(() => bounds.countRefused() + accepted.size === sent + 1);
        expect(unreadBytes()).toBeLessThanOrEqual(most);
      }
    };
    return { accepted, bounds, service, send, flood };
  };

  it.each(['/large', '/piped'])('are closed after a time without progress: %s', async (path) => {
    const { accepted, service, send } = await serve({ stalledResponseMs: 300 });
    send(path, '127.0.0.2');
    await until(() => accepted.size === 1);
    await until(() => accepted.size === 0);
    expect((await service.get('/healthz')).status).toBe(200);
  });

  it('stay open as long as something goes out, in whatever time', async () => {
    const { accepted, send } = await serve({ stalledResponseMs: 2_500 });
    const socket = send('/large', '127.0.0.2');
    let received = 0;
    socket.on('data', ({ length }) => {
      received += length;
      // Some 3.5 s in all.
      socket.pause();
      setTimeout(() => socket.resume(), Math.ceil(length / 2_500));
    });
    socket.resume();
    await until(() => received >= LARGE.length);
    expect(accepted.size).toBe(1);
  });

  it('of one address are bounded, and are no matter of others', async () => {
    const { accepted, bounds, service, send, flood } = await serve({ unread: { total: 64 * MB, perAddress: 17 * MB } });
    await flood(Array(8).fill('127.0.0.2'), 17 * MB);
    expect(accepted.size).toBeGreaterThanOrEqual(2);
    const refused = bounds.countRefused();
    expect(refused).toBeGreaterThanOrEqual(4);
    send('/large', '127.0.0.3');
    await until(() => [...accepted].some(({ remoteAddress }) => remoteAddress === '127.0.0.3'));
    expect((await service.get('/large')).body).toHaveLength(LARGE.length);
    expect(bounds.countRefused()).toBe(refused);
  });

  it('of ten addresses are bounded together, and another caller gets all of his', async () => {
    const { bounds, service, flood } = await serve({ unread: { total: 33 * MB, perAddress: 17 * MB } });
    const addresses = Array.from({ length: 30 }, (_, sent) => `127.0.0.${2 + (sent % 10)}`);
    await flood(addresses, 33 * MB);
    expect(bounds.countRefused()).toBeGreaterThanOrEqual(20);
    // Not who comes last is closed, but who holds most.
    for (let sent = 0; sent < 5; sent++) expect((await service.get('/large')).body).toHaveLength(LARGE.length);
  });
});
