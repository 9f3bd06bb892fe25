import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { oas31, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Endpoint, ParameterValue } from '../operations/operation.ts';
import { MAX_LISTED_ERRORS, PROBLEMS, type ProblemCode } from '../problem.ts';

import { isFree } from './metering-text.ts';

const codes = Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]];

/** The schema of `problemDocument`. */
const problem = z
  .object({
    type: z
      .string()
      .meta({ description: 'Path of a page that explains the problem', examples: ['/problems/not_found'] }),
    title: z.string(),
    status: z.int().min(400).max(599).meta({ description: 'The HTTP status' }),
    detail: z.string().meta({ description: 'What is wrong with this request, and what to do next' }),
    instance: z.string().meta({ description: 'Path of the request' }),
    code: z.enum(codes).meta({ description: 'The problem, for programs; `type` ends with it' }),
    request_id: z.string().meta({ description: 'Name it when you report a problem' }),
    errors: z
      .array(
        z.object({
          in: z.enum(['path', 'query', 'header', 'body']),
          name: z.string().meta({ description: 'The parameter, or the path of the field; empty for the whole' }),
          message: z.string(),
        }),
      )
      .max(MAX_LISTED_ERRORS)
      .optional()
      .meta({
        description: `What is wrong with the request (\`invalid_parameter\`): the first ${MAX_LISTED_ERRORS} faults`,
      }),
    error_count: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'How many faults there are, with those that `errors` does not list' }),
    suggestions: z
      .array(z.string())
      .optional()
      .meta({ description: 'Words that may be meant (`word_not_found`), the likeliest first' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem document' });

/** Names in `components.responses`. Problems of one status share a response, except for 404. */
const RESPONSE_NAMES = {
  invalid_parameter: 'InvalidParameter',
  invalid_key: 'InvalidKey',
  insufficient_scope: 'Forbidden',
  origin_not_allowed: 'Forbidden',
  word_not_found: 'WordNotFound',
  category_not_found: 'CategoryNotFound',
  not_found: 'NotFound',
  method_not_allowed: 'MethodNotAllowed',
  request_timeout: 'RequestTimeout',
  cursor_expired: 'CursorExpired',
  payload_too_large: 'PayloadTooLarge',
  uri_too_long: 'UriTooLong',
  unsupported_media_type: 'UnsupportedMediaType',
  rate_limited: 'TooManyRequests',
  quota_exhausted: 'TooManyRequests',
  header_fields_too_large: 'HeaderFieldsTooLarge',
  internal: 'InternalError',
  backend_unavailable: 'BackendUnavailable',
  backend_timeout: 'BackendTimeout',
} as const satisfies Record<ProblemCode, string>;

/** Problems of any request. */
const COMMON_PROBLEMS: readonly ProblemCode[] = [
  'request_timeout',
  'uri_too_long',
  'header_fields_too_large',
  'internal',
];
/** Additional problems of any endpoint in the table. */
const METERED_PROBLEMS: readonly ProblemCode[] = [
  ...(['invalid_parameter', 'invalid_key', 'insufficient_scope', 'origin_not_allowed', 'rate_limited'] as const),
  ...(['backend_unavailable', 'backend_timeout'] as const),
];
const BODY_PROBLEMS: readonly ProblemCode[] = ['payload_too_large', 'unsupported_media_type'];

export function problemsOf(endpoint: Endpoint): readonly ProblemCode[] {
  const { method, request, problems = [] } = endpoint;
  return [
    ...METERED_PROBLEMS,
    ...(!isFree(endpoint) ? (['quota_exhausted'] as const) : []),
    ...(method === 'POST' ? BODY_PROBLEMS : []),
    ...(request.query && 'cursor' in request.query.shape ? (['cursor_expired'] as const) : []),
    ...problems,
  ];
}

/** The responses of an operation: for these problems, and for those of every request. */
export function problemReferences(problems: readonly ProblemCode[]): Record<`${4 | 5}${string}`, { $ref: string }> {
  const statusAndName = [...COMMON_PROBLEMS, ...problems].map(
    (code) => [PROBLEMS[code].status, RESPONSE_NAMES[code]] as const,
  );
  const sorted = statusAndName.sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]));
}

/** Every problem as a named response, with a recorded example. */
export function problemResponses(examples: RecordedExamples): Record<string, ZodOpenApiResponseObject> {
  const byName = Map.groupBy(codes, (code) => RESPONSE_NAMES[code]);
  const entries = [...byName].map(([name, group]): [string, ZodOpenApiResponseObject] => {
    const { status } = PROBLEMS[group[0]!];
    const descriptions = group.map((code) => `\`${code}\`: ${PROBLEMS[code].title}. ${PROBLEMS[code].advice}`);
    const exampleEntries = group.flatMap((code) => {
      const example = examples.problems[code];
      return example ? [[code, { summary: example.summary, value: example.response.body }]] : [];
    });
    return [
      name,
      {
        description: descriptions.join('\n\n'),
        headers: headerReferences(errorHeaders(status)),
        content: { 'application/problem+json': { schema: problem, examples: Object.fromEntries(exampleEntries) } },
      },
    ];
  });
  return Object.fromEntries(entries);
}

