import { describe, expect, it } from '@jest/globals';
import { createDocument } from 'zod-openapi';
import { ENDPOINTS } from '../src/endpoints.ts';
import { RATE_GROUPS, SCOPES } from '../src/metering/caller.ts';

describe('the table of endpoints', () => {
  it('has one row for each method and path, one name for each operation', () => {
    const rows = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(rows).size).toBe(rows.length);
    expect(new Set(ENDPOINTS.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('names groups and scopes that there are', () => {
    for (const { group, scopes } of ENDPOINTS) {
      expect(RATE_GROUPS).toContain(group);
      for (const scope of scopes) expect(SCOPES).toContain(scope);
    }
  });

  it.each(ENDPOINTS.map((row) => [row.path, row] as const))(
    '%s has a schema for each name in its path',
    (path, row) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(row.request.path?.shape ?? {})).toEqual(inPath);
    },
  );

  /** The API document is made of these schemas. */
  it.each(ENDPOINTS.filter(({ method }) => method === 'GET').map((row) => [row.path, row] as const))(
    '%s describes every parameter',
    (path, row) => {
      const { path: inPath, query } = row.request;
      const requestParams = { ...(inPath ? { path: inPath } : {}), ...(query ? { query } : {}) };
      const content = { 'application/json': { schema: row.response } };
      const responses = { '200': { description: row.summary, content } };
      const document = createDocument({
        openapi: '3.1.0',
        info: { title: 't', version: '1' },
        paths: { [path]: { get: { operationId: row.id, requestParams, responses } } },
      });
      const parameters = document.paths![path]!.get!.parameters ?? [];
      expect(parameters).toHaveLength(Object.keys(inPath?.shape ?? {}).length + Object.keys(query?.shape ?? {}).length);
      for (const parameter of parameters as { name: string; schema: { description?: string } }[])
        expect([parameter.name, parameter.schema.description]).toEqual([
          parameter.name,
          expect.stringMatching(/\S{3}/),
        ]);
    },
  );

  it('describes types, lists and defaults as callers meet them', () => {
    const { query } = ENDPOINTS.find(({ id }) => id === 'search')!.request;
    const document = createDocument({
      openapi: '3.1.0',
      info: { title: 't', version: '1' },
      paths: { '/s': { get: { requestParams: { query: query! }, responses: { '200': { description: 'd' } } } } },
    });
    const parameters = document.paths!['/s']!.get!.parameters as unknown as Record<string, unknown>[];
    const of = (name: string) => parameters.find((one) => one.name === name);
    expect(of('limit')).toMatchObject({ in: 'query', schema: { type: 'integer', minimum: 1, default: 50 } });
    expect(of('loose_rhyme')).toMatchObject({ schema: { type: 'boolean', default: false } });
    expect(of('reg')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: ['粵', '通', '雅'] }, examples: [['粵']] },
    });
    expect(of('sort')).toMatchObject({ schema: { enum: ['popularity', 'sound', 'similarity', 'char'] } });
    expect(parameters.every((one) => one.required !== true)).toBe(true);
  });
});
