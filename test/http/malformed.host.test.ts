import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from './service.ts';

const BROWSE = '/api/lexicon/browse?limit=1';

/** RFC 9112, 3.2. A proxy may heed another of several hosts than this service does. */
describe('the Host header', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const send = ({ hosts, version = '1.1' }: { hosts: readonly string[]; version?: string }): Promise<string> => {
    const { hostname, port } = new URL(service.url);
    const lines = hosts.map((host) => `${host}\r\n`).join('');
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = [];
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${BROWSE} HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`),
      );
      socket.on('data', (part) => parts.push(part));
      socket.on('error', reject);
      socket.on('close', () => resolve(Buffer.concat(parts).toString('utf8')));
    });
  };

  it.each([
    ['two', ['Host: a.example', 'Host: b.example'], '1.1', 'This request has 2 Host headers. Send one.'],
    ['two that are equal', ['Host: a.example', 'hOST: a.example'], '1.1', 'This request has 2 Host headers. Send one.'],
    ['two in HTTP/1.0', ['Host: a.example', 'Host: b.example'], '1.0', 'This request has 2 Host headers. Send one.'],
    ['none', [], '1.1', 'This request has no Host header. Send one, as HTTP/1.1 wants it.'],
    ...['a.example/path', 'user@a.example', 'a b', '[::1', 'a.example:80:80', 'a.example:http'].map(
      (host): [string, string[], string, string] => [
        `"${host}"`,
        [`Host: ${host}`],
        '1.1',
        'The Host header names no host. Send a name or an address, and a port if need be.',
      ],
    ),
  ])('%s is a 400', async (_, hosts, version, detail) => {
    const answer = await send({ hosts, version });
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\r\nContent-Type: application\/problem\+json/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ status: 400, code: 'invalid_parameter', detail });
  });

  it.each(['a.example', 'A-b_c.example:3000', '127.0.0.1:1', '[::1]:3000', '[2001:db8::1]', 'xn--fiq.example', ''])(
    '"%s" is a host',
    async (host) => {
      expect(await send({ hosts: [`Host: ${host}`] })).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    },
  );

  it('may be absent in HTTP/1.0', async () => {
    expect(await send({ hosts: [], version: '1.0' })).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});
