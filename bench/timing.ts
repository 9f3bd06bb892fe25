/** Times of one measurement in milliseconds. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly repeats: number;
}

/**
 * Runs `work` on every query in turn: once through to warm up, then `rounds` times, each run timed. After `budget` milliseconds no
 * further round begins, and a warm-up ends.
 */
export async function time<Q>(
  queries: readonly Q[],
  rounds: number,
  work: (query: Q) => unknown,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<Times> {
  const warmupEnd = performance.now() + budgetMs / 2;
  for (const query of queries) {
    if (performance.now() > warmupEnd) break;
    await work(query);
  }
  const times: number[] = [];
  const deadline = performance.now() + budgetMs;
  for (let round = 0; round < rounds && (round === 0 || performance.now() < deadline); round++) {
    for (const query of queries) {
      const start = performance.now();
      await work(query);
      times.push(performance.now() - start);
    }
  }
  const sorted = Float64Array.from(times).sort();
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99), repeats: times.length };
}
