/**
 * Learns labels from words that people labelled: one logistic regression a label over binary features, by stochastic gradient
 * descent with AdaGrad's step sizes. Everything is done in a fixed order, so the same words give the same weights.
 */

export interface LabelledWord {
  /** Numbers of its features. */
  readonly features: Uint32Array;
  /** Numbers of the labels that it has. */
  readonly labels: readonly number[];
  /** Ranges of labels, the last not included, of which it is known whether the word has them. */
  readonly known: readonly (readonly [from: number, to: number])[];
}

export interface LabelModelSize {
  /** One more than the highest number of a feature. */
  readonly features: number;
  readonly labels: number;
}

/** Writes the probability of each label, 0–1, into `out`. */
export type LabelModel = (features: Uint32Array, out: Float64Array) => void;

const EPOCHS = 3;
const LEARNING_RATE = 0.4;
const INITIAL_SQUARED_GRADIENT = 0.01;
const BIAS_LEARNING_RATE = 0.01;
/** Most words have most labels not. */
const INITIAL_BIAS = -3;
/** What is predicted this well already need not be learned again. */
const MIN_ERROR = 0.02;

export function trainLabels(words: readonly LabelledWord[], { features, labels }: LabelModelSize): LabelModel {
  const weights = new Float32Array(features * labels);
  const squaredGradients = new Float32Array(features * labels).fill(INITIAL_SQUARED_GRADIENT);
  const bias = new Float64Array(labels).fill(INITIAL_BIAS);
  const logits = new Float64Array(labels);
  const updateWeights = (activeFeatures: Uint32Array, label: number, truth: 0 | 1): void => {
    const error = sigmoid(logits[label]!) - truth;
    if (Math.abs(error) < MIN_ERROR) return;
    bias[label] = bias[label]! - BIAS_LEARNING_RATE * error;
    for (let i = 0; i < activeFeatures.length; i++) {
      const position = activeFeatures[i]! * labels + label;
      squaredGradients[position] = squaredGradients[position]! + error * error;
      weights[position] = weights[position]! - (LEARNING_RATE * error) / Math.sqrt(squaredGradients[position]!);
    }
  };
  const order = shuffled(words.length);
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const wordIndex of order) {
      const word = words[wordIndex]!;
      computeLogits(word.features, weights, bias, logits);
      for (const [from, to] of word.known)
        for (let label = from; label < to; label++)
          updateWeights(word.features, label, word.labels.includes(label) ? 1 : 0);
    }
  return (activeFeatures, out) => {
    computeLogits(activeFeatures, weights, bias, out);
    for (let label = 0; label < labels; label++) out[label] = sigmoid(out[label]!);
  };
}

/** Sums of all labels at once: a feature's weights lie side by side. */
function computeLogits(
  activeFeatures: Uint32Array,
  weights: Float32Array,
  bias: Float64Array,
  logits: Float64Array,
): void {
  const labels = bias.length;
  logits.set(bias);
  for (let i = 0; i < activeFeatures.length; i++) {
    const start = activeFeatures[i]! * labels;
    for (let label = 0; label < labels; label++) logits[label] = logits[label]! + weights[start + label]!;
  }
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

/** The numbers below `length` in an order that is always the same one. */
function shuffled(length: number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, i) => i);
  let state = 0x9e3779b9;
  for (let i = length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    const swapped = order[i]!;
    order[i] = order[j]!;
    order[j] = swapped;
  }
  return order;
}
