import unit from '../jest.config.js';

/** `npm run test:all`: every test, those with a real Elasticsearch, Redis, Chromium or the whole lexicon too. */
export default {
  ...unit,
  rootDir: '..',
  testPathIgnorePatterns: ['/node_modules/'],
  globals: { withEngines: true },
};
