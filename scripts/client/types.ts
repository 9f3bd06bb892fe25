import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { ApiDocument } from '../../src/api/document/openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas are looked into freely.
type Json = any;

/** An operation of the document that the client calls. */
export interface ClientOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Schema of the parameters, or of the body: an object. */
  readonly parameters: Json;
  /** Schema of the answer. */
  readonly answer: Json;
}

export function parametersName(id: string): string {
  return `${id[0]!.toUpperCase()}${id.slice(1)}Parameters`;
}

/** Operations that take and answer JSON under the path of the API. The others are for supervisors and readers. */
export function clientOperations(document: ApiDocument): ClientOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Json).flatMap(([method, operation]: [string, Json]) => {
      const answer = operation.responses['200'].content['application/json']?.schema;
      if (!path.startsWith('/api/') || !answer) return [];
      const { operationId: id, summary, description, requestBody, parameters = [] } = operation;
      const given = requestBody?.content['application/json'].schema ?? parametersSchema(parameters);
      const upper = method === 'get' ? 'GET' : 'POST';
      return [{ id, method: upper, path, summary, description, parameters: given, answer } as const];
    }),
  );
}

/** Parameters of path and query as one object. */
function parametersSchema(parameters: readonly Json[]): Json {
  const properties = parameters.map(({ name, description, schema }) => [name, { ...oneOrMany(schema), description }]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** A list of one value may be given as that value. */
function oneOrMany(schema: Json): Json {
  return schema.type === 'array' ? { anyOf: [schema.items, schema] } : schema;
}

/** TypeScript of every component schema, and of the parameters of every operation. */
export async function typesOf(document: ApiDocument, operations: readonly ClientOperation[]): Promise<string> {
  const parameters = operations.map(({ id, parameters }) => [parametersName(id), parameters]);
  const definitions = { ...document.components?.schemas, ...Object.fromEntries(parameters) };
  const properties = Object.keys(definitions).map((name) => [name, { $ref: `#/definitions/${name}` }]);
  const root = { title: ROOT, type: 'object', properties: Object.fromEntries(properties), definitions };
  const local = JSON.parse(JSON.stringify(root).replaceAll('#/components/schemas/', '#/definitions/')) as JSONSchema;
  const text = await compile(local, ROOT, {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  return text.replace(new RegExp(`export interface ${ROOT} \\{[^}]*\\}\\n`), '').trim();
}

/** Holds all the others together for the compiler, and is taken out again. */
const ROOT = 'EveryType';
