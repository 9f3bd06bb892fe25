import type { ApiDocument } from '../../../src/openapi/openapi.ts';

/** A schema of the API document: JSON Schema 2020-12. */
// biome-ignore lint/suspicious/noExplicitAny: schemas are looked into freely.
export type Schema = any;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  /** A list is written with commas. */
  readonly isList: boolean;
}

/** An operation of the document as a fuzzer sees it: what it takes, and what it may answer. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Schema of the body, where it takes one. */
  readonly body: Schema | undefined;
  /** Schema of the JSON of each status that the document names; undefined where there is no JSON. */
  readonly answers: ReadonlyMap<number, Schema | undefined>;
  /** The answer never ends. */
}

/** Everything that the document says can be asked. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Schema>).map(([method, operation]): Operation => {
      const { operationId: id, parameters = [], requestBody, responses } = operation;
      return {
        id,
        path,
        method: method === 'post' ? 'POST' : 'GET',
        parameters: parameters.map(parameterOf),
        body: requestBody?.content['application/json'].schema,
        answers: new Map(
          Object.entries<Schema>(responses).map(([status, one]) => [Number(status), jsonSchemaOf(document, one)]),
        ),
      };
    }),
  );
}

function parameterOf({ name, in: location, required = false, schema }: Schema): Parameter {
  return { name, in: location, required, schema, isList: schema.type === 'array' };
}

function jsonSchemaOf(document: ApiDocument, response: Schema): Schema | undefined {
  const { content = {} } = response.$ref ? resolveReference(document, response.$ref) : response;
  return (content['application/json'] ?? content['application/problem+json'])?.schema;
}

function resolveReference(document: ApiDocument, reference: string): Schema {
  const steps = reference.split('/').slice(1);
  return steps.reduce((part: Schema, name) => part?.[name], document);
}
