import { gzipSync } from 'node:zlib';
import { percentEncoded } from './requests.ts';
import { HOSTILE } from './values.ts';

/** Bytes that no well-meaning client sends, and how they are to be answered. */
export interface HostileCase {
  readonly name: string;
  readonly bytes: Buffer;
  /** Statuses that are right; 0 where the connection may be closed without a word. */
  readonly expected: readonly number[];
  /** The client goes away after its last byte. */
  readonly ends?: boolean;
  /** How many answers are waited for; one unless told. */
  readonly answers?: number;
}

const HOST = 'Host: lexicon\r\n';
const ANNOTATE = '/api/lexicon/annotate';
const BROWSE = '/api/lexicon/browse?limit=1';

function get(target: string, fields = ''): Buffer {
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${HOST}${fields}\r\n`, 'latin1');
}

function post(target: string, body: string | Buffer, fields = ''): Buffer {
  const bytes = Buffer.from(body as string);
  const head = `POST ${target} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n${fields}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** A request whose framing is written by hand. */
function framed(fields: string, rest: string): Buffer {
  return Buffer.from(
    `POST ${ANNOTATE} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${fields}\r\n${rest}`,
    'latin1',
  );
}

const TEXT = '{"text":"愛"}';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
/** Refused, or hung up on. */
const REFUSED = [400, 0];

const tooMuch: readonly HostileCase[] = [
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
    bytes: framed('Content-Length: 1099511627776\r\n', 'x'),
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
    name: '4,999 combining marks',
    bytes: post(ANNOTATE, JSON.stringify({ text: `愛${'\u0323\u0301'.repeat(2400)}` })),
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

const framing: readonly HostileCase[] = [
  { name: 'a body cut short', bytes: framed('Content-Length: 100\r\n', TEXT), expected: REFUSED, ends: true },
  { name: 'a head cut short', bytes: Buffer.from(`GET ${BROWSE} HT`), expected: REFUSED, ends: true },
  {
    name: 'Content-Length and chunks (smuggling)',
    bytes: framed(`Content-Length: 4\r\n${CHUNKED}`, '0\r\n\r\n'),
    expected: REFUSED,
  },
  { name: 'two lengths', bytes: framed('Content-Length: 4\r\nContent-Length: 5\r\n', 'abcd'), expected: REFUSED },
  { name: 'a negative length', bytes: framed('Content-Length: -1\r\n', ''), expected: REFUSED },
  { name: 'a length with a sign', bytes: framed('Content-Length: +4\r\n', 'abcd'), expected: REFUSED },
  { name: 'a hexadecimal length', bytes: framed('Content-Length: 0x4\r\n', 'abcd'), expected: REFUSED },
  {
    name: 'chunks',
    bytes: framed(CHUNKED, 'd\r\n{"text":"abc"\r\n1\r\n}\r\n0\r\n\r\n'),
    expected: [200],
  },
  {
    name: 'chunks of 129 kB',
    bytes: framed(CHUNKED, `${'400\r\n' + 'a'.repeat(1024) + '\r\n'}`.repeat(160) + '0\r\n\r\n'),
    expected: [413, 0],
  },
  { name: 'a chunk without a size', bytes: framed(CHUNKED, 'zz\r\nabc\r\n0\r\n\r\n'), expected: REFUSED },
  { name: 'a chunk larger than it says', bytes: framed(CHUNKED, '2\r\nabcd\r\n0\r\n\r\n'), expected: REFUSED },
  { name: 'a chunk size beyond 64 bits', bytes: framed(CHUNKED, 'fffffffffffffffff\r\nabc'), expected: REFUSED },
  {
    name: 'a chunk extension of 100 kB',
    bytes: framed(CHUNKED, `1;a=${'b'.repeat(100_000)}\r\n{\r\n0\r\n\r\n`),
    expected: [400, 413, 431, 0],
  },
  {
    name: 'an unknown transfer coding',
    bytes: framed('Transfer-Encoding: chunked, identity\r\n', ''),
    expected: REFUSED,
  },
  { name: 'a folded header', bytes: get(BROWSE, 'X-Folded: a\r\n b\r\n'), expected: [200, ...REFUSED] },
  { name: 'a space before the colon', bytes: get(BROWSE, 'X-Space : a\r\n'), expected: REFUSED },
  { name: 'a NUL in a header', bytes: get(BROWSE, 'X-Null: a\u0000b\r\n'), expected: REFUSED },
  {
    name: 'lines that end in LF alone',
    bytes: Buffer.from(`GET ${BROWSE} HTTP/1.1\nHost: lexicon\n\n`),
    expected: REFUSED,
    ends: true,
  },
  { name: 'no Host', bytes: Buffer.from(`GET ${BROWSE} HTTP/1.1\r\n\r\n`), expected: REFUSED },
  { name: 'HTTP/1.0', bytes: Buffer.from(`GET ${BROWSE} HTTP/1.0\r\n\r\n`), expected: [200] },
  { name: 'HTTP/0.9', bytes: Buffer.from('GET /api/lexicon/browse\r\n\r\n'), expected: [200, ...REFUSED] },
  { name: 'HTTP/2', bytes: Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), expected: REFUSED },
  { name: 'TLS', bytes: Buffer.from('16030100c8010000c40303', 'hex'), expected: REFUSED, ends: true },
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

const encodings: readonly HostileCase[] = [
  { name: 'overlong UTF-8 in the query (%C0%AF)', bytes: get(`${BROWSE}&rhyme=%C0%AF`), expected: [400] },
  { name: 'overlong UTF-8 in the path (%E0%80%AF)', bytes: get('/api/lexicon/word/%E0%80%AF'), expected: [400] },
  {
    name: 'overlong UTF-8 in a body',
    bytes: post(ANNOTATE, Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])),
    expected: [400],
  },
  { name: 'half a surrogate pair in the query', bytes: get(`${BROWSE}&rhyme=%ED%A0%80`), expected: [400] },
  { name: 'half a surrogate pair in a body', bytes: post(ANNOTATE, '{"text":"愛\\ud800心"}'), expected: [200, 400] },
  { name: 'UTF-16 in a body', bytes: post(ANNOTATE, Buffer.from(TEXT, 'utf16le')), expected: [400] },
  {
    name: 'a body that begins with a mark of its byte order',
    bytes: post(ANNOTATE, '\ufeff' + TEXT),
    expected: [200, 400],
  },
  { name: 'a percent sign alone', bytes: get(`${BROWSE}&rhyme=%`), expected: [400] },
  { name: 'a percent sign alone in the path', bytes: get('/api/lexicon/word/%'), expected: [400] },
  { name: 'NUL in the path', bytes: get('/api/lexicon/word/%00'), expected: [400, 404] },
  { name: 'NUL in the query', bytes: get('/api/lexicon/synonyms?word=%00'), expected: [200, 400] },
  {
    name: 'raw UTF-8 in the address',
    bytes: Buffer.from(`GET /api/lexicon/synonyms?word=開心 HTTP/1.1\r\n${HOST}\r\n`),
    expected: [200],
  },
  {
    name: 'raw bytes that are no UTF-8 in the address',
    bytes: get('/api/lexicon/synonyms?word=\xff\xfe'),
    expected: [400],
  },
  {
    name: 'raw UTF-8 in the address, twice in a packet',
    bytes: Buffer.from(`GET /api/lexicon/synonyms?word=開心 HTTP/1.1\r\n${HOST}\r\n`.repeat(2)),
    expected: REFUSED,
  },
  {
    name: 'raw UTF-8 in the address, with a body',
    bytes: Buffer.from(`GET /?a=開 HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\nhi`),
    expected: REFUSED,
  },
  {
    name: 'a carriage return and a header in a value',
    bytes: get(`${BROWSE}&emotion=a%0d%0aX-Injected:%20yes`),
    expected: [200, 400],
  },
  {
    name: 'a carriage return and a header in the request id',
    bytes: get(BROWSE, 'X-Request-Id: a%0d%0aX-Injected: yes\r\n'),
    expected: [200],
  },
];

