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
const STEP = 0.4;
const FIRST_SQUARE = 0.01;
const BIAS_STEP = 0.01;
/** Most words have most labels not. */
const FIRST_BIAS = -3;
/** What is predicted this well already need not be learned again. */
const LEAST_ERROR = 0.02;

export function trainLabels(words: readonly LabelledWord[], { features, labels }: LabelModelSize): LabelModel {
  const weights = new Float32Array(features * labels);
  const squares = new Float32Array(features * labels).fill(FIRST_SQUARE);
  const bias = new Float64Array(labels).fill(FIRST_BIAS);
  const sums = new Float64Array(labels);
  const learn = (own: Uint32Array, label: number, truth: 0 | 1): void => {
    const error = sigmoid(sums[label]!) - truth;
    if (Math.abs(error) < LEAST_ERROR) return;
    bias[label] = bias[label]! - BIAS_STEP * error;
    for (let i = 0; i < own.length; i++) {
      const at = own[i]! * labels + label;
      squares[at] = squares[at]! + error * error;
      weights[at] = weights[at]! - (STEP * error) / Math.sqrt(squares[at]!);
    }
  };
  const order = shuffled(words.length);
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const place of order) {
      const word = words[place]!;
      addUp(word.features, weights, bias, sums);
      for (const [from, to] of word.known)
        for (let label = from; label < to; label++) learn(word.features, label, word.labels.includes(label) ? 1 : 0);
    }
  return (own, out) => {
    addUp(own, weights, bias, out);
    for (let label = 0; label < labels; label++) out[label] = sigmoid(out[label]!);
  };
}

/** Sums of all labels at once: a feature's weights lie side by side. */
function addUp(own: Uint32Array, weights: Float32Array, bias: Float64Array, sums: Float64Array): void {
  const labels = bias.length;
  sums.set(bias);
  for (let i = 0; i < own.length; i++) {
    const start = own[i]! * labels;
    for (let label = 0; label < labels; label++) sums[label] = sums[label]! + weights[start + label]!;
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
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  }
  return order;
}
