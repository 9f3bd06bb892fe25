import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeRequestTarget } from '../../src/http/malformed.ts';
import { startService, type TestService } from './service.ts';

interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Sends bytes as they are, and reads all responses until the service hangs up. */
function sendRaw({ url }: { url: string }, bytes: string): Promise<RawResponse[]> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (part) => (received += part));
    socket.on('error', reject);
    socket.on('close', () => resolve(received.split(/(?=HTTP\/1\.1 \d{3} )/).map(parseResponse)));
  });
}

function parseResponse(text: string): RawResponse {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(fields.map((field): [string, string] => [field.split(': ')[0]!, field.split(': ')[1]!]));
  return { status: Number(line.split(' ')[1]), headers, body };
}

const NONSENSE = 'HELLO\r\n\r\n';
const LARGE = `GET /healthz HTTP/1.1\r\nHost: x\r\nOrigin: https://a.example\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`;
const HALF = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
const HALF_BODY =
  'POST /api/lexicon/annotate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"text"';
const BAD_CHUNK =
  'POST /api/lexicon/annotate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';

describe('what is no request', () => {
  let service: TestService;
  let narrow: TestService;
  beforeAll(async () => {
    const timeouts = { headersTimeout: 400, requestTimeout: 400, connectionsCheckingInterval: 20 };
    service = await startService({ listening: { timeouts } });
    narrow = await startService({ config: { corsOrigins: ['https://a.example'], trustProxy: 0 } });
  });
  afterAll(() => Promise.all([service.stop(), narrow.stop()]));

  it.each([
    ['bytes that are not HTTP', NONSENSE, 400, 'invalid_parameter', ''],
    ['headers that are too large', LARGE, 431, 'header_fields_too_large', ''],
    ['a head that does not end', HALF, 408, 'request_timeout', ''],
    ['a body that does not end', HALF_BODY, 408, 'request_timeout', '/api/lexicon/annotate'],
    ['a body that is not framed', BAD_CHUNK, 400, 'invalid_parameter', '/api/lexicon/annotate'],
    [
      'an expectation',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n',
      400,
      'invalid_parameter',
      '/healthz',
    ],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'invalid_parameter', '/healthz'],
  ])('gets a response like every other: %s', async (_, bytes, status, code, instance) => {
    const [response, ...more] = await sendRaw(service, bytes);
    expect(more).toEqual([]);
    const { headers, body } = response!;
    const usual = (await service.get('/problems/nothing')).headers;
    for (const name of ['content-type', 'cache-control', 'x-lexicon-generation', 'access-control-allow-origin'])
      expect([name, headers.get(name)]).toEqual([name, usual.get(name)]);
    for (const name of ['access-control-expose-headers', 'content-security-policy', 'x-content-type-options'])
      expect([name, headers.get(name)]).toEqual([name, usual.get(name)]);
    expect(headers.get('x-lexicon-generation')).toBe('gsmall');
    expect(headers.get('connection')).toBe('close');
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    const requestId = headers.get('x-request-id');
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(body)).toMatchObject({ status, code, instance, request_id: requestId });
    expect(service.log.filter(({ request_id }) => request_id === requestId)).toEqual([
      expect.objectContaining({ level: 30, status }),
    ]);
  });

  it('may be read by pages that may call, and by no others', async () => {
    const [allowed] = await sendRaw(narrow, LARGE);
    expect(allowed!.headers.get('access-control-allow-origin')).toBe('https://a.example');
    const [other] = await sendRaw(narrow, LARGE.replace('a.example', 'b.example'));
    expect([other!.status, other!.headers.get('access-control-allow-origin')]).toEqual([431, null]);
  });

  it('has no body in answer to HEAD', async () => {
    const [head] = await sendRaw(service, LARGE.replace('GET', 'HEAD'));
    expect([head!.status, head!.body]).toEqual([431, '']);
  });

  it.each([
    ['bytes that are not HTTP', NONSENSE, 400],
    ['a head that does not end', HALF, 408],
    ['a body that does not end', HALF_BODY, 408],
    ['a body that is not framed', BAD_CHUNK, 400],
  ])('is refused after the requests before it on the connection are answered: %s', async (_, bytes, status) => {
    const page = 'GET /api/lexicon/browse?limit=1 HTTP/1.1\r\nHost: x\r\n\r\n';
    const responses = await sendRaw(service, `${page}${page}${bytes}`);
    expect(responses.map((response) => response.status)).toEqual([200, 200, status]);
  });
});

describe('a request target in raw UTF-8', () => {
  const packet = (text: string) => Buffer.from(text, 'utf8');

  it('is percent-encoded, and its connection closed', () => {
    expect(encodeRequestTarget(packet('GET /a?b=愛&c=%E6 HTTP/1.1\r\nHost: x\r\n\r\n'))?.toString('latin1')).toBe(
      'GET /a?b=%E6%84%9B&c=%E6 HTTP/1.1\r\nConnection: close\r\nHost: x\r\n\r\n',
    );
  });

  it.each([
    ['a plain one', 'GET /a HTTP/1.1\r\n\r\n'],
    ['one with a body', 'GET /愛 HTTP/1.1\r\nContent-Length: 3\r\n\r\n'],
    ['a chunked one', 'GET /愛 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['another method', 'POST /愛 HTTP/1.1\r\n\r\n'],
    ['an unfinished head', 'GET /愛 HTTP/1.1\r\nHost: x\r\n'],
    ['two requests', 'GET /愛 HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n'],
    ['a space inside', 'GET /愛 b HTTP/1.1\r\n\r\n'],
    ['a line end inside', 'GET /愛\nX: y HTTP/1.1\r\n\r\n'],
  ])('is left alone: %s', (_, text) => {
    expect(encodeRequestTarget(packet(text))).toBeUndefined();
  });
});

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
