import unit from '../jest.config.js';

/** `npm run test:all`: every test, those with a real Elasticsearch, Redis, Chromium or the whole lexicon too. */
export default {
  ...unit,
  rootDir: '..',
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/support/shared-setup.ts',
  globalTeardown: '<rootDir>/test/support/shared-teardown.ts',
  testSequencer: '<rootDir>/test/support/integration-first-sequencer.js',
  // Engines and browsers need cores too.
  maxWorkers: '100%',
  // The first that asks for the whole lexicon may have to build it, beside other work.
  testTimeout: 600_000,
  globals: { withEngines: true },
};
