import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

// Many suites start commands and services as processes of their own: each loads the compiled program instead of compiling it again.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'lexicon-test-compile-cache');

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
  testTimeout: 120_000,
  // Some wait for timers and processes of their own: one worker more than cores.
  maxWorkers: availableParallelism() + 1,
  workerIdleMemoryLimit: '1GB',
};
