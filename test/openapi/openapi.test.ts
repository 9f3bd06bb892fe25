import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { parseRequest } from '../../src/http/parse-request.ts';
import { apiDocument } from '../../src/openapi/openapi.ts';
import { readExamples } from '../../src/openapi/responses.ts';
import { PROBLEMS, type Problem } from '../../src/problem.ts';
import { describeFunctions } from '../support/function-tables.ts';
import { documentSchemas, openApiFaults } from './schemas.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into documents freely.
type Json = any;

const document = apiDocument(ENDPOINTS);
const schemas = documentSchemas(document, { strict: true });
const examples = readExamples();

const operations: { path: string; method: string; operation: Json }[] = Object.entries(document.paths!).flatMap(
  ([path, item]) => Object.entries(item as Json).map(([method, operation]) => ({ path, method, operation })),
);
const operation = (id: string): Json => operations.find((one) => one.operation.operationId === id)!.operation;
/** The response of a success. */
const success = (operation: Json): Json => operation.responses['200'] ?? operation.responses['202'];
const resolve = (reference: string): Json =>
  reference
    .split('/')
    .slice(1)
    .reduce((part: Json, name) => part?.[name.replaceAll('~1', '/')], document);
const referencesIn = (value: Json): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', () => {
    expect(openApiFaults(document)).toEqual([]);
    expect(openApiFaults({ ...document, paths: { nowhere: {} } })).not.toEqual([]);
  });

  it('has every endpoint of the table under its path, method and name, and what else is served', () => {
    const written = operations.map(({ path, method, operation }) => `${method} ${path} ${operation.operationId}`);
    expect(written).toEqual([
      ...ENDPOINTS.map(({ method, path, id }) => `${method.toLowerCase()} ${path} ${id}`),
      'get /healthz health',
      'get /readyz readiness',
      'get /openapi.json document',
      'get /problems/{code} problem',
    ]);
  });

  it('resolves every $ref', () => {
    const references = referencesIn(document);
    expect(references.length).toBeGreaterThan(100);
    expect(references.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it('is relative to its host', () => {
    expect(document.servers).toEqual([expect.objectContaining({ url: '/' })]);
    expect(JSON.stringify(document)).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  it('describes every operation, each of its parameters and every tag', () => {
    const tags = new Set(document.tags!.map(({ name }) => name));
    for (const { path, operation } of operations) {
      expect([path, operation.summary, operation.description]).toEqual([path, expect.any(String), expect.any(String)]);
      expect(tags).toContain(operation.tags[0]);
      const inPath = (operation.parameters ?? []).filter((parameter: Json) => parameter.in === 'path');
      expect(inPath.map(({ name }: Json) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      for (const parameter of operation.parameters ?? [])
        expect([path, parameter.name, parameter.description]).toEqual([
          path,
          parameter.name,
          expect.stringMatching(/\.$/),
        ]);
    }
  });

  it('says which numbers are lowered and which are refused, by one rule', () => {
    const lowered = new Set<string>();
    for (const row of ENDPOINTS)
      for (const { name, schema, description } of operation(row.id).parameters ?? []) {
        if (schema.type !== 'integer') continue;
        const read = (value: number) => {
          try {
            const query = [[name, String(value)]] as const;
            return parseRequest({ query: row.request.query! }, { path: {}, query, body: undefined }, { maxLimit: 100 });
          } catch (error) {
            return (error as Problem).errors!.some((part) => part.name === name) ? 'refused' : 'read';
          }
        };
        if (schema.maximum !== undefined) expect([name, read(schema.maximum + 1)]).toEqual([name, 'refused']);
        else expect([name, read(1_000_000)]).not.toEqual([name, 'refused']);
        expect([name, read(schema.minimum - 1)]).toEqual([name, 'refused']);
        expect([row.id, name, /more.*is lowered/i.test(description)]).toEqual([
          ...[row.id, name, schema.maximum === undefined && name !== 'offset'],
        ]);
        if (/lowered/.test(description)) lowered.add(name);
      }
    expect([...lowered].sort()).toEqual(['limit', 'max', 'relations_limit']);
    for (const name of lowered) expect(document.info.description).toMatch(new RegExp(`\`${name}\`.*lowered`, 's'));
  });

  it('writes nullable values in the way that generators of clients read', () => {
    const pitch = (document.components!.schemas!.ContourCharacter as Json).properties.pitch;
    expect(pitch).toMatchObject({ type: ['integer', 'null'], enum: [0, 2, 4, 6, null] });
    const unions = [...JSON.stringify(document).matchAll(/"anyOf":\[\{"type":"(\w+)"/g)].map(([, type]) => type);
    expect(unions.filter((type) => type !== 'object')).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/"anyOf":\[\{"anyOf"/);
  });
});

const parameterOf = (id: string, name: string): Json => operation(id).parameters.find((one: Json) => one.name === name);

const picked = (value: Json, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, value[field]]));

describeFunctions('openapi', {
  /** A parameter as far as it is asked for. */
  parameter: (id: string, name: string, ...fields: string[]) => picked(parameterOf(id, name), fields),
  schema: (id: string, name: string, ...fields: string[]) => picked(parameterOf(id, name).schema, fields),
  /** How many faults the schema of a parameter, or of a body or its field, finds in values; `{愛*101}` is as many of them. */
  faults: (id: string, name: string, ...values: unknown[]) =>
    values.map((value) => schemas.faults(parameterOf(id, name).schema, writtenOut(value)).length),
  bodyFaults(id: string, field: string, ...values: unknown[]) {
    const { schema } = operation(id).requestBody.content['application/json'];
    return values.map((value) => schemas.faults(field ? schema.properties[field] : schema, value).length);
  },
  /** Which patterns are in the description of an operation, of one of its parameters (`id.name`), or of the whole document. */
  describes(of: string, ...patterns: string[]) {
    const [id = '', name] = of.split('.');
    const described = id === '' ? document.info : name ? parameterOf(id, name) : operation(id);
    return patterns.filter((pattern) => new RegExp(pattern, 's').test(described.description));
  },
  statuses: (id: string) => Object.keys(operation(id).responses).join(' '),
  response: (id: string, status: string) => operation(id).responses[status],
  header: (id: string, status: string, name: string) => operation(id).responses[status].headers[name],
  headers: (id: string, status: string) => Object.keys(operation(id).responses[status].headers),
  security: (id: string) => operation(id).security,
  key: () => picked(document.components!.securitySchemes!.key, ['type', 'scheme']),
});

function writtenOut(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(/\{(.+)\*(\d+)\}/u, (_, text: string, times) => text.repeat(Number(times)));
}

describe('the examples in the document', () => {
  it('are checked by their schemas', () => {
    const schema = { $ref: '#/components/schemas/Problem' };
    const { body } = examples.problems.not_found!.response as Json;
    expect(schemas.faults(schema, body)).toEqual([]);
    expect(schemas.faults(schema, { ...body, status: 'high' })).not.toEqual([]);
    expect(schemas.faults(schema, { ...body, secret: 1 })).not.toEqual([]);
  });

  it('are there for every operation, and are as their schemas say', () => {
    for (const { operation } of operations) {
      const id = operation.operationId;
      if (id === 'document') continue;
      const [media]: Json[] = Object.values(success(operation).content);
      expect([id, media.examples?.[id].value]).toEqual([id, examples.operations[id]!.response.body]);
      expect([id, schemas.faults(media.schema, media.examples[id].value)]).toEqual([id, []]);
    }
  });

  it('are asked as the schemas of parameters and bodies say', () => {
    let asked = 0;
    for (const { operation } of operations) {
      const { parameters = {}, body } = examples.operations[operation.operationId]?.request ?? {};
      for (const [name, value] of Object.entries(parameters)) {
        const described = operation.parameters.find((one: Json) => one.name === name);
        expect([operation.operationId, name, schemas.faults(described.schema, value)]).toEqual([
          ...[operation.operationId, name, []],
        ]);
        asked++;
      }
      if (body !== undefined)
        expect(schemas.faults(operation.requestBody.content['application/json'].schema, body)).toEqual([]);
    }
    expect(asked).toBeGreaterThan(20);
  });

  it('are there for every problem, under its own status', () => {
    const shown = new Map<string, Json>();
    for (const response of Object.values(document.components!.responses!) as Json[]) {
      const media = response.content['application/problem+json'];
      for (const [code, { value }] of Object.entries<Json>(media.examples)) {
        shown.set(code, value);
        expect([code, schemas.faults(media.schema, value)]).toEqual([code, []]);
      }
    }
    expect([...shown.keys()].sort()).toEqual(Object.keys(PROBLEMS).sort());
    for (const [code, { status }] of Object.entries(PROBLEMS)) expect(shown.get(code)).toMatchObject({ code, status });
  });

  it('carry no header that is not described', () => {
    const described = (response: Json) =>
      Object.keys((response.$ref ? resolve(response.$ref) : response).headers).map((name) => name.toLowerCase());
    for (const { operation } of operations) {
      const recorded = examples.operations[operation.operationId];
      if (recorded)
        expect(described(success(operation))).toEqual(expect.arrayContaining(Object.keys(recorded.response.headers)));
    }
    const search = operation('search').responses;
    for (const { response } of Object.values(examples.problems))
      if (search[response.status])
        expect(described(search[response.status])).toEqual(expect.arrayContaining(Object.keys(response.headers)));
  });
});
