import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { SCOPES } from '../metering/meter-port.ts';
import type { Tag } from '../operations/operation.ts';
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import type { RecordedExamples } from './examples.ts';
import { COMMON_HEADERS, type HeaderName, headerReferences, RATE_HEADERS } from './headers.ts';
import { securityOf } from './operation-item.ts';
import { problemReferences } from './problem-responses.ts';

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
