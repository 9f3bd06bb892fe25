import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Endpoint, Input, ObjectSchema, RequestSchemas } from '../operations/operation.ts';
import { EMPTY_PROBLEM, quoted } from '../operations/parameters/parameters.ts';
import { type InvalidPart, invalidRequest, MAX_LISTED_ERRORS, nearestName } from '../problem.ts';
import type { PageInfo } from './send.ts';

/** A request as it came, decoded and nothing more. */
interface RawRequest {
  readonly path: Readonly<Record<string, string>>;
  /** In the order of the address; a name may come twice. */
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly body?: unknown;
}

/** The largest page that a caller may have; a `limit` above it is lowered to it. */
interface ParseOptions {
  readonly maxLimit: number;
}

/** Collects the problems of a request. */
interface ValidationErrors {
  /** @param describe builds the message; called only for problems that are listed */
  add(describe: () => InvalidPart): void;
  /** Throws a 400 with the collected problems, if there are any. */
  throwIfAny(): void;
}

/** A small request can have thousands of problems: all are counted, the first ones are listed. */
function createValidationErrors(): ValidationErrors {
  const listed: InvalidPart[] = [];
  let count = 0;
  return {
    add(describe) {
      if (count++ < MAX_LISTED_ERRORS) listed.push(describe());
    },
    throwIfAny() {
      if (count > 0) throw invalidRequest(listed, count);
    },
  };
}

/** Reads path, query and body by their schemas. Throws one `invalid_parameter` for everything that is wrong. */
export function parseRequest<R extends RequestSchemas>(
  schemas: R,
  raw: RawRequest,
  { maxLimit }: ParseOptions,
): Input<R> {
  const errors = createValidationErrors();
  const path = schemas.path ? parseWith(schemas.path, raw.path, 'path', errors) : {};
  const query = parseQuery(schemas.query, raw.query, errors);
  const body = schemas.body ? parseWith(schemas.body, raw.body, 'body', errors) : undefined;
  errors.throwIfAny();
  return { path, query: withClampedLimit(query, maxLimit), body } as Input<R>;
}

function withClampedLimit(query: unknown, maxLimit: number): unknown {
  const { limit } = query as { limit?: unknown };
  return typeof limit === 'number' && limit > maxLimit ? { ...(query as object), limit: maxLimit } : query;
}

function parseQuery(schema: ObjectSchema | undefined, pairs: RawRequest['query'], errors: ValidationErrors): unknown {
  const shape = schema?.shape ?? {};
  const values: Record<string, string> = {};
  const repeated = new Set<string>();
  const unknown = new Set<string>();
  for (const [name, value] of pairs) {
    if (!Object.hasOwn(shape, name)) unknown.add(name);
    else if (!Object.hasOwn(values, name)) values[name] = value;
    // Many clients repeat the names of lists, whatever the document says of commas.
    else if (isList(schema!, name)) values[name] += `,${value}`;
    else repeated.add(name);
  }
  for (const name of unknown)
    errors.add(() => ({ in: 'query', name: printableName(name), message: unknownMessage(name, Object.keys(shape)) }));
  for (const name of repeated)
    errors.add(() => ({ in: 'query', name, message: 'is given more than once; give it once' }));
  return schema ? parseWith(schema, values, 'query', errors) : {};
}

function unknownMessage(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest) return `did you mean ${nearest}?`;
  return known.length === 0
    ? 'this endpoint takes no parameters; leave it out'
    : `is not a parameter of this endpoint, which takes ${known.join(', ')}`;
}

function isList(schema: ObjectSchema, name: string): boolean {
  return describedType(schema.shape[name] as z.ZodType) === 'array';
}

/** The JSON type that the API document gives a parameter. */
function describedType(schema: z.ZodType): string | undefined {
  const override = schema.meta()?.override as { type?: string } | undefined;
  if (override?.type) return override.type;
  return 'unwrap' in schema ? describedType((schema as z.ZodOptional<z.ZodType>).unwrap()) : undefined;
}

function parseWith(schema: z.ZodType, value: unknown, where: InvalidPart['in'], errors: ValidationErrors): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) addIssue(issue, where, schema, errors);
  return undefined;
}

function addIssue(
  issue: z.core.$ZodIssue,
  where: InvalidPart['in'],
  schema: z.ZodType,
  errors: ValidationErrors,
): void {
  const fieldName = (...last: string[]) => [...issue.path.map(String), ...last].join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(schema, issue.path);
    for (const key of issue.keys)
      errors.add(() => {
        const nearest = nearestName(key, known);
        const message = nearest ? `did you mean ${nearest}?` : 'is not a field that is read here; take it out';
        return { in: where, name: printableName(fieldName(key)), message };
      });
    return;
  }
  errors.add(() => ({ in: where, name: fieldName(), message: messageOf(issue, where, schema) }));
}

