/**
 * Multi-label classification: one logistic regression for each label over binary features, trained by stochastic gradient descent with
 * AdaGrad. The examples are learned in the order in which they are given, which should be a random one.
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
/** Log-odds before training: any one label is rare. */
const INITIAL_BIAS = -3;
/** Smaller errors do not update the weights, which saves most of the time. */
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
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const word of words) {
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

/** All labels in one loop: the weights of a feature are adjacent. */
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
