import { Counter, type Metric, type Registry } from 'prom-client';

/**
 * Numbers for Prometheus that are counted at every request. The registry's own metrics check and hash labels at each count, which
 * costs more than many an answer's work; here a series is found by one look, and handed to the registry when somebody asks.
 */

interface Described {
  readonly registry: Registry;
  readonly name: string;
  readonly help: string;
}

interface CounterOptions extends Described {
  readonly labelNames: readonly string[];
}

/** Adds `count` to the series that `name` stands for; `labels` are asked for once, in the order of the label names. */
export type Count = (name: string, labels: () => readonly string[], count?: number) => void;

export function counter({ registry, name, help, labelNames }: CounterOptions): Count {
  const series = new Map<string, { readonly child: Counter.Internal; fresh: number }>();
  const metric: Counter = new Counter({
    ...{ name, help, labelNames: [...labelNames], registers: [registry] },
    collect() {
      for (const one of series.values()) {
        one.child.inc(one.fresh);
        one.fresh = 0;
      }
    },
  });
  return (of, labels, count = 1) => {
    let one = series.get(of);
    if (one === undefined) series.set(of, (one = { child: metric.labels(...labels()), fresh: 0 }));
    one.fresh += count;
  };
}

interface HistogramOptions extends Described {
  readonly labelName: string;
  /** Upper bounds, ascending; the last bucket, without one, is added. */
  readonly buckets: readonly number[];
}

interface Buckets {
  /** How many fell into each bucket and into no narrower one; the last has no bound. */
  readonly counts: Float64Array;
  sum: number;
}

/** Counts `value` in the series of `label`. */
export type Observe = (label: string, value: number) => void;

/** A histogram of one label. Throws where the name is taken. */
export function histogram({ registry, name, help, labelName, buckets }: HistogramOptions): Observe {
  const series = new Map<string, Buckets>();
  const described = { name, help, type: 'histogram', aggregator: 'sum' };
  const metric = {
    ...described,
    get: async () => ({
      ...described,
      values: [...series].flatMap(([label, one]) => valuesOf(name, { [labelName]: label }, buckets, one)),
    }),
    reset: () => series.clear(),
  };
  // All that the registry asks of a metric; its type names the library's own classes only.
  registry.registerMetric(metric as unknown as Metric);
  return (label, value) => {
    let one = series.get(label);
    if (one === undefined) series.set(label, (one = { counts: new Float64Array(buckets.length + 1), sum: 0 }));
    let at = 0;
    while (at < buckets.length && value > buckets[at]!) at++;
    one.counts[at]!++;
    one.sum += value;
  };
}

/** What Prometheus wants to hear of a series: each bucket with all narrower ones, the sum, and how many there were. */
function valuesOf(
  name: string,
  labels: Readonly<Record<string, string>>,
  buckets: readonly number[],
  { counts, sum }: Buckets,
) {
  let count = 0;
  const upTo = [...counts].map((own, at) => ({
    metricName: `${name}_bucket`,
    labels: { le: buckets[at] ?? '+Inf', ...labels },
    value: (count += own),
  }));
  return [
    ...upTo,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