/** The names of the fields of the object at a path. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here: z.ZodType | undefined = schema;
  for (const step of [...path, undefined]) {
    while (here && !('element' in here) && ('unwrap' in here || 'out' in here))
      here = 'out' in here ? (here.out as z.ZodType) : (here as z.ZodOptional<z.ZodType>).unwrap();
    if (step === undefined) break;
    if (here && 'element' in here) here = (here as z.ZodArray<z.ZodType>).element;
    else here = here && 'shape' in here ? ((here as ObjectSchema).shape[String(step)] as z.ZodType) : undefined;
  }
  return here && 'shape' in here ? Object.keys((here as ObjectSchema).shape) : [];
}

function messageOf(issue: z.core.$ZodIssue, where: InvalidPart['in'], schema: z.ZodType): string {
  // What a query holds is always text, so that the only wrong type is none.
  if (where === 'query' && issue.code === 'invalid_type') return 'is needed; give it a value';
  if (issue.message === EMPTY_PROBLEM && !isOptional(schema, issue.path)) return 'is empty; give it a value';
  if (issue.code === 'invalid_type' && ZOD_DEFAULT_MESSAGE.test(issue.message)) {
    const subject = issue.path.length === 0 ? `the ${where} ` : '';
    return `${subject}is not ${TYPE_NAMES[issue.expected] ?? issue.expected}; send one`;
  }
  return issue.message;
}

/** Zod's own message of a wrong type, whose words are for programmers. */
const ZOD_DEFAULT_MESSAGE = /^Invalid input: expected/;
const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a JSON object',
  array: 'a list',
  string: 'a text',
  int: 'a whole number',
  number: 'a number',
  boolean: 'one of true and false',
};

function isOptional(schema: z.ZodType, [name]: readonly PropertyKey[]): boolean {
  const shape = 'shape' in schema ? (schema as ObjectSchema).shape : {};
  return typeof name !== 'string' || (shape[name] as z.ZodType | undefined)?.safeParse(undefined).success !== false;
}

/** A name that the caller made up, safe to show. */
function printableName(name: string): string {
  return quoted(name).slice(1, -1);
}

/** Names and values of a query (the part after `?`), in order. Throws a 400 that names each part which is no UTF-8. */
function parseQueryString(search: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  const errors = createValidationErrors();
  for (const part of search.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const [rawName, rawValue] = equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
    const name = decodePart(rawName);
    const value = decodePart(rawValue);
    if (name === undefined || value === undefined)
      errors.add(() => ({
        in: 'query',
        name: quoted(name ?? rawName).slice(1, -1),
        message: 'is not percent-encoded UTF-8; encode names and values with encodeURIComponent or the like',
      }));
    else pairs.push([name, value]);
  }
  errors.throwIfAny();
  return pairs;
}

const ENCODED = /[%+]/;

function decodePart(text: string): string | undefined {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** A request whose URL and body are valid. */
export interface ParsedRequest {
  readonly input: Input;
  /** Independent of the order of parameters. Includes the plan's page limit, which changes the response. */
  readonly cacheKey: string;
  /** The Link header of a page that answers it; undefined where there is no other page. */
  link(page: PageInfo): string | undefined;
}

const MAX_ENTRIES = 4_000;
/** Longer URLs are rarely requested twice. */
const MAX_KEY_LENGTH = 512;

export type RequestParser = (
  endpoint: Endpoint,
  url: string,
  params: Readonly<Record<string, string>>,
  maxLimit: number,
  body: unknown,
) => ParsedRequest;

/**
 * Parses requests by the schemas of their endpoints, with an LRU cache by URL. Throws a 400 that lists all invalid parameters.
 */
export function requestParser(isCaching: boolean): RequestParser {
  const cache = isCaching ? new LRUCache<string, ParsedRequest>({ max: MAX_ENTRIES }) : undefined;
  return (endpoint, url, params, maxLimit, body) => {
    // Bodies are private and rarely sent twice.
    if (endpoint.request.body) return parse(endpoint, url, params, maxLimit, body);
    const key = `${maxLimit} ${url}`;
    let parsed = cache?.get(key);
    if (!parsed) {
      parsed = parse(endpoint, url, params, maxLimit, undefined);
      if (key.length <= MAX_KEY_LENGTH) cache?.set(key, parsed);
    }
    return parsed;
  };
}

function parse(
  { request }: Endpoint,
  url: string,
  params: Readonly<Record<string, string>>,
  maxLimit: number,
  body: unknown,
): ParsedRequest {
  const [path, search] = splitUrl(url);
  const pairs = parseQueryString(search);
  const input = parseRequest(request, { path: params, query: pairs, body }, { maxLimit });
  const cacheKey = `${maxLimit} ${path}?${search.includes('&') ? search.split('&').sort().join('&') : search}`;
  // Kept for the last page: a cached response comes with the same one again.
  let lastLink: { readonly page: PageInfo; readonly header: string | undefined } | undefined;
  const link = (page: PageInfo) => {
    if (lastLink?.page !== page) lastLink = { page, header: linkHeader(page, path, pairs) };
    return lastLink.header;
  };
  return { input, cacheKey, link };
}

/** Path and query, without the question mark. */
function splitUrl(url: string): [path: string, search: string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/**
 * The Link header (RFC 8288) of a page: `next` and `prev` where there are such pages, as references on the same host.
 * A request that used a cursor goes on by cursor; the page before is reached by offset.
 */
function linkHeader(page: PageInfo, path: string, query: readonly (readonly [string, string])[]): string | undefined {
  let otherParameters = '';
  let usesCursor = false;
  for (const [name, value] of query) {
    if (name === 'cursor') usesCursor = true;
    else if (name !== 'offset') otherParameters += `${formEncoded(name)}=${formEncoded(value)}&`;
  }
  const link = (relation: string, position: string) => `<${path}?${otherParameters}${position}>; rel="${relation}"`;
  const links: string[] = [];
  const end = page.offset + page.words.length;
  if (page.words.length > 0 && end < page.total) {
    links.push(link('next', usesCursor && page.next_cursor ? `cursor=${page.next_cursor}` : `offset=${end}`));
  }
  // From beyond the end, back to the last words that there are.
  const lastOffset = Math.min(page.offset, page.total);
  if (lastOffset > 0) links.push(link('prev', `offset=${Math.max(0, lastOffset - page.limit)}`));
  return links.length > 0 ? links.join(', ') : undefined;
}

/** As forms are encoded: a space is a plus sign. */
function formEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}
