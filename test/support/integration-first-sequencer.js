import Sequencer from '@jest/test-sequencer';

/** Loses nodes of a cluster of its own, and waits for the others. */
const LONGEST = 'load.cluster.integration.test.ts';

/**
 * Begins with the suites that take long, so that no worker is left alone with one at the end. Jest itself knows how long each took last
 * time; in a fresh checkout it goes by the files' sizes, which say little of suites that wait for an engine or a browser.
 */
export default class IntegrationFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isIntegration = ({ path }) => path.endsWith('.integration.test.ts');
    const rank = (test) => (test.path.endsWith(LONGEST) ? 0 : isIntegration(test) ? 1 : 2);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
