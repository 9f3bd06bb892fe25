import { gzipSync } from 'node:zlib';
import {
  ANNOTATE,
  BROWSE,
  CHUNKED,
  get,
  HOST,
  type HostileCase,
  post,
  REFUSED,
  rawPost,
  TEXT,
} from './hostile-request.ts';

/** More than is read. */
export const oversized: readonly HostileCase[] = [
  { name: '10 MB of query', bytes: get(`${BROWSE}&rhyme=${'a'.repeat(10_000_000)}`), expected: [431, 0] },
  { name: 'a path of 12 kB', bytes: get(`/api/lexicon/word/${'a'.repeat(12_000)}`), expected: [414] },
  { name: '1,500 parameters', bytes: get(`/api/lexicon/browse?${'a=1&'.repeat(1500)}`), expected: [400] },
  { name: '1,500 empty parameters', bytes: get(`/api/lexicon/browse?limit=1${'&'.repeat(1500)}`), expected: [200] },
  { name: 'a header of 100 kB', bytes: get(BROWSE, `X-Much: ${'a'.repeat(100_000)}\r\n`), expected: [431, 0] },
  { name: '5,000 headers', bytes: get(BROWSE, 'X-Many: 1\r\n'.repeat(5000)), expected: [431, 0] },
  {
    name: 'a body of 1 MB',
    bytes: post(ANNOTATE, JSON.stringify({ text: 'a'.repeat(1_000_000) })),
    expected: [413, 0],
  },
  {
    name: 'a body that claims 1 TB',
    bytes: rawPost('Content-Length: 1099511627776\r\n', 'x'),
    expected: [413],
  },
  {
    name: 'a body of 64 MB that is sent as 64 kB (gzip)',
    bytes: post(ANNOTATE, gzipSync(Buffer.alloc(64 * 2 ** 20, 32)), 'Content-Encoding: gzip\r\n'),
    expected: [413, 0],
  },
  { name: 'lists 60,000 deep', bytes: post(ANNOTATE, '['.repeat(60_000) + ']'.repeat(60_000)), expected: [400] },
  {
    name: 'objects 20,000 deep',
    bytes: post(ANNOTATE, '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)),
    expected: [400],
  },
  {
    name: '30,000 fields',
    bytes: post(ANNOTATE, `{${Array.from({ length: 8000 }, (_, at) => `"f${at}":1`)}}`),
    expected: [400],
  },
  {
    name: '40,000 combining marks',
    bytes: post(ANNOTATE, JSON.stringify({ text: `e${'\u0301'.repeat(40_000)}` })),
    expected: [400],
  },
  {
    name: '4,800 combining marks side by side',
    bytes: post(ANNOTATE, JSON.stringify({ text: `愛${'\u0323\u0301'.repeat(2400)}` })),
    expected: [400],
  },
  {
    name: '4,800 combining marks, 30 side by side',
    bytes: post(ANNOTATE, JSON.stringify({ text: `愛${'\u0323\u0301'.repeat(15)}`.repeat(160) })),
    expected: [200],
  },
  {
    name: '5,000 characters of four bytes',
    bytes: post(ANNOTATE, JSON.stringify({ text: '𠮷'.repeat(5000) })),
    expected: [200],
  },
  { name: '5,001 characters', bytes: post(ANNOTATE, JSON.stringify({ text: '愛'.repeat(5001) })), expected: [400] },
  {
    name: '50 requests in one packet',
    bytes: Buffer.concat(Array.from({ length: 50 }, () => get(BROWSE))),
    expected: [200],
    answers: 50,
  },
];

/** Where a request ends is said twice, wrongly, or not at all. */
export const framing: readonly HostileCase[] = [
  {
    name: 'a body cut short',
    bytes: rawPost('Content-Length: 100\r\n', TEXT),
    expected: REFUSED,
    closesAfterSend: true,
  },
  { name: 'a head cut short', bytes: Buffer.from(`GET ${BROWSE} HT`), expected: REFUSED, closesAfterSend: true },
  {
    name: 'Content-Length and chunks (smuggling)',
    bytes: rawPost(`Content-Length: 4\r\n${CHUNKED}`, '0\r\n\r\n'),
    expected: REFUSED,
  },
  { name: 'two lengths', bytes: rawPost('Content-Length: 4\r\nContent-Length: 5\r\n', 'abcd'), expected: REFUSED },
  { name: 'a negative length', bytes: rawPost('Content-Length: -1\r\n', ''), expected: REFUSED },
  { name: 'a length with a sign', bytes: rawPost('Content-Length: +4\r\n', 'abcd'), expected: REFUSED },
  { name: 'a hexadecimal length', bytes: rawPost('Content-Length: 0x4\r\n', 'abcd'), expected: REFUSED },
  {
    name: 'chunks',
    bytes: rawPost(CHUNKED, 'd\r\n{"text":"abc"\r\n1\r\n}\r\n0\r\n\r\n'),
    expected: [200],
  },
  {
    name: 'chunks of 129 kB',
    bytes: rawPost(CHUNKED, `${'400\r\n' + 'a'.repeat(1024) + '\r\n'}`.repeat(160) + '0\r\n\r\n'),
    expected: [413, 0],
  },
  { name: 'a chunk without a size', bytes: rawPost(CHUNKED, 'zz\r\nabc\r\n0\r\n\r\n'), expected: REFUSED },
  { name: 'a chunk larger than it says', bytes: rawPost(CHUNKED, '2\r\nabcd\r\n0\r\n\r\n'), expected: REFUSED },
  { name: 'a chunk size beyond 64 bits', bytes: rawPost(CHUNKED, 'fffffffffffffffff\r\nabc'), expected: REFUSED },
  {
    name: 'a chunk extension of 100 kB',
    bytes: rawPost(CHUNKED, `1;a=${'b'.repeat(100_000)}\r\n{\r\n0\r\n\r\n`),
    expected: [400, 413, 431, 0],
  },
  {
    name: 'an unknown transfer coding',
    bytes: rawPost('Transfer-Encoding: chunked, identity\r\n', ''),
    expected: REFUSED,
  },
  { name: 'a folded header', bytes: get(BROWSE, 'X-Folded: a\r\n b\r\n'), expected: [200, ...REFUSED] },
  { name: 'a space before the colon', bytes: get(BROWSE, 'X-Space : a\r\n'), expected: REFUSED },
  { name: 'a NUL in a header', bytes: get(BROWSE, 'X-Null: a\u0000b\r\n'), expected: REFUSED },
  {
    name: 'lines that end in LF alone',
    bytes: Buffer.from(`GET ${BROWSE} HTTP/1.1\nHost: lexicon\n\n`),
    expected: REFUSED,
    closesAfterSend: true,
  },
  { name: 'no Host', bytes: Buffer.from(`GET ${BROWSE} HTTP/1.1\r\n\r\n`), expected: REFUSED },
  { name: 'HTTP/1.0', bytes: Buffer.from(`GET ${BROWSE} HTTP/1.0\r\n\r\n`), expected: [200] },
  { name: 'HTTP/0.9', bytes: Buffer.from('GET /api/lexicon/browse\r\n\r\n'), expected: [200, ...REFUSED] },
  { name: 'HTTP/2', bytes: Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), expected: REFUSED },
  { name: 'TLS', bytes: Buffer.from('16030100c8010000c40303', 'hex'), expected: REFUSED, closesAfterSend: true },
  { name: 'an unknown method', bytes: Buffer.from(`BREW ${BROWSE} HTTP/1.1\r\n${HOST}\r\n`), expected: REFUSED },
  { name: 'TRACE', bytes: Buffer.from(`TRACE ${BROWSE} HTTP/1.1\r\n${HOST}\r\n`), expected: [405] },
  {
    name: 'CONNECT',
    bytes: Buffer.from(`CONNECT example.org:80 HTTP/1.1\r\n${HOST}\r\n`),
    expected: [400, 404, 405, 0],
  },
  { name: 'OPTIONS *', bytes: Buffer.from(`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`), expected: [204, 400, 404] },
  {
    name: 'an upgrade that nobody offers',
    bytes: get(BROWSE, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
    expected: [200],
  },
  { name: 'an expectation that nobody meets', bytes: get(BROWSE, 'Expect: the-unexpected\r\n'), expected: [400, 417] },
  { name: '100-continue', bytes: post(ANNOTATE, TEXT, 'Expect: 100-continue\r\n'), expected: [200] },
];
