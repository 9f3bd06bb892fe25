import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAdmissionQueue } from '../../src/http/overload.ts';
import { startService, type TestService } from './service.ts';

const REQUEST = 'GET /healthz HTTP/1.1\r\nHost: lexicon\r\n\r\n';
const KEPT = 150;
const OPENED_BEFORE = 150;

/** Guard of "one address with 950 connections makes others wait for 5 s": libuv accepts one connection in a turn of the event loop. */
describe('a connection that waits to be accepted', () => {
  const connections: Socket[] = [];
  let service: TestService;
  afterEach(async () => {
    for (const socket of connections.splice(0)) socket.destroy();
    await service.stop();
  });
  const open = (address: string): Socket => {
    const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', localAddress: address });
    socket.on('error', () => undefined);
    connections.push(socket);
    return socket;
  };

  it('is accepted and answered before kept ones, of another address, are answered ten times each', async () => {
    const admissionQueue = createAdmissionQueue({ warn: () => undefined });
    service = await startService({ admissionQueue, listening: { admissionQueue } });
    let answered = 0;
    const kept = Array.from({ length: KEPT }, () => open('127.0.0.2'));
    await Promise.all(kept.map((socket) => once(socket, 'connect')));
    for (const socket of kept) {
      socket.on('data', () => {
        answered++;
        socket.write(REQUEST);
      });
      socket.write(REQUEST);
    }
    while (answered < 2 * KEPT) await new Promise((resolve) => setTimeout(resolve, 1));

    for (let opened = 0; opened < OPENED_BEFORE; opened++) open('127.0.0.2');
    const other = open('127.0.0.3');
    other.write(REQUEST);
    const answeredBefore = answered;
    await once(other, 'data');
    expect(answered - answeredBefore).toBeLessThan(10 * KEPT);
  });
});
