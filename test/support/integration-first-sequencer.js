import Sequencer from '@jest/test-sequencer';

/** Suites that take long, the longest first. */
const LONGEST = [
  'stores/elasticsearch/open.large-lexicon',
  'indexer/build',
  'indexer/elasticsearch/load.cluster',
  'console/stories/accessibility',
  'console/stories/melody',
  'console/stories/word',
  'console/stories/search',
  'console/stories/lyrics',
  'security/longest-inputs',
  'indexer/elasticsearch/load.failed',
  'indexer/elasticsearch/doctor.damaged-by-hand',
];

/**
 * Begins with the suites that take long, so that no worker is left alone with one at the end. Jest itself knows how long each took last
 * time; in a fresh checkout it goes by the files' sizes, which say little of suites that wait for an engine or a browser.
 */
export default class IntegrationFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const place = LONGEST.findIndex((suite) => path.endsWith(`/${suite}.integration.test.ts`));
      if (place >= 0) return place;
      return path.endsWith('.integration.test.ts') ? LONGEST.length : LONGEST.length + 1;
    };
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
