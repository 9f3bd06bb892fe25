import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { SCOPES } from '../metering/meter-port.ts';
import type { Plans } from '../metering/plans.ts';
import type { Endpoint, Tag } from '../operations/operation.ts';
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import { meteringText } from './metering-text.ts';
import type { RecordedExample, RecordedExamples } from './responses.ts';
import {
  COMMON_HEADERS,
  type HeaderName,
  headerReferences,
  METERED_HEADERS,
  problemReferences,
  problemsOf,
  RATE_HEADERS,
} from './responses.ts';

/** Paths besides the table of endpoints, which are free of charge. */

export const DOCUMENT_PATH = '/openapi.json';
const SERVICE_TAG: Tag = 'Service';

interface ServiceOperation {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly problems: readonly ProblemCode[];
  readonly headers?: readonly HeaderName[];
  /** Whether it counts as a request of the caller, who may have a key. */
  readonly isRated?: boolean;
  readonly path?: z.ZodObject;
}

const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
const readiness = z
  .object({
    status: z.enum(['ready', 'degraded']).meta({
      description: '`degraded`: the engine is away; what needs none is answered, the rest is 503 with `Retry-After`',
    }),
    detail: z.string().meta({ description: 'Which store answers, and how' }),
  })
  .meta({ id: 'Readiness' });
const explanation = z
  .object({
    code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
    status: z.int(),
    title: z.string(),
    advice: z.string().meta({ description: 'What to do next' }),
  })
  .meta({ id: 'ProblemExplanation' });

const SERVICE_OPERATIONS: Readonly<Record<string, ServiceOperation>> = {
  '/healthz': {
    id: 'health',
    summary: 'Whether the process lives',
    description: 'For supervisors. Asks nobody else.',
    schema: health,
    problems: [],
  },
  '/readyz': {
    id: 'readiness',
    summary: 'Whether requests should come here',
    description:
      'For load balancers: the lexicon answers, or at least what needs no engine, and the process is not going down.',
    schema: readiness,
    problems: ['backend_unavailable'],
  },
  [DOCUMENT_PATH]: {
    id: 'document',
    summary: 'This document',
    description:
      'OpenAPI 3.1. A page that shows it, and from which requests can be tried, is at /docs.\n\n- **Cost**: nothing. Counts as one request of the group `other`, as does `/readings.txt`, the readings that the page reads lines by.',
    schema: z.looseObject({ openapi: z.string() }),
    problems: ['invalid_key', 'origin_not_allowed', 'rate_limited', 'backend_unavailable'],
    headers: ['ETag'],
    isRated: true,
  },
  '/problems/{code}': {
    id: 'problem',
    summary: 'What a problem means',
    description: 'Where the `type` of a problem document leads to.',
    schema: explanation,
    // A path that is not valid UTF-8 is refused everywhere.
    problems: ['invalid_parameter', 'not_found'],
    path: z.object({
      code: z.string().meta({ description: 'The `code` of a problem document.', examples: ['cursor_expired'] }),
    }),
  },
};

function serviceItem(operation: ServiceOperation, examples: RecordedExamples): ZodOpenApiOperationObject {
  const { id, summary, description, schema, problems, path, isRated = false } = operation;
  const headers = [...(operation.headers ?? []), ...(isRated ? RATE_HEADERS : []), ...COMMON_HEADERS];
  const example = examples.operations[id];
  return {
    operationId: id,
    tags: [SERVICE_TAG],
    summary,
    description,
    ...(path ? { requestParams: { path } } : {}),
    responses: {
      200: {
        description: 'The answer',
        headers: headerReferences(headers),
        content: {
          'application/json': {
            schema,
            ...(example ? { examples: { [id]: { summary: example.summary, value: example.response.body } } } : {}),
          },
        },
      },
      ...problemReferences(problems),
    },
    security: isRated ? securityOf(SCOPES) : [],
  };
}

export function serviceItems(examples: RecordedExamples): ZodOpenApiPathsObject {
  const items = Object.entries(SERVICE_OPERATIONS).map(([path, item]) => [path, { get: serviceItem(item, examples) }]);
  return Object.fromEntries(items);
}

/** Name of the security scheme of bearer keys. */
export const KEY_SCHEME = 'key';

/** An endpoint of the table as an OpenAPI operation. */
export function operationItem(
  endpoint: Endpoint,
  plans: Plans,
  example: RecordedExample | undefined,
): ZodOpenApiOperationObject {
  const { id, tag, summary, description, request, response, cacheScope } = endpoint;
  const responseExamples = example && { [id]: { summary: example.summary, value: example.response.body } };
  const requestExamples =
    example?.request.body === undefined ? {} : { [id]: { summary: example.summary, value: example.request.body } };
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, meteringText(endpoint, plans), ...rulesText(request.query)].join('\n\n'),
    requestParams: {
      ...(request.path ? { path: request.path } : {}),
      ...(request.query ? { query: request.query } : {}),
    },
    ...(request.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: request.body, examples: requestExamples } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'The answer',
        headers: headerReferences(successHeaders(endpoint)),
        content: {
          'application/json': { schema: response, ...(responseExamples ? { examples: responseExamples } : {}) },
        },
      },
      ...(cacheScope ? { 304: NOT_MODIFIED } : {}),
      ...problemReferences(problemsOf(endpoint)),
    },
    security: securityOf(endpoint.scopes),
  };
}

/**
 * The rules between parameters, which OpenAPI has no schema for, in the words of the errors. They are the checks of the schema itself.
 */
function rulesText(query: Endpoint['request']['query']): string[] {
  const rules = (query?._zod.def.checks ?? []).map((check) => {
    const { path, error } = check._zod.def as z.core.$ZodCustomDef;
    return `- \`${path?.join('.')}\` ${error?.({ code: 'custom', input: undefined, path: [] })}`;
  });
  return rules.length === 0 ? [] : [`Parameters beside each other, else a 400:\n${rules.join('\n')}`];
}

const NOT_MODIFIED = {
  description: 'Nothing has changed since the ETag that If-None-Match names. Costs nothing.',
  headers: headerReferences([...METERED_HEADERS, 'ETag']),
};

function successHeaders({ request, cacheScope }: Endpoint): readonly HeaderName[] {
  const isPaged = request.query !== undefined && 'offset' in request.query.shape && 'limit' in request.query.shape;
  return [...METERED_HEADERS, ...(isPaged ? (['Link'] as const) : []), ...(cacheScope ? (['ETag'] as const) : [])];
}

/** Either no key, or a key with one of the scopes. */
function securityOf(scopes: readonly string[]): Record<string, string[]>[] {
  const allowsEveryScope = scopes.length === SCOPES.length;
  return [{}, ...(allowsEveryScope ? [{ [KEY_SCHEME]: [] }] : scopes.map((scope) => ({ [KEY_SCHEME]: [scope] })))];
}
