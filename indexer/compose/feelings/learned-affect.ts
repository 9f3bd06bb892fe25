import { hash } from 'node:crypto';
import type { PartOfSpeech, Valence } from '../../../src/lexicon/entry.ts';
import type { AffectRow } from '../../tables/hand-written.ts';
import type { Meaning } from '../meaning/meaning.ts';
import { stemsOf } from '../words/glosses.ts';
import { type LabelledWord, type LabelModel, trainLabels } from './label-model.ts';

/** Predicts valence and emotion of words from those that people rated, each with a probability. */

export interface LearnedAffect {
  /** Probabilities, 0–1, of 正 and 負; the rest is that of 中. */
  readonly positive: number;
  readonly negative: number;
  /** The likeliest emotion. */
  readonly emotion: string;
  readonly emotionProbability: number;
  /** How many of its features occur in the training examples. */
  readonly known: number;
}

export interface LearningInput {
  readonly emotions: readonly string[];
  readonly words: number;
  wordOf(word: number): string;
  evidenceOf(word: number): WordEvidence;
  /** The hand-written rating, if any. */
  ratingOf(word: number): AffectRow | undefined;
  /** For unrated words: labels from other evidence. */
  evidenceLabelsOf(word: number): {
    readonly valence: Valence | null;
    readonly emotion: string | null;
  };
}

/** One unrated word in so many is a negative example: nearly all of them are neutral. */
const BACKGROUND_SAMPLING_INTERVAL = 11;
/** Features of fewer examples are ignored. */
const MIN_FEATURE_EXAMPLES = 2;
const MIN_RATED_WORDS = 100;
const VALENCES: readonly Valence[] = ['正', '負'];

interface Example {
  readonly word: number;
  readonly draw: number;
  /** Whether a person rated it. */
  readonly rated: boolean;
  readonly labels: readonly number[];
  readonly known: LabelledWord['known'];
}

/** A number drawn for a word: the same however many words there are, so that a few more of them change few predictions. */
function drawOf(word: string): number {
  return hash('sha256', word, 'buffer').readUInt32BE();
}

/** Trains on all rated words and returns the predictor; undefined where there are too few rated words. */
export function learnAffect(input: LearningInput): ((word: number) => LearnedAffect) | undefined {
  const labels = [...VALENCES, ...input.emotions];
  const examples = examplesOf(input, labels);
  if (input.emotions.length === 0 || examples.filter(({ rated }) => rated).length < MIN_RATED_WORDS) return undefined;
  const features = numberFeatures(examples, input);
  const model = trainLabels(
    examples.map(({ word, labels: ownLabels, known }) => ({ labels: ownLabels, known, features: features.of(word) })),
    { features: features.size, labels: labels.length },
  );
  return createPredictor(model, labels, features.of);
}

/** The examples in the order in which they are learned, which has nothing to do with popularity. */
function examplesOf(input: LearningInput, labels: readonly string[]): Example[] {
  const numbers = new Map(labels.map((label, i) => [label, i]));
  const numbersOf = (names: readonly (string | null | undefined)[]) =>
    names.flatMap((name) => (name ? (numbers.get(name) ?? []) : []));
  const emotions = VALENCES.length;
  const examples: Example[] = [];
  for (let word = 0; word < input.words; word++) {
    const rating = input.ratingOf(word);
    const draw = drawOf(input.wordOf(word));
    if (rating) {
      const ownLabels = numbersOf([rating.valence, rating.emotion]);
      // A rating without valence says nothing about these labels.
      const known: [number, number][] = [[rating.valence ? 0 : emotions, labels.length]];
      examples.push({ word, draw, rated: true, labels: ownLabels, known });
    } else if (draw % BACKGROUND_SAMPLING_INTERVAL === 0) {
      const evidenceLabels = input.evidenceLabelsOf(word);
      const known: [number, number][] = [];
      if (evidenceLabels.emotion === null) known.push([emotions, labels.length]);
      if (evidenceLabels.valence === null || evidenceLabels.valence === '中') known.push([0, emotions]);
      examples.push({ word, draw, rated: false, labels: [], known });
    }
  }
  return examples.sort((a, b) => a.draw - b.draw);
}

