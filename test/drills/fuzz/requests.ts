import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter } from './operations.ts';
import { hostileJson, hostileText, validValue } from './values.ts';

/** One request that was made up. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body, as text. */
  readonly body: string | undefined;
  /** It is as the document wants it. */
  readonly isValid: boolean;
}

interface RequestParts {
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body: unknown;
}

/** Requests of all operations: half of them as the document wants them, half with one or more things wrong. */
export function requests(operations: readonly Operation[]): Arbitrary<FuzzRequest> {
  const each = operations.map((operation) => {
    const validArbitrary = validParts(operation);
    const validRequests = validArbitrary.map((parts) => buildRequest(operation, parts, { isValid: true }));
    return {
      weight: fuzzWeight(operation),
      arbitrary: fc.oneof(validRequests, invalidRequests(operation, validArbitrary)),
    };
  });
  return fc.oneof(...each);
}

/** Where there is more to get wrong, more is tried. */
function fuzzWeight({ parameters, body }: Operation): number {
  return 2 + parameters.length + (body ? 10 : 0);
}

function validParts({ parameters, body }: Operation): Arbitrary<RequestParts> {
  const parametersIn = (where: Parameter['in']) => parameters.filter((one) => one.in === where);
  const path = fc.record(Object.fromEntries(parametersIn('path').map((one) => [one.name, value(one)])));
  const query = parametersIn('query').map((one) =>
    one.required
      ? value(one).map((text) => [one.name, text] as const)
      : fc.option(
          value(one).map((text) => [one.name, text] as const),
          { freq: 1 },
        ),
  );
  const chosen = fc.tuple(...query).map((pairs) => pairs.filter((pair) => pair !== null));
  // All of them together find nothing; a few do.
  const few = fc.tuple(chosen, fc.nat(3)).map(([pairs, maxOptional]) => {
    const required = pairs.filter(([name]) => parametersIn('query').some((one) => one.name === name && one.required));
    return [...required, ...pairs.filter((pair) => !required.includes(pair)).slice(0, maxOptional + 1)];
  });
  return fc.record({ path, query: few, body: body ? validValue(body) : fc.constant(undefined) });
}

function value({ schema, isList }: Parameter): Arbitrary<string> {
  return validValue(schema).map((one) => (isList ? (one as unknown[]).join(',') : String(one)));
}

/** One thing or two made wrong. */
function invalidRequests(operation: Operation, validArbitrary: Arbitrary<RequestParts>): Arbitrary<FuzzRequest> {
  const mutation = fc.oneof(...mutations(operation));
  return fc
    .tuple(validArbitrary, fc.array(mutation, { minLength: 1, maxLength: 2 }), framing(operation))
    .map(([parts, all, frame]) =>
      buildRequest(
        operation,
        all.reduce((one, by) => by(one), parts),
        frame,
      ),
    );
}

type Mutation = (parts: RequestParts) => RequestParts;

function mutations({ parameters, path, body }: Operation): Arbitrary<Mutation>[] {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const anyName = fc.oneof(
    fc.constantFrom(...names, 'rhyme_chr', '__proto__', 'constructor', 'q[]', 'Limit', ''),
    hostileText,
  );
  const added = fc.tuple(anyName, hostileText).map(
    ([name, text]): Mutation =>
      (parts) => ({ ...parts, query: [...parts.query, [name, text]] }),
  );
  const dropped = fc.nat(5).map(
    (at): Mutation =>
      (parts) => ({ ...parts, query: parts.query.filter((_, one) => one !== at) }),
  );
  const doubled = fc.nat(5).map(
    (at): Mutation =>
      (parts) => ({ ...parts, query: [...parts.query, ...parts.query.slice(at, at + 1)] }),
  );
  const inQuery = fc.tuple(fc.nat(5), hostileText).map(
    ([at, text]): Mutation =>
      (parts) => ({ ...parts, query: parts.query.map((pair, one) => (one === at ? [pair[0], text] : pair)) }),
  );
  const all: Arbitrary<Mutation>[] = [added, dropped, doubled, inQuery];
  const [, pathParameter] = /\{(\w+)\}/.exec(path) ?? [];
  if (pathParameter !== undefined)
    all.push(
      hostileText.map(
        (text): Mutation =>
          (parts) => ({ ...parts, path: { ...parts.path, [pathParameter]: text } }),
      ),
    );
  if (body) all.push(inBody(Object.keys(body.properties)), inBody(Object.keys(body.properties)));
  return all;
}

