import type { LabelWeights } from '../../indexer/sources/labels.ts';

/**
 * Multi-label classification: one logistic regression for each label over binary features, trained by stochastic gradient descent with
 * AdaGrad. The examples are learned in the order in which they are given, which should be a random one.
 */

export interface LabelledWord {
  readonly features: readonly string[];
  readonly labels: readonly string[];
  /** Beginnings of labels of which it is known whether the word has them, such as `emotion `. */
  readonly known: readonly string[];
}

const EPOCHS = 3;
const LEARNING_RATE = 0.4;
const INITIAL_SQUARED_GRADIENT = 0.01;
const BIAS_LEARNING_RATE = 0.01;
/** Log-odds before training: any one label is rare. */
const INITIAL_BIAS = -3;
/** Smaller errors do not update the weights, which saves most of the time. */
const MIN_ERROR = 0.02;
/** Features of fewer examples are ignored. */
const MIN_FEATURE_EXAMPLES = 2;

/** @param minWeight smaller weights are left out of what is returned */
export function trainLabels(words: readonly LabelledWord[], labels: readonly string[], minWeight = 0): LabelWeights {
  const names = featureNames(words);
  const numbers = new Map(names.map((name, number) => [name, number]));
  const count = labels.length;
  const weights = new Float32Array(names.length * count);
  const squaredGradients = new Float32Array(names.length * count).fill(INITIAL_SQUARED_GRADIENT);
  const bias = new Float64Array(count).fill(INITIAL_BIAS);
  const examples = words.map(({ features, labels: own, known }) => ({
    features: Uint32Array.from(features.flatMap((name) => numbers.get(name) ?? [])),
    truth: Uint8Array.from(labels, (label) => Number(own.includes(label))),
    known: Uint32Array.from(labels.keys()).filter((label) => known.some((prefix) => labels[label]!.startsWith(prefix))),
  }));
  const logits = new Float64Array(count);
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const { features, truth, known } of examples) {
      logits.set(bias);
      for (const feature of features)
        for (let label = 0; label < count; label++) logits[label]! += weights[feature * count + label]!;
      for (const label of known) {
        const error = 1 / (1 + Math.exp(-logits[label]!)) - truth[label]!;
        if (Math.abs(error) < MIN_ERROR) continue;
        bias[label]! -= BIAS_LEARNING_RATE * error;
        for (const feature of features) {
          const at = feature * count + label;
          squaredGradients[at]! += error * error;
          weights[at]! -= (LEARNING_RATE * error) / Math.sqrt(squaredGradients[at]!);
        }
      }
    }
  const ofFeature = new Map<string, number[]>();
  for (const [feature, name] of names.entries()) {
    const kept: number[] = [];
    for (let label = 0; label < count; label++) {
      const weight = weights[feature * count + label]!;
      if (Math.abs(weight) > minWeight) kept.push(label, weight);
    }
    if (kept.length > 0) ofFeature.set(name, kept);
  }
  return { labels, bias: [...bias], ofFeature };
}

/** In code point order. */
function featureNames(words: readonly LabelledWord[]): string[] {
  const counts = new Map<string, number>();
  for (const { features } of words) for (const name of features) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= MIN_FEATURE_EXAMPLES ? [name] : [])).sort();
}

/** The log-odds of each label for a word of these features. */
function logOddsOf({ labels, bias, ofFeature }: LabelWeights, features: readonly string[]): Float64Array {
  const sums = Float64Array.from(labels, (_, label) => bias[label]!);
  for (const feature of features) {
    const weights = ofFeature.get(feature);
    if (weights) for (let at = 0; at < weights.length; at += 2) sums[weights[at]!]! += weights[at + 1]!;
  }
  return sums;
}

/** The rest of the likeliest label that begins with `kind`, if it may be and its log-odds are above `minLogOdds`. */
export function likeliestLabel(
  weights: LabelWeights,
  features: readonly string[],
  kind: string,
  { minLogOdds = Number.NEGATIVE_INFINITY, mayBe = (_: string): boolean => true } = {},
): string | undefined {
  const logOdds = logOddsOf(weights, features);
  let [best, bestLogOdds]: [string | undefined, number] = [undefined, minLogOdds];
  for (const [label, name] of weights.labels.entries())
    if (logOdds[label]! > bestLogOdds && name.startsWith(kind) && mayBe(name.slice(kind.length)))
      [best, bestLogOdds] = [name.slice(kind.length), logOdds[label]!];
  return best;
}
