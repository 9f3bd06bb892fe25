import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';

/** Has the schema in its files. */
const require = createRequire(createRequire(import.meta.url).resolve('docker-compose'));
const file = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface Service {
  profiles?: string[];
  healthcheck?: unknown;
  environment?: Record<string, string>;
  command?: string[];
}

describe('docker-compose.yml', () => {
  const { parse } = require('yaml') as { parse(text: string, options: object): { services: Record<string, Service> } };
  const compose = parse(file('docker-compose.yml'), { merge: true });

  it('is as the compose specification wants it', () => {
    const schema = JSON.parse(readFileSync(require.resolve('docker-compose/schema/compose-spec.json'), 'utf8'));
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const { $schema: _, ...rest } = schema as Record<string, unknown>;
    const validate = ajv.compile(rest);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...compose, services: { api: { image: 7 } } })).toBe(false);
  });

  it('has one Elasticsearch node by default, three in the profile "cluster", all secured and watched', () => {
    const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('elasticsearch'));
    expect(nodes.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['elasticsearch', undefined],
      ['elasticsearch-2', ['cluster']],
      ['elasticsearch-3', ['cluster']],
    ]);
    for (const [, node] of nodes) {
      expect(node.environment).toMatchObject({
        'xpack.security.enabled': 'true',
        'xpack.security.http.ssl.enabled': 'true',
      });
      expect(node.healthcheck).toBeDefined();
    }
    expect(compose.services.loader?.command).toEqual(['node', 'indexer/cli.ts', 'load']);
    expect(compose.services).toHaveProperty('api');
    expect(compose.services).toHaveProperty('redis');
  });
});