/** Numbers the features of the examples. Their features are computed once, because training reads them in every epoch. */
function numberFeatures(examples: readonly Example[], input: LearningInput) {
  const idByName = new Map<string, number>();
  const counts: number[] = [];
  const countFeature = (name: string): number => {
    let featureId = idByName.get(name);
    if (featureId === undefined) {
      idByName.set(name, (featureId = counts.length));
      counts.push(0);
    }
    counts[featureId]!++;
    return featureId;
  };
  const found = new Map<number, Uint32Array>();
  for (const { word } of examples)
    found.set(word, Uint32Array.from(affectFeatures(input.evidenceOf(word)), countFeature));
  const numbers = new Int32Array(counts.length).fill(-1);
  let size = 0;
  for (const [featureId, count] of counts.entries()) if (count >= MIN_FEATURE_EXAMPLES) numbers[featureId] = size++;
  const of = (word: number): Uint32Array => {
    const ownLabels: number[] = [];
    const add = (featureId: number | undefined) => {
      if (featureId !== undefined && numbers[featureId]! >= 0) ownLabels.push(numbers[featureId]!);
    };
    const known = found.get(word);
    if (known) known.forEach(add);
    else for (const name of affectFeatures(input.evidenceOf(word))) add(idByName.get(name));
    return Uint32Array.from(ownLabels);
  };
  return { of, size };
}

function createPredictor(
  model: LabelModel,
  labels: readonly string[],
  featuresOf: (word: number) => Uint32Array,
): (word: number) => LearnedAffect {
  const out = new Float64Array(labels.length);
  return (word) => {
    const features = featuresOf(word);
    model(features, out);
    let bestLabel = VALENCES.length;
    for (let label = bestLabel; label < labels.length; label++) if (out[label]! > out[bestLabel]!) bestLabel = label;
    return {
      positive: out[0]!,
      negative: out[1]!,
      emotion: labels[bestLabel]!,
      emotionProbability: out[bestLabel]!,
      known: features.length,
    };
  };
}

/** Features of a word for the affect model: characters, glosses, senses, rated synonyms. */

export interface WordEvidence {
  readonly word: string;
  readonly glosses: readonly string[];
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  readonly meaning: Meaning | undefined;
  /** Ratings of its synonyms. */
  readonly ratedSynonyms: readonly AffectRow[];
}

const MAX_GLOSSES = 4;
/** From this length on, the words inside a word are features instead of its characters. */
const MIN_COMPOUND_LENGTH = 3;

/** Feature names, each once. */
export function affectFeatures(evidence: WordEvidence): Set<string> {
  const { word, glosses, pos, category, meaning, ratedSynonyms } = evidence;
  const features = new Set<string>([`pos ${pos}`]);
  const chars = Array.from(word);
  for (const char of chars) features.add(`has ${char}`);
  if (chars.length > 1) features.add(`first ${chars[0]}`).add(`last ${chars.at(-1)}`);
  if (chars.length >= MIN_COMPOUND_LENGTH)
    for (let i = 0; i + 2 <= chars.length; i++) features.add(`has ${chars[i]}${chars[i + 1]}`);
  for (const [index, gloss] of glosses.slice(0, MAX_GLOSSES).entries())
    for (const stem of stemsOf(gloss)) {
      features.add(`gloss ${stem}`);
      if (index === 0) features.add(`gloss1 ${stem}`);
    }
  if (category !== null) features.add(`category ${category}`);
  if (meaning?.valence) features.add(`sense ${meaning.valence}`);
  if (meaning?.emotion) features.add(`sense ${meaning.emotion}`);
  for (const theme of meaning?.themes ?? []) features.add(`sense #${theme}`);
  for (const { emotion, valence, themes } of ratedSynonyms) {
    features.add(`synonym ${emotion}`).add(`synonym ${valence}`);
    for (const theme of themes) features.add(`synonym #${theme}`);
  }
  return features;
}
