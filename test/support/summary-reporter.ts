/** Ends Jest's own summary with one plain line that any CI can read: `N passed, N failed`. */
export default class SummaryReporter {
  onRunComplete(
    _: unknown,
    results: {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
      numRuntimeErrorTestSuites: number;
    },
  ): void {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : '';
    // After Jest's summary, which is written to the same stream on the next tick.
    setTimeout(() => process.stdout.write(`\n${results.numPassedTests} passed, ${failed} failed${skipped}\n`), 100);
  }
}
