import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { GENERATED_FILE, generateClient } from '../../scripts/client/generate.ts';
import { ENDPOINTS } from '../../src/endpoints.ts';
import { apiDocument } from '../../src/openapi/openapi.ts';

it('the client is what the API document makes of it ("npm run document" makes it again)', async () => {
  expect(await generateClient(apiDocument(ENDPOINTS))).toBe(await readFile(GENERATED_FILE, 'utf8'));
});
