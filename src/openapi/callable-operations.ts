import type { ParameterValue } from '../operations/operation.ts';
import type { ApiDocument } from './openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: schemas are looked into freely.
type Json = any;

/** An operation with all its parameters as one object, for clients and assistants. */
export interface CallableOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** Schema of the parameters, or of the body: an object. */
  readonly parameters: Json;
  /** Schema of the response. */
  readonly responseSchema: Json;
}

/** Operations under the API path that take and return JSON. */
export function callableOperations(document: ApiDocument): CallableOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Json).flatMap(([method, operation]: [string, Json]) => {
      const success = Object.entries<Json>(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
      const responseSchema = success?.content['application/json']?.schema;
      if (!path.startsWith('/api/') || !responseSchema) return [];
      const { operationId: id, summary, description, requestBody, parameters = [] } = operation;
      const parameterSchema = requestBody?.content['application/json'].schema ?? parametersSchema(parameters);
      const httpMethod = method === 'get' ? 'GET' : 'POST';
      return [
        { id, method: httpMethod, path, summary, description, parameters: parameterSchema, responseSchema } as const,
      ];
    }),
  );
}

/** Parameters of path and query as one object. */
function parametersSchema(parameters: readonly Json[]): Json {
  const properties = parameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

type Parameters = Readonly<Record<string, ParameterValue>>;

/** The URL of an operation: parameters go into the path where it has a placeholder, else into the query. */
export function operationUrl(url: string, path: string, parameters: Parameters = {}): string {
  const pathNames = new Set<string>();
  const pathname = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    pathNames.add(name);
    return pathSegment(String(parameters[name] ?? ''));
  });
  const query = Object.entries(parameters).filter(([name]) => !pathNames.has(name));
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, serializeValue(value)]));
  return `${url}${pathname}${query.length > 0 ? `?${search}` : ''}`;
}

/** URLs resolve the segments `.` and `..` away, encoded or not. The service trims the space that keeps them. */
function pathSegment(text: string): string {
  return /^\.{1,2}$/.test(text) ? `${text}%20` : encodeURIComponent(text);
}

/** Lists are comma-separated. */
function serializeValue(value: ParameterValue): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}