interface Header {
  readonly description: string;
  readonly schema: oas31.SchemaObject;
}

const count = { type: 'integer', minimum: 0 } as const;
const text = { type: 'string' } as const;

/** Response headers that clients can read. */
export const HEADERS = {
  'X-Quota-Limit': { description: "Credits that the caller's plan has each day.", schema: count },
  'X-Quota-Remaining': { description: 'Credits left today. The day is a calendar day in Hong Kong.', schema: count },
  'X-Quota-Reset': { description: 'Seconds until the quota is filled again.', schema: count },
  'X-Quota-Cost': {
    description: 'Credits that this request cost: 0 when it was paid for earlier the same day.',
    schema: count,
  },
  RateLimit: {
    description: 'What is left (`r`) of the requests per minute, and in how many seconds (`t`) it is filled again.',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The rate that counts: `q` requests in `w` seconds.', schema: text },
  'X-Lexicon-Generation': { description: 'The generation of the lexicon that answered.', schema: text },
  'X-Request-Id': {
    description:
      'Names the request in the log. One that the request carries is kept if it is 1 to 64 letters, digits and `._-`, and does not look like a key.',
    schema: text,
  },
  Link: {
    description: 'The next and the previous page (RFC 8288: `rel="next"`, `rel="prev"`), where there are such.',
    schema: text,
  },
  ETag: {
    description: 'Stays the same while the generation does. Sent back as If-None-Match it makes a 304, without a body.',
    schema: text,
  },
  'Cache-Control': {
    description:
      'How long the answer may be used again without asking: a minute (`private, max-age=60`); not at all (`no-cache`) for the fixed lists, which are asked for each time with their ETag; `no-store` for what is of this moment.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: count },
  'WWW-Authenticate': { description: 'How to authenticate: with a bearer key.', schema: text },
  Allow: { description: 'The methods that the path takes.', schema: text },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const COMMON_HEADERS: readonly HeaderName[] = ['X-Request-Id', 'X-Lexicon-Generation', 'Cache-Control'];
export const RATE_HEADERS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** Headers of every successful response of an endpoint. */
export const METERED_HEADERS: readonly HeaderName[] = [
  ...(['X-Quota-Limit', 'X-Quota-Remaining', 'X-Quota-Reset', 'X-Quota-Cost'] as const),
  ...RATE_HEADERS,
  ...COMMON_HEADERS,
];

const RATED_HEADERS: readonly HeaderName[] = [...RATE_HEADERS, ...COMMON_HEADERS];

const HEADERS_BY_STATUS: Readonly<Record<number, readonly HeaderName[]>> = {
  401: [...COMMON_HEADERS, 'WWW-Authenticate'],
  403: [...RATED_HEADERS, 'WWW-Authenticate'],
  405: [...COMMON_HEADERS, 'Allow'],
  408: COMMON_HEADERS,
  414: COMMON_HEADERS,
  429: [...METERED_HEADERS, 'Retry-After'],
  431: COMMON_HEADERS,
  503: [...RATED_HEADERS, 'Retry-After'],
  504: [...RATED_HEADERS, 'Retry-After'],
};

/** Additional headers of errors by status. */
function errorHeaders(status: number): readonly HeaderName[] {
  return HEADERS_BY_STATUS[status] ?? RATED_HEADERS;
}

export function headerReferences(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** A recorded request and response. */
export interface RecordedExample {
  readonly summary: string;
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT';
    /** Path in the table of endpoints, or as sent for other paths. */
    readonly path: string;
    /** Path and query parameters as typed values. */
    readonly parameters?: Readonly<Record<string, ParameterValue>>;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    /** Headers that the OpenAPI document describes, by lower-case name. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: unknown;
  };
}

/** The recordings of `npm run generate`. */
export interface RecordedExamples {
  /** Recorded examples by operation id. */
  readonly operations: Readonly<Record<string, RecordedExample>>;
  /** Recorded examples by problem code. */
  readonly problems: Readonly<Record<string, RecordedExample>>;
}

/** Folder with a file for each operation, and its subfolder with a file for each problem. */
export const EXAMPLES_FOLDER = new URL('./examples/', import.meta.url);
export const PROBLEMS_FOLDER = new URL('problems/', EXAMPLES_FOLDER);

export function readExamples(): RecordedExamples {
  return { operations: readFolder(EXAMPLES_FOLDER), problems: readFolder(PROBLEMS_FOLDER) };
}

function readFolder(folder: URL): Record<string, RecordedExample> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    names
      .sort()
      .map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))]),
  );
}
