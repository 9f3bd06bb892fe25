/** `npm test`: what needs no engine, no browser and no whole lexicon. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  coverageProvider: 'v8',
  reporters: ['default', '<rootDir>/test/support/summary-reporter.ts'],
  modulePathIgnorePatterns: ['<rootDir>/.data', '<rootDir>/.cache'],
  roots: ['<rootDir>/test'],
  testPathIgnorePatterns: ['/node_modules/', '\\.integration\\.test\\.ts$'],
  // A machine that is busy with other work is no failure.
  testTimeout: 30_000,
  maxWorkers: '100%',
  workerIdleMemoryLimit: '1GB',
};
