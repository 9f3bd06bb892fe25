import { expect, it } from '@jest/globals';
import { recordExamples } from '../../scripts/document/record-all.ts';
import { readExamples } from '../../src/openapi/examples.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

it(
  'the service still answers what the examples say ("npm run generate" records them again)',
  async () => {
    const store = await fullStore();
    try {
      expect(await recordExamples(store)).toEqual(readExamples());
    } finally {
      await store.close();
    }
  },
  FULL_BUILD_TIMEOUT_MS,
);
