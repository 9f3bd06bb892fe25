import { describe, expect, it } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020.js';
import { jsonSchemas } from '../../indexer/formats.ts';

describe('the JSON Schemas of the formats', () => {
  it('accept a line that is right and refuse one that is not', () => {
    const validate = new Ajv2020.default({ strict: false }).compile(jsonSchemas().operator);
    expect(validate({ kind: 'relation', type: 'syn', word: '海', related: '洋' })).toBe(true);
    expect(validate({ kind: 'relation', type: 'syn', word: '海' })).toBe(false);
    expect(validate({ kind: 'entry', char: '海', colour: 'blue' })).toBe(false);
  });
});
