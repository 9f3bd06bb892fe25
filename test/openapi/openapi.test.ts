import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { parseRequest } from '../../src/http/parse-request.ts';
import { apiDocument } from '../../src/openapi/openapi.ts';
import { readExamples } from '../../src/openapi/responses.ts';
import { PROBLEMS, type Problem } from '../../src/problem.ts';
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

  it('writes parameters as the service reads them', () => {
    const parameter = (name: string) => operation('search').parameters.find((one: Json) => one.name === name);
    expect(parameter('code')).toMatchObject({
      in: 'query',
      style: 'form',
      explode: false,
      example: ['33'],
      schema: { type: 'array', items: { type: 'string', pattern: '^[0234?]+$' } },
    });
    expect(parameter('loose_rhyme').schema).toEqual({ type: 'boolean', default: false });
    expect(parameter('limit').schema).toMatchObject({ type: 'integer', minimum: 1, default: 50 });
    expect(operation('synonyms').parameters[0]).toMatchObject({ name: 'word', required: true });
    expect(operation('word').parameters[0]).toMatchObject({ name: 'text', in: 'path', required: true });
  });

  it('says which texts the service refuses', () => {
    const faults = (id: string, name: string, value: unknown) =>
      schemas.faults(operation(id).parameters.find((one: Json) => one.name === name).schema, value).length;
    const texts = ['q', 'starts', 'ends', 'contains', 'rhyme_char', 'before', 'after', 'jyutping', 'near', 'cursor'];
    for (const name of texts)
      expect([name, ...['愛', ' ', '', '愛'.repeat(101)].map((value) => faults('search', name, value) > 0)]).toEqual([
        ...[name, false, true, true, true],
      ]);
    expect([faults('search', 'like', '愛'.repeat(60)), faults('search', 'like', '愛'.repeat(61))]).toEqual([0, 1]);
    expect([faults('homophones', 'char', '𠮷'), faults('homophones', 'char', '愛情')]).toEqual([0, 1]);
    expect(['+-=*', '−＋', '+ -', '^', '', '+'.repeat(41)].map((value) => faults('search', 'moves', value))).toEqual([
      ...[0, 0, 0, 1, 2, 1],
    ]);
    expect(operation('search').parameters.find((one: Json) => one.name === 'cursor').description).toContain('`offset`');
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

  it('says which parameters do not go together', () => {
    for (const id of ['search', 'browse', 'categoryWords'])
      expect(operation(id).description).toMatch(/else a 400:.*- `offset` cannot be given beside cursor/s);
    expect(operation('search').description).toContain('- `sort` sound needs a sound to be close to; add near');
    expect(operation('words').description).toContain('- `rhy` is one rhyme too many');
    expect(operation('synonyms').description).not.toContain('else a 400');
  });

  it('says that no text holds a NUL, no line a line break, and no list an empty value', () => {
    const texts = [
      ...['q', 'starts', 'rhyme_char', 'before', 'jyutping', 'near', 'like'].map(
        (name) => operation('search').parameters.find((one: Json) => one.name === name).schema,
      ),
      operation('word').parameters.find((one: Json) => one.name === 'text').schema,
      operation('annotate').requestBody.content['application/json'].schema.properties.text,
    ];
    for (const schema of texts)
      expect([schemas.faults(schema, '愛 a'), schemas.faults(schema, '愛\0').length > 0]).toEqual([[], true]);
    const line = operation('fixContour').requestBody.content['application/json'].schema;
    const isLine = (text: string) => schemas.faults(line, { line: text, moves: '+' }).length === 0;
    expect(['期待', '期\0待', '期\n待'].map(isLine)).toEqual([true, false, false]);
    const list = operation('search').parameters.find((one: Json) => one.name === 'theme').schema;
    expect([schemas.faults(list, ['海']), schemas.faults(list, ['海', '']).length > 0]).toEqual([[], true]);
    expect(document.info.description).toMatch(/no empty value.*no NUL/s);
  });

  it('says that a line has one melody', () => {
    const schemaOf = (id: string) => operation(id).requestBody.content['application/json'].schema;
    const isLine = (line: object) => [
      schemas.faults(schemaOf('fixContour'), line).length === 0,
      schemas.faults(schemaOf('check'), { lines: [line] }).length === 0,
    ];
    const line = '期待';
    for (const melody of [{ moves: '+' }, { melody: [60, null] }, { melody_code: '33' }])
      expect(isLine({ line, ...melody })).toEqual([true, true]);
    expect(isLine({ line, moves: '+', melody_code: '33' })).toEqual([false, false]);
    // A line of nothing that is sung.
    expect(isLine({ line: '…' })).toEqual([false, true]);
  });

  it('writes nullable values in the way that generators of clients read', () => {
    const pitch = (document.components!.schemas!.ContourCharacter as Json).properties.pitch;
    expect(pitch).toMatchObject({ type: ['integer', 'null'], enum: [0, 2, 4, 6, null] });
    const unions = [...JSON.stringify(document).matchAll(/"anyOf":\[\{"type":"(\w+)"/g)].map(([, type]) => type);
    expect(unions.filter((type) => type !== 'object')).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/"anyOf":\[\{"anyOf"/);
  });

  it('tells the cost, the rates and the scopes', () => {
    expect(operation('rhymeClose').description).toContain('- **Cost**: 5 credits.');
    expect(operation('rhymeClose').description).toContain(
      '10 without a key, 20 on the plan free, 6000 on the plan partner',
    );
    expect(operation('word').description).toContain('1 credit for each related word');
    expect(operation('synonyms').description).toContain('1 credit for each word a day');
    expect(operation('homophones').description).toContain('1 credit for each character a day');
    expect(operation('words').description).toContain(
      '(`rel_syn`, `rel_jjb` and the like) 1 credit for each word a day',
    );
    expect(operation('account').description).toContain('- **Cost**: nothing.');
    expect(operation('document').description).toMatch(/\*\*Cost\*\*: nothing.*group `other`.*`\/readings.txt`/);
    expect(Object.keys(operation('document').responses['200'].headers)).toContain('RateLimit');
    expect(Object.keys(operation('document').responses)).toContain('429');
    expect(operation('autocomplete').security).toEqual([{}, { key: ['lex_ac'] }, { key: ['lex_read'] }]);
    expect(document.components!.securitySchemes!.key).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('tells what a conditional request and HEAD cost', () => {
    expect(document.info.description).toMatch(/a 304 costs nothing.*`If-None-Match: \*` names no copy/s);
    expect(document.info.description).toMatch(/HEAD.*costs and counts what GET does/);
  });

  it('lists the errors of each operation', () => {
    const statuses = (id: string) => Object.keys(operation(id).responses).join(' ');
    expect(statuses('search')).toBe('200 304 400 401 403 408 410 414 429 431 500 503 504');
    expect(statuses('annotate')).toBe('200 400 401 403 408 413 414 415 429 431 500 503 504');
    expect(operation('word').responses['404']).toEqual({ $ref: '#/components/responses/WordNotFound' });
    expect(operation('vocabulary').responses['304'].headers.ETag).toEqual({ $ref: '#/components/headers/ETag' });
  });
});

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
