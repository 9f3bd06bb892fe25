import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi';
import { EVENT_SCOPES, EVENTS_PATH } from '../endpoints.ts';
import { PROBLEMS, type ProblemCode } from '../problem.ts';
import type { RecordedExamples } from './examples.ts';
import { COMMON_HEADERS, type HeaderName, headerReferences, METERED_HEADERS } from './headers.ts';
import { securityOf } from './operation-item.ts';
import { problemReferences } from './problem-responses.ts';
import { tagOf } from './tags.ts';

/** Paths besides the table of endpoints, which are free of charge. */

export const DOCUMENT_PATH = '/openapi.json';

interface ServiceOperation {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly problems: readonly ProblemCode[];
  readonly headers?: readonly HeaderName[];
  readonly path?: z.ZodObject;
}

const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' });
const readiness = z
  .object({ status: z.literal('ready'), detail: z.string().meta({ description: 'Which store answers, and how' }) })
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
    description: 'For load balancers: the lexicon answers, and the process is not going down.',
    schema: readiness,
    problems: ['backend_unavailable'],
  },
  [DOCUMENT_PATH]: {
    id: 'document',
    summary: 'This document',
    description: 'OpenAPI 3.1. A page that shows it, and from which requests can be tried, is at /docs.',
    schema: z.looseObject({ openapi: z.string() }),
    problems: [],
    headers: ['ETag'],
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
  const { id, summary, description, schema, problems, path, headers = [] } = operation;
  const example = examples.operations[id];
  return {
    ...{ operationId: id, tags: [tagOf(id)], summary, description },
    ...(path ? { requestParams: { path } } : {}),
    responses: {
      200: {
        description: 'The answer',
        headers: headerReferences([...headers, ...COMMON_HEADERS]),
        content: {
          'application/json': {
            schema,
            ...(example ? { examples: { [id]: { summary: example.summary, value: example.response.body } } } : {}),
          },
        },
      },
      ...problemReferences(problems),
    },
    security: [],
  };
}

const EVENTS_DESCRIPTION = `A stream of server-sent events that stays open. Each \`generation\` event names the generation of the lexicon that is live: one
at the start, and one whenever it changes, so that a cache of the vocabulary can be filled anew. The name is the event's id: who comes
back with it as Last-Event-ID is told only what is new. A comment every 20 seconds is a sign of life.

- **Cost**: nothing. Opening it counts as one request of the group \`other\`.
- **A caller** may have 20 streams open. A key needs \`lex_read\` or \`lex_workflow\`.`;

const EVENT_PROBLEMS: readonly ProblemCode[] = [
  ...(['invalid_parameter', 'invalid_key', 'insufficient_scope', 'origin_not_allowed'] as const),
  ...(['rate_limited', 'backend_unavailable'] as const),
];

function eventsItem(examples: RecordedExamples): ZodOpenApiOperationObject {
  const example = examples.operations.events;
  return {
    operationId: 'events',
    tags: [tagOf('events')],
    summary: 'Be told when the lexicon changes',
    description: EVENTS_DESCRIPTION,
    requestParams: {
      header: z.object({
        'Last-Event-ID': z
          .string()
          .optional()
          .meta({ description: 'The last generation that the client was told of.' }),
      }),
    },
    responses: {
      200: {
        description: 'The stream',
        headers: headerReferences(METERED_HEADERS),
        content: {
          'text/event-stream': {
            schema: { type: 'string' },
            ...(example ? { examples: { events: { summary: example.summary, value: example.response.body } } } : {}),
          },
        },
      },
      ...problemReferences(EVENT_PROBLEMS),
    },
    security: securityOf(EVENT_SCOPES),
  };
}

export function serviceItems(examples: RecordedExamples): ZodOpenApiPathsObject {
  const items = Object.entries(SERVICE_OPERATIONS).map(([path, item]) => [path, { get: serviceItem(item, examples) }]);
  return { [EVENTS_PATH]: { get: eventsItem(examples) }, ...Object.fromEntries(items) };
}
