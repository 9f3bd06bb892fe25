import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020.js';
import { type FormatName, jsonSchemas } from '../../indexer/formats.ts';

const committed = (name: FormatName) =>
  JSON.parse(readFileSync(new URL(`../../docs/formats/${name}.schema.json`, import.meta.url), 'utf8'));

describe('the JSON Schemas of the formats', () => {
  it.each(Object.entries(jsonSchemas()))('docs/formats/%s.schema.json is what the code checks with', (name, schema) => {
    expect(committed(name as FormatName)).toEqual(schema);
  });

  it('accept a line that is right and refuse one that is not', () => {
    const validate = new Ajv2020.default({ strict: false }).compile(committed('operator'));
    expect(validate({ kind: 'relation', type: 'syn', word: '海', related: '洋' })).toBe(true);
    expect(validate({ kind: 'relation', type: 'syn', word: '海' })).toBe(false);
    expect(validate({ kind: 'entry', char: '海', colour: 'blue' })).toBe(false);
  });
});