/** A field replaced, taken out or added; or the whole replaced. */
function inBody(fields: readonly string[]): Arbitrary<Mutation> {
  const field = fc.constantFrom(...fields, '__proto__', 'constructor', 'extra');
  const replaced = fc.tuple(field, hostileJson).map(
    ([name, one]): Mutation =>
      // Not by assignment, which would make __proto__ the prototype.
      (parts) => ({ ...parts, body: Object.fromEntries([...Object.entries(asObject(parts.body)), [name, one]]) }),
  );
  const without = field.map(
    (name): Mutation =>
      (parts) => ({
        ...parts,
        body: Object.fromEntries(Object.entries(asObject(parts.body)).filter(([one]) => one !== name)),
      }),
  );
  const other = hostileJson.map(
    (one): Mutation =>
      (parts) => ({ ...parts, body: one }),
  );
  return fc.oneof(
    { weight: 4, arbitrary: replaced },
    { weight: 1, arbitrary: without },
    { weight: 1, arbitrary: other },
  );
}

function asObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {};
}

interface Frame {
  readonly isValid?: boolean;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rewrite?: (body: string) => string;
}

/** What is around a request: its method, its headers, how its body is written. */
function framing({ body }: Operation): Arbitrary<Frame> {
  const headers = fc.constantFrom<Record<string, string>>(
    { authorization: 'Bearer lex_000000000000_' + 'A'.repeat(43) },
    { authorization: 'Basic YTpi' },
    { authorization: '\u00ff\u00fe' },
    { 'if-none-match': '*' },
    { 'if-none-match': '"' + '",W/"'.repeat(200) },
    { 'accept-encoding': 'br;q=NaN, gzip;q=-1, *;q=' },
    { range: 'bytes=0-1,5-' },
    { origin: 'null' },
    { 'x-request-id': '../../etc/passwd' },
    { 'x-forwarded-for': '1.2.3.4, ::1, not an address' },
    { 'x-http-method-override': 'DELETE' },
    { te: 'trailers, deflate;q=0.5' },
  );
  const frames: fc.WeightedArbitrary<Frame>[] = [
    { weight: 6, arbitrary: fc.constant({}) },
    { weight: 2, arbitrary: headers.map((one) => ({ headers: one })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS').map((method) => ({ method })),
    },
  ];
  if (body) frames.push({ weight: 2, arbitrary: bodyFrames });
  return fc.oneof(...frames);
}

const bodyFrames: Arbitrary<Frame> = fc.constantFrom<Frame>(
  { headers: { 'content-type': 'text/plain' } },
  { headers: { 'content-type': 'application/json; charset=utf-16' } },
  { headers: { 'content-type': 'application/jsonx' } },
  { headers: { 'content-encoding': 'gzip' } },
  { headers: { 'content-encoding': 'zstd' } },
  { rewrite: (body) => body.slice(0, body.length >> 1) },
  { rewrite: (body) => '\ufeff' + body },
  { rewrite: (body) => '['.repeat(20_000) + body },
  { rewrite: (body) => body + body },
  { rewrite: (body) => body.replace('{', '{"__proto__":{"line":"愛"},') },
  { rewrite: (body) => body.replaceAll('"', "'") },
  { rewrite: () => '' },
);

function buildRequest(operation: Operation, { path, query, body }: RequestParts, frame: Frame): FuzzRequest {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => percentEncoded(path[name] ?? ''));
  const search = query.map(([name, text]) => `${percentEncoded(name)}=${percentEncoded(text)}`).join('&');
  const json = body === undefined ? undefined : JSON.stringify(body);
  return {
    operation,
    method: frame.method ?? operation.method,
    target: search === '' ? filled : `${filled}?${search}`,
    headers: { ...(operation.body ? { 'content-type': 'application/json' } : {}), ...frame.headers },
    body: json === undefined || !frame.rewrite ? json : frame.rewrite(json),
    isValid: frame.isValid ?? false,
  };
}

/** As encodeURIComponent, which refuses what is no Unicode: half a surrogate pair is written as the three bytes that it would be. */
export function percentEncoded(text: string): string {
  return text.replace(/[^\w.~-]/gu, (one) => {
    const code = one.codePointAt(0)!;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(one).replace(/[!'()*]/g, percentByte);
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
    return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
  });
}

function percentByte(one: string): string {
  return `%${one.charCodeAt(0).toString(16).toUpperCase()}`;
}
