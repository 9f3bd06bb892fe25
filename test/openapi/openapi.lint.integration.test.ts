import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { apiDocument } from '../../src/openapi/openapi.ts';
import { describeIfAvailable } from '../support/describe-if-available.ts';
import { dependencyFile, GENERATORS } from './generators.ts';

const document = JSON.stringify(apiDocument(ENDPOINTS));

/** Rules that do not hold here, each with its reason. */
const REDOCLY_RULES = {
  // Looks for the properties in the same schema, not in the one around `dependentSchemas`.
  'no-required-schema-properties-undefined': 'off',
  // 405 is the answer to a method that is no operation of the document.
  'no-unused-components': 'off',
} as const;
const SPECTRAL_RULES = {
  // Since OpenAPI 3.1 a bearer scheme may have scopes too; this rule is of 3.0.
  'oas3-operation-security-defined': 'off',
  'oas3-unused-component': 'off',
  // The document is the same for whoever runs the service.
  'info-contact': 'off',
} as const;

describeIfAvailable(GENERATORS, 'the linters of OpenAPI documents', () => {
  const load = createRequire(dependencyFile('x.js'));

  const redoclyFaults = async (source: string): Promise<string[]> => {
    const { createConfig, lintFromString } = load('@redocly/openapi-core');
    const config = await createConfig({ extends: ['recommended-strict'], rules: REDOCLY_RULES });
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    return problems.map(({ ruleId, message }: Record<string, string>) => `${ruleId}: ${message}`);
  };

  const spectralFaults = async (source: string): Promise<string[]> => {
    const { Document, Spectral } = load('@stoplight/spectral-core');
    const { oas } = load('@stoplight/spectral-rulesets');
    const { Json } = load('@stoplight/spectral-parsers');
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas, 'recommended']], rules: SPECTRAL_RULES });
    const problems = await spectral.run(new Document(source, Json, '/openapi.json'));
    return problems.map(({ code, message, path }: Record<string, string>) => `${code}: ${message} (${path})`);
  };

  it.each([
    ['Redocly', redoclyFaults],
    ['Spectral', spectralFaults],
  ])('%s finds nothing, and would', async (_, faultsOf) => {
    expect(await faultsOf(document)).toEqual([]);
    expect(await faultsOf(document.replace('"operationId":"browse"', '"operationId":"search"'))).not.toEqual([]);
  });
});
