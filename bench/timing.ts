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
  budget = Number.POSITIVE_INFINITY,
): Promise<Times> {
  const warmed = performance.now() + budget / 2;
  for (const query of queries) {
    if (performance.now() > warmed) break;
    await work(query);
  }
  const times: number[] = [];
  const over = performance.now() + budget;
  for (let round = 0; round < rounds && (round === 0 || performance.now() < over); round++) {
    for (const query of queries) {
      const start = performance.now();
      await work(query);
      times.push(performance.now() - start);
    }
  }
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), repeats: times.length };
}
