import { describe, expect, it } from '@jest/globals';

import fc from 'fast-check';
import { Counter, Histogram, Registry } from 'prom-client';
import { counter, histogram } from '../../src/telemetry/counts.ts';

const BUCKETS = [0.001, 0.01, 0.5];

describe('request counters and histograms', () => {
  it('are rendered as prom-client renders its own', async () => {
    const label = fc.constantFrom('one', 'two', 'th"ree');
    // On a bound, between, above the last.
    const value = fc.constantFrom(0, 0.001, 0.0010001, 0.01, 0.25, 0.5, 7);
    const step = fc.oneof(
      fc.record({ observe: label, value }),
      fc.record({ count: label, by: fc.integer({ min: 0, max: 9 }) }),
      fc.constant('tell' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const [ours, theirs] = [new Registry(), new Registry()];
        const named = { name: 'time', help: 'how long' };
        const count = { name: 'all', help: 'how many', labelNames: ['which', 'kind'] };
        const observe = histogram({ ...named, registry: ours, labelName: 'which', buckets: BUCKETS });
        const add = counter({ ...count, registry: ours });
        const observed = new Histogram({ ...named, labelNames: ['which'], buckets: BUCKETS, registers: [theirs] });
        const added = new Counter({ ...count, registers: [theirs] });
        for (const one of [...steps, 'tell' as const]) {
          if (one === 'tell') expect(await ours.metrics()).toBe(await theirs.metrics());
          else if ('observe' in one) {
            observe(one.observe, one.value);
            observed.observe({ which: one.observe }, one.value);
          } else {
            add(one.count, () => [one.count, 'x'], one.by);
            added.labels(one.count, 'x').inc(one.by);
          }
        }
      }),
    );
  });

  it('have names of their own', () => {
    const registry = new Registry();
    const one = { registry, name: 'time', help: 'how long', labelName: 'which', buckets: BUCKETS };
    histogram(one);
    expect(() => histogram(one)).toThrow('already been registered');
  });
});
