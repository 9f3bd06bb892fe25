import type { PartOfSpeech } from '../../../src/lexicon/entry.ts';
import type { LabelWeights } from '../../sources/labels.ts';
import { stemsOf } from '../words/glosses.ts';
import { posOfCategory, posOfGlosses } from './part-of-speech.ts';

/** The labels of a word that the table does not have (an operator's, or one that an operator defines anew), by coefficients. */

const MAX_GLOSSES = 4;

/** Features in Chinese: the characters of a word. */
function characterFeatures(word: string): string[] {
  const characters = Array.from(word);
  return [...new Set(characters)]
    .map((character) => `has ${character}`)
    .concat(characters.length > 1 ? [`first ${characters[0]}`, `last ${characters.at(-1)}`] : []);
}

/** Features in English: the form of the first gloss, and the stems of the first few. */
function glossFeatures(glosses: readonly string[]): string[] {
  const features = new Set([`form ${posOfGlosses(glosses) ?? 'bare'}`]);
  for (const [index, gloss] of glosses.slice(0, MAX_GLOSSES).entries())
    for (const stem of stemsOf(gloss)) {
      features.add(`gloss ${stem}`);
      if (index === 0) features.add(`gloss1 ${stem}`);
    }
  return [...features];
}

/** Each once. */
export function labelFeatures(word: string, glosses: readonly string[]): string[] {
  return [...characterFeatures(word), ...glossFeatures(glosses)];
}

export interface PredictedLabels {
  readonly category: string | null;
  readonly emotion: string | null;
  readonly themes: readonly string[];
}

/** The log-odds from which a label is taken: a category is the likeliest of all, the others are more often wrong than not below 0. */
const MIN_LOG_ODDS = { category: -2, emotion: 0, theme: 0 } as const;
const MAX_THEMES = 3;

/**
 * An emotion and a theme need both: log-odds above the least, and characters that speak for it. One English word never suffices.
 * @param pos the part of speech, where it is known: the category is one of it
 */
export function predictLabels(
  { labels, bias, ofFeature }: LabelWeights,
  {
    word,
    glosses,
    pos,
  }: { readonly word: string; readonly glosses: readonly string[]; readonly pos?: PartOfSpeech | undefined },
): PredictedLabels {
  const sumOf = (features: readonly string[]) => {
    const sums = new Float64Array(labels.length);
    for (const feature of features) {
      const weights = ofFeature.get(feature) ?? [];
      for (let at = 0; at < weights.length; at += 2) sums[weights[at]!]! += weights[at + 1]!;
    }
    return sums;
  };
  const [chinese, english] = [sumOf(characterFeatures(word)), sumOf(glossFeatures(glosses))];
  const known = pos ?? posOfGlosses(glosses);
  const ofKind = (kind: keyof typeof MIN_LOG_ODDS) =>
    labels
      .flatMap((label, number) => {
        const [prefix, name] = label.split(' ') as [string, string];
        const logOdds = bias[number]! + chinese[number]! + english[number]!;
        const isEvident = kind === 'category' ? !known || posOfCategory(name) === known : chinese[number]! > 0;
        return prefix === kind && isEvident && logOdds >= MIN_LOG_ODDS[kind] ? [{ name, logOdds }] : [];
      })
      .sort((a, b) => b.logOdds - a.logOdds)
      .map(({ name }) => name);
  return {
    category: ofKind('category')[0] ?? null,
    emotion: ofKind('emotion')[0] ?? null,
    themes: ofKind('theme').slice(0, MAX_THEMES),
  };
}
