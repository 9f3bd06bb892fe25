import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import type { Endpoint } from '../operations/operation.ts';
import { MAX_LISTED_ERRORS, PROBLEMS, type ProblemCode } from '../problem.ts';
import type { RecordedExamples } from './examples.ts';
import { errorHeaders, headerReferences } from './headers.ts';
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
