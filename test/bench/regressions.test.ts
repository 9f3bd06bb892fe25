import { describe, expect, it } from '@jest/globals';
import { findRegressions } from '../../bench/regressions.ts';
import type { Report } from '../../bench/report.ts';

function reportOf(part: string, ratios: Record<string, Record<string, number>>): Report {
  return {
    part,
    machine: { processor: 'any', cores: 2, memory: 8, node: 'v24' },
    data: {},
    rows: Object.entries(ratios).map(([name, ratioTo]) => ({ name, n: 1, p50: 1, p95: 1, p99: 1, ratioTo })),
  };
}

describe('the comparison with the reference results', () => {
  const baseline = [reportOf('store', { page: { sqlite: 100, orama: 40 } })];

  it('lets a ratio fall by a quarter and no further', () => {
    const results = [reportOf('store', { page: { sqlite: 75, orama: 29.9 } })];
    expect(findRegressions(baseline, results)).toEqual({
      compared: 2,
      regressions: [{ part: 'store', row: 'page', comparedTo: 'orama', referenceRatio: 40, currentRatio: 29.9 }],
    });
  });

  it('compares only what both have: the same part, row and peer', () => {
    const results = [
      reportOf('store', { facets: { sqlite: 1 }, page: { duckdb: 1 } }),
      reportOf('http', { page: { sqlite: 1 } }),
    ];
    expect(findRegressions(baseline, results)).toEqual({ compared: 0, regressions: [] });
  });
});
