import { expect, it } from '@jest/globals';
import { comparable, recordExamples } from '../../scripts/document/record-all.ts';
import { readExamples } from '../../src/openapi/examples.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

it(
  'the service still answers what the examples say ("npm run document" records them again)',
  async () => {
    const store = await fullStore();
    try {
      expect(comparable(await recordExamples(store))).toEqual(comparable(readExamples()));
    } finally {
      await store.close();
    }
  },
  FULL_BUILD_TIMEOUT_MS,
);
