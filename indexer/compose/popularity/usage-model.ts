/**
 * How often a word is to be expected in written and in spoken lines of lyrics. Both are log-linear in what is known of the
 * word. The weights are those of two negative binomial regressions (of the words of the written and of the spoken example
 * phrases), rounded; docs/quality.md tells how they do.
 */

export interface UsageEvidence {
  /** Log10 of occurrences in a thousand million words of general Chinese; 0 where they are not known. */
  readonly zipf: number;
  /** Occurrences in Hong Kong text; 0 where they are not known. */
  readonly essay: number;
  /** Mean log10 of what Hong Kong text counts of the word's characters. */
  readonly characters: number;
  /** Frequency class by hand, 1–5; 0 without. */
  readonly frequencyClass: number;
  /** Whether a person wrote the word down in some table. */
  readonly isChosen: boolean;
  readonly register: '粵' | '通' | '雅';
  /** In characters. */
  readonly length: number;
}

/** Each weight is log10 of a factor: for every unit of a number, or where something holds. */
interface Weights {
  readonly base: number;
  readonly zipf: number;
  readonly essay: number;
  /** Added for classes 1 to 5. */
  readonly classes: readonly number[];
  /** Of a word with a class counts say less. */
  readonly classedZipf: number;
  readonly classedEssay: number;
  readonly chosen: number;
  readonly cantonese: number;
  readonly literary: number;
  readonly character: number;
  readonly characterZipf: number;
  readonly threeCharacters: number;
  readonly longer: number;
  readonly characters: number;
}

const WRITTEN: Weights = {
  base: -6.8,
  zipf: 0.5,
  essay: 0.4,
  classes: [0.1, 0.5, 1.05, 1.6, 2.2],
  classedZipf: -0.2,
  classedEssay: -0.35,
  chosen: 0.5,
  cantonese: -1.2,
  literary: 0.35,
  character: -0.2,
  characterZipf: 0.3,
  threeCharacters: -1,
  longer: -1,
  characters: 0.3,
};

const SPOKEN: Weights = {
  base: -6.5,
  zipf: 0.08,
  essay: 0.75,
  classes: [0, 0.5, 1, 1.5, 1.95],
  classedZipf: -0.08,
  classedEssay: -0.4,
  chosen: 0.4,
  cantonese: 0.3,
  literary: -0.4,
  character: 0.15,
  characterZipf: 0.12,
  threeCharacters: -0.4,
  longer: -0.9,
  characters: 0.35,
};

/** What is assumed of a word that general Chinese does not count. */
const UNCOUNTED_ZIPF = 1.5;
/** Counts of Hong Kong text up to here (log10) tell nothing: its list gives them to words that it hardly saw. */
const MIN_ESSAY = 2.7;
/**
 * For a word that only speech has, general Chinese often counts another one (喊 to shout, 錫 tin), so that Hong Kong's count says more: this
 * weight for what is above the logarithm that most of the commonest have.
 */
const CANTONESE_ESSAY = 0.3;
const USUAL_CANTONESE_ESSAY = 2.2;
/** Only above this frequency it matters more that a word is a single character, and less that it has a class. */
const MIN_COMMON_ZIPF = 3;
const CLASSED_LENGTH_SHARE = 0.3;
/** Mean log10 of the counts of a usual word's characters. */
const MEAN_CHARACTERS = 4.5;

/** Expected share of the words of written and of spoken lines. */
export interface Usage {
  readonly written: number;
  readonly spoken: number;
}

export function expectedUsage(evidence: UsageEvidence): Usage {
  return { written: 10 ** logShare(WRITTEN, evidence), spoken: 10 ** logShare(SPOKEN, evidence) };
}

function logShare(weights: Weights, evidence: UsageEvidence): number {
  const { frequencyClass, register, length } = evidence;
  const zipf = evidence.zipf > 0 ? evidence.zipf : UNCOUNTED_ZIPF;
  const essay = Math.max(0, Math.log10(1 + evidence.essay) - MIN_ESSAY);
  let share = weights.base + weights.zipf * zipf + weights.essay * essay;
  if (frequencyClass > 0) {
    share += weights.classes[frequencyClass - 1]! + weights.classedEssay * essay;
    share += weights.classedZipf * Math.max(0, zipf - MIN_COMMON_ZIPF);
  } else if (evidence.isChosen) share += weights.chosen;
  if (register === '粵') share += weights.cantonese + CANTONESE_ESSAY * Math.max(0, essay - USUAL_CANTONESE_ESSAY);
  else if (register === '雅') share += weights.literary;
  if (length === 1) {
    share += weights.character + weights.characterZipf * Math.max(0, zipf - MIN_COMMON_ZIPF);
    return share + weights.characters * Math.min(0, evidence.characters - MIN_ESSAY);
  }
  if (length > 2) share += lengthWeight(weights, evidence);
  return share + weights.characters * (evidence.characters - MEAN_CHARACTERS);
}

/** Longer words are rarer than their counts and characters say; of a class by hand a person has thought of that. */
function lengthWeight({ threeCharacters, longer }: Weights, { length, frequencyClass }: UsageEvidence): number {
  const weight = length === 3 ? threeCharacters : longer;
  return frequencyClass > 0 ? weight * CLASSED_LENGTH_SHARE : weight;
}
