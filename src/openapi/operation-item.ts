import type { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { SCOPES } from '../metering/meter-port.ts';
import type { Plans } from '../metering/plans.ts';
import type { Endpoint } from '../operations/operation.ts';
import type { RecordedExample } from './examples.ts';
import { type HeaderName, headerReferences, METERED_HEADERS } from './headers.ts';
import { meteringText } from './metering-text.ts';
import { problemReferences, problemsOf } from './problem-responses.ts';

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
export function securityOf(scopes: readonly string[]): Record<string, string[]>[] {
  const allowsEveryScope = scopes.length === SCOPES.length;
  return [{}, ...(allowsEveryScope ? [{ [KEY_SCHEME]: [] }] : scopes.map((scope) => ({ [KEY_SCHEME]: [scope] })))];
}
