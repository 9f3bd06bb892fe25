import { framing, oversized } from './hostile-framing.ts';
import { ANNOTATE, BROWSE, get, HOST, type HostileCase, post, REFUSED, TEXT } from './hostile-request.ts';
import { percentEncoded } from './requests.ts';
import { HOSTILE } from './values.ts';

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
  { name: 'two hosts', bytes: get(BROWSE, 'Host: other\r\n'), expected: [400] },
  {
    name: 'two origins',
    bytes: get(BROWSE, 'Origin: https://a.example\r\nOrigin: https://b.example\r\n'),
    expected: [200],
  },
  { name: "a name of a problem that is JavaScript's own", bytes: get('/problems/__proto__'), expected: [404] },
  { name: 'a name of a problem that is no UTF-8', bytes: get('/problems/%ED%B0%80'), expected: [400] },
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
  ...oversized,
  ...framing,
  ...encodings,
  ...names,
  ...paths,
  ...targets,
  ...everywhere,
];