const names: readonly HostileCase[] = [
  { name: 'a parameter twice', bytes: get(`${BROWSE}&limit=2`), expected: [400] },
  { name: 'a parameter twice, encoded once', bytes: get(`${BROWSE}&%6cimit=2`), expected: [400] },
  { name: '__proto__ in the query', bytes: get(`${BROWSE}&__proto__=1&constructor=2&__proto__[x]=3`), expected: [400] },
  { name: '__proto__ in a body', bytes: post(ANNOTATE, '{"text":"愛","__proto__":{"polluted":1}}'), expected: [400] },
  {
    name: '__proto__ inside a list of a body',
    bytes: post(ANNOTATE, '{"text":"愛","readings":[{"__proto__":{"line":0,"position":0,"jyutping":"oi3"}}]}'),
    expected: [400],
  },
  {
    name: 'constructor in a body',
    bytes: post(ANNOTATE, '{"text":"愛","constructor":{"prototype":{"polluted":1}}}'),
    expected: [400],
  },
  { name: 'a field twice in a body', bytes: post(ANNOTATE, '{"text":"愛","text":"心"}'), expected: [200] },
  {
    name: 'a number that is no number',
    bytes: post('/api/lexicon/workflow/fix-contour', '{"line":"愛心","melody":[1e400,-1e400]}'),
    expected: [200, 400],
  },
  { name: 'two keys', bytes: get(BROWSE, 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'), expected: [401] },
  { name: 'two content types', bytes: post(ANNOTATE, TEXT, 'Content-Type: text/html\r\n'), expected: [200, 415] },
  { name: 'two hosts', bytes: get(BROWSE, 'Host: other\r\n'), expected: [200, 400] },
  {
    name: 'two origins',
    bytes: get(BROWSE, 'Origin: https://a.example\r\nOrigin: https://b.example\r\n'),
    expected: [200],
  },
  { name: "a name of a problem that is JavaScript's own", bytes: get('/problems/__proto__'), expected: [404] },
  {
    name: "a category that is JavaScript's own",
    bytes: get('/api/lexicon/category/constructor/words'),
    expected: [404],
  },
  { name: "a word that is JavaScript's own", bytes: get('/api/lexicon/word/hasOwnProperty'), expected: [404] },
];

const paths: readonly HostileCase[] = [
  ...['/../etc/passwd', '/../../package.json', '/api/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json'],
  ...[
    '/..%5cpackage.json',
    '/.%00/package.json',
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/DESIGN.md',
    '/docs/x/package.json',
    '/docs/swagger-ui-init.js',
    '/docs/swagger-ui-bundle.js.map',
  ],
  ...[
    '/.git/config',
    '/.env',
    '/config/plans.json',
    '/metering.sqlite',
    '/built.json',
    '//etc/passwd',
    '///',
    '/api//lexicon/browse',
  ],
  ...[
    '/api/lexicon/browse/',
    '/API/lexicon/browse',
    '/api/lexicon/%62rowse/x',
    '/api/lexicon/./browse',
    '/api%2flexicon%2fbrowse',
  ],
  ...[
    '/api/lexicon/word',
    '/api/lexicon/word/',
    '/api/lexicon/category//words',
    '/api/lexicon/browse;a=b',
    '/api/lexicon/word/a%2fb%2fc',
  ],
  ...[
    '/docs/../../package.json',
    '/docs/%2e%2e%2fpackage.json',
    '/console/../package.json',
    '/?',
    '/#',
    '/api/lexicon/browse%3flimit=1',
  ],
].map((target) => ({ name: `GET ${target}`, bytes: get(target), expected: [200, 301, 302, 308, 400, 404] }));

const targets: readonly HostileCase[] = [
  {
    name: 'another host as the target',
    bytes: get('http://169.254.169.254/api/lexicon/browse'),
    expected: [200, 400, 404],
  },
  { name: 'a file as the target', bytes: get('file:///etc/passwd'), expected: [400, 404] },
  { name: 'a target without a slash', bytes: get('api/lexicon/browse'), expected: REFUSED },
];

/** Each hostile text in each way that a caller can say something. */
const everywhere: readonly HostileCase[] = HOSTILE.filter((text) => text !== '' && text.length < 700).flatMap(
  (text) => {
    const encoded = percentEncoded(text);
    const shown = JSON.stringify(text.slice(0, 16));
    return [
      { name: `the word ${shown}`, bytes: get(`/api/lexicon/word/${encoded}`), expected: [200, 301, 400, 404] },
      {
        name: `the homophones of ${shown}`,
        bytes: get(`/api/lexicon/homophones/${encoded}`),
        expected: [200, 400, 404],
      },
      { name: `the prefix ${shown}`, bytes: get(`/api/lexicon/autocomplete?prefix=${encoded}`), expected: [200, 400] },
      { name: `the text ${shown}`, bytes: post(ANNOTATE, JSON.stringify({ text })), expected: [200, 400] },
      {
        name: `the line ${shown}`,
        bytes: post('/api/lexicon/workflow/fix-contour', JSON.stringify({ line: text, moves: text })),
        expected: [200, 400],
      },
    ];
  },
);

export const HOSTILE_CASES: readonly HostileCase[] = [
  ...tooMuch,
  ...framing,
  ...encodings,
  ...names,
  ...paths,
  ...targets,
  ...everywhere,
];
