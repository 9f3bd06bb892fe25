import { compile, type JSONSchema } from 'json-schema-to-typescript';
import type { CallableOperation } from '../../src/openapi/callable-operations.ts';
import type { ApiDocument } from '../../src/openapi/openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas are looked into freely.
type Json = any;

export function parametersName(id: string): string {
  return `${id[0]!.toUpperCase()}${id.slice(1)}Parameters`;
}

/** The schema with every list open to a single value. */
function withSingleValues(parameters: Json): Json {
  const properties = Object.entries<Json>(parameters.properties).map(([name, schema]) => [name, oneOrMany(schema)]);
  return { ...parameters, properties: Object.fromEntries(properties) };
}

/** A list of one value may be given as that value. */
function oneOrMany(schema: Json): Json {
  const { description, ...list } = schema;
  return schema.type === 'array' ? { anyOf: [schema.items, list], description } : schema;
}

/** TypeScript of every component schema, and of the parameters of every operation. */
export async function typesOf(document: ApiDocument, operations: readonly CallableOperation[]): Promise<string> {
  const parameters = operations.map(({ id, method, parameters }) => [
    parametersName(id),
    // In a body a list is a list.
    method === 'GET' ? withSingleValues(parameters) : parameters,
  ]);
  const definitions = { ...document.components?.schemas, ...Object.fromEntries(parameters) };
  const properties = Object.keys(definitions).map((name) => [name, { $ref: `#/definitions/${name}` }]);
  const root = { title: ROOT_TYPE_NAME, type: 'object', properties: Object.fromEntries(properties), definitions };
  const local = JSON.parse(JSON.stringify(root).replaceAll('#/components/schemas/', '#/definitions/')) as JSONSchema;
  const text = await compile(local, ROOT_TYPE_NAME, {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  return text.replace(new RegExp(`export interface ${ROOT_TYPE_NAME} \\{[^}]*\\}\\n`), '').trim();
}

/** Holds all the others together for the compiler, and is taken out again. */
const ROOT_TYPE_NAME = 'EveryType';
