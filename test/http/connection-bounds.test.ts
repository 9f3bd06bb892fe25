import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ConnectionLimits, connectionLimits, createConnectionBounds } from '../../src/http/connections.ts';
import { listenForOperators } from '../../src/http/operator-listener.ts';
import { smallStore, startService } from './service.ts';

const HALF_SENT_HEAD = 'GET / HTTP/1.1\r\nHost: lexicon\r\nX-Slow: ';

describe('the limits of connections', () => {
  it.each([
    [256, { total: 128, perAddress: 13 }],
    [1_024, { total: 768, perAddress: 77 }],
    [20_000, { total: 10_000, perAddress: 1_000 }],
    [Number.POSITIVE_INFINITY, { total: 10_000, perAddress: 1_000 }],
  ])('are below the %d descriptors that a process may have', (descriptors, limits) => {
    expect(connectionLimits(descriptors)).toEqual(limits);
  });
});

describe('connections', () => {
  const closing: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const connectTo = (port: number, localAddress: string): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    closing.push(() => socket.destroy());
    return socket;
  };
  const closed = (socket: Socket) => new Promise<string>((resolve) => socket.once('close', () => resolve('closed')));
  /** `open` when the server has greeted it, else `closed`. */
  const stateOf = (socket: Socket) => {
    const greeted = new Promise<string>((resolve) => socket.once('data', () => resolve('open')));
    return Promise.race([greeted, closed(socket)]);
  };
  const bounded = async (limits: ConnectionLimits, trustProxy: number | readonly string[] = 0) => {
    const bounds = createConnectionBounds({ trustProxy, limits });
    const server: Server = createServer();
    bounds.apply(server);
    server.on('connection', (socket) => socket.destroyed || socket.on('error', () => undefined).write('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { port } = server.address() as { port: number };
    return { bounds, open: async (address: string) => await stateOf(connectTo(port, address)), port };
  };

  it('are bounded by address, and one that is closed makes room', async () => {
    const { bounds, open, port } = await bounded({ total: 100, perAddress: 2 });
    const first = connectTo(port, '127.0.0.2');
    expect([await stateOf(first), await open('127.0.0.2')]).toEqual(['open', 'open']);
    expect([await open('127.0.0.2'), await open('127.0.0.3')]).toEqual(['closed', 'open']);
    expect([bounds.countOpen(), bounds.countRefused()]).toEqual([3, 1]);
    first.destroy();
    while (bounds.countOpen() > 2) await new Promise((resolve) => setTimeout(resolve, 2));
    expect([await open('127.0.0.2'), await open('127.0.0.2')]).toEqual(['open', 'closed']);
  });

  it('are bounded in total', async () => {
    const { bounds, open } = await bounded({ total: 3, perAddress: 3 });
    for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) expect(await open(address)).toBe('open');
    expect(await open('127.0.0.5')).toBe('closed');
    expect(bounds.countRefused()).toBe(1);
  });

  it.each([
    ['one proxy is trusted', 1, '127.0.0.2'],
    ['its address is trusted', ['127.0.0.2/32'], '127.0.0.2'],
  ])('of a proxy are as many as come, as it stands for many callers: %s', async (_, trustProxy, proxy) => {
    const { open } = await bounded({ total: 100, perAddress: 1 }, trustProxy);
    for (let opened = 0; opened < 5; opened++) expect(await open(proxy)).toBe('open');
  });

  it('of others than the trusted proxies are bounded', async () => {
    const { open } = await bounded({ total: 100, perAddress: 1 }, ['127.0.0.2']);
    expect([await open('127.0.0.3'), await open('127.0.0.3')]).toEqual(['open', 'closed']);
  });

  /** Guard of "half-sent heads of one client reach the descriptor limit, and /healthz is refused". */
  it('that send half a head shut out neither other callers nor, when all are taken, probes', async () => {
    const limits = { total: 12, perAddress: 5 };
    const service = await startService({
      listening: { connectionBounds: createConnectionBounds({ trustProxy: 0, limits }) },
    });
    const operators = await listenForOperators(
      { metrics: { text: async () => '', contentType: 'text/plain' }, store: smallStore(), isDraining: () => false },
      { host: '127.0.0.1', port: 0 },
    );
    closing.push(() => Promise.all([service.stop(), operators.stop()]));
    const port = Number(new URL(service.url).port);
    const halfSend = async (address: string, count: number) => {
      let closedCount = 0;
      for (let sent = 0; sent < count; sent++) {
        const socket = connectTo(port, address);
        socket.write(HALF_SENT_HEAD);
        socket.once('close', () => closedCount++);
      }
      while (closedCount < count - limits.perAddress) await new Promise((resolve) => setTimeout(resolve, 2));
    };
    await halfSend('127.0.0.2', 50);
    expect((await service.get('/healthz', { headers: { Connection: 'close' } })).status).toBe(200);
    expect((await service.get('/api/lexicon/browse', { headers: { Connection: 'close' } })).status).toBe(200);

    for (const address of ['127.0.0.3', '127.0.0.4', '127.0.0.5']) await halfSend(address, 10);
    await expect(service.get('/healthz')).rejects.toThrow();
    for (const path of ['/healthz', '/readyz'])
      expect((await fetch(operators.url.replace('/metrics', path))).status).toBe(200);
  });
});
