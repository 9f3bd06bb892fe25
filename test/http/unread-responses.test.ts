import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ConnectionLimits, createConnectionBounds } from '../../src/http/connections.ts';
import { startService, type TestService } from './service.ts';

const MB = 2 ** 20;
/** More than the system takes for a client that does not read. */
const LARGE = Buffer.alloc(8 * MB);

/** Guard of "an answer that nobody reads is open after 170 s, and ten addresses with such answers take the memory of the process". */
describe('responses that nobody reads', () => {
  const connections: Socket[] = [];
  let service: TestService;
  afterEach(async () => {
    for (const socket of connections.splice(0)) socket.destroy();
    await service.stop();
  });

  /** Connections of the server, by whose buffers its memory is told. */
  const accepted = new Set<Socket>();
  const unreadBytes = () => [...accepted].reduce((sum, { writableLength }) => sum + writableLength, 0);
  const start = async (limits: Partial<ConnectionLimits>) => {
    accepted.clear();
    const wrap =
      (app: RequestListener): RequestListener =>
      (request, response) => {
        accepted.add(request.socket);
        request.socket.once('close', () => accepted.delete(request.socket));
        if (request.url === '/large') response.end(LARGE);
        else if (request.url === '/piped') Readable.from(Array(20).fill(LARGE)).pipe(response);
        else app(request, response);
      };
    const connectionBounds = createConnectionBounds({
      trustProxy: 0,
      limits: { total: 1000, perAddress: 1000, ...limits },
    });
    service = await startService({ wrap, listening: { connectionBounds } });
    return connectionBounds;
  };

  /** A client that sends a request, and reads nothing unless told to. */
  const send = (path: string, address: string): Socket => {
    const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', localAddress: address });
    socket.on('error', () => undefined).pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: lexicon\r\n\r\n`);
    connections.push(socket);
    return socket;
  };
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it.each(['/large', '/piped'])('are closed after a time without progress: %s', async (path) => {
    await start({ stalledResponseMs: 300 });
    send(path, '127.0.0.2');
    await until(() => accepted.size === 1);
    await until(() => accepted.size === 0);
    expect((await service.get('/healthz')).status).toBe(200);
  });

  it('stay open as long as something goes out, in whatever time', async () => {
    await start({ stalledResponseMs: 1_000 });
    const socket = send('/large', '127.0.0.2');
    let received = 0;
    socket.on('data', ({ length }) => {
      received += length;
      // Some 1.5 s in all.
      socket.pause();
      setTimeout(() => socket.resume(), Math.ceil(length / 6_000));
    });
    socket.resume();
    await until(() => received >= LARGE.length);
    expect(accepted.size).toBe(1);
  });

  it('of one address are bounded, and are no matter of others', async () => {
    const bounds = await start({ unread: { total: 64 * MB, perAddress: 17 * MB } });
    for (let sent = 0; sent < 8; sent++) {
      send('/large', '127.0.0.2');
      await until(() => bounds.countRefused() + accepted.size === sent + 1);
      expect(unreadBytes()).toBeLessThanOrEqual(17 * MB);
    }
    expect(accepted.size).toBeGreaterThanOrEqual(2);
    expect(bounds.countRefused()).toBeGreaterThanOrEqual(4);
    const refusedBefore = bounds.countRefused();
    send('/large', '127.0.0.3');
    await until(() => [...accepted].some(({ remoteAddress }) => remoteAddress === '127.0.0.3'));
    expect((await service.get('/large')).body).toHaveLength(LARGE.length);
    expect(bounds.countRefused()).toBe(refusedBefore);
  });

  it('of ten addresses are bounded together, and another caller gets all of his', async () => {
    const bounds = await start({ unread: { total: 33 * MB, perAddress: 17 * MB } });
    for (let sent = 0; sent < 30; sent++) {
      send('/large', `127.0.0.${2 + (sent % 10)}`);
      await until(() => bounds.countRefused() + accepted.size === sent + 1);
      expect(unreadBytes()).toBeLessThanOrEqual(33 * MB);
    }
    expect(bounds.countRefused()).toBeGreaterThanOrEqual(20);
    // Not who comes last is closed, but who holds most.
    for (let sent = 0; sent < 5; sent++) expect((await service.get('/large')).body).toHaveLength(LARGE.length);
  });
});
