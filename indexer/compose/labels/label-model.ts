import type { PartOfSpeech } from '../../../src/lexicon/entry.ts';
import type { LabelWeights } from '../../sources/labels.ts';
import { stemsOf } from '../words/glosses.ts';
import { posOfCategory, posOfGlosses } from './part-of-speech.ts';

/** Linear model of labels, for words that the table of labels does not have: those that an operator adds or defines anew. */

/** Number of a word's first glosses that give features. */
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

/** Distinct features of a word, those in Chinese first. */
export function labelFeatures(word: string, glosses: readonly string[]): string[] {
  return [...characterFeatures(word), ...glossFeatures(glosses)];
}

/** Least log-odds of a label. Of categories only the likeliest is taken; an emotion or theme below 0 is more often wrong than right. */
const MIN_LOG_ODDS = { category: -2, emotion: 0, theme: 0 } as const;
const MAX_THEMES = 3;

/**
 * Predicts the labels of a word. An emotion or theme needs the least log-odds and a positive sum of its Chinese features: an English word
 * alone never suffices.
 * @param pos the part of speech if known, to which the category is limited
 */
export function predictLabels(
  { labels, bias, ofFeature }: LabelWeights,
  {
    word,
    glosses,
    pos,
  }: { readonly word: string; readonly glosses: readonly string[]; readonly pos?: PartOfSpeech | undefined },
) {
  /** Sum of the features' weights for each label; `ofFeature` has pairs of label number and weight. */
  const sumOf = (features: readonly string[]) => {
    const sums = new Float64Array(labels.length);
    for (const feature of features) {
      const weights = ofFeature.get(feature) ?? [];
      for (let at = 0; at < weights.length; at += 2) sums[weights[at]!]! += weights[at + 1]!;
    }
    return sums;
  };
  const [chinese, english] = [sumOf(characterFeatures(word)), sumOf(glossFeatures(glosses))];
  const knownPos = pos ?? posOfGlosses(glosses);
  /** Names of labels of a kind, likeliest first. */
  const likeliest = (kind: keyof typeof MIN_LOG_ODDS) =>
    labels
      .flatMap((label, number) => {
        const [prefix, name] = label.split(' ') as [string, string];
        const logOdds = bias[number]! + chinese[number]! + english[number]!;
        const isPossible = kind === 'category' ? !knownPos || posOfCategory(name) === knownPos : chinese[number]! > 0;
        return prefix === kind && isPossible && logOdds >= MIN_LOG_ODDS[kind] ? [{ name, logOdds }] : [];
      })
      .sort((a, b) => b.logOdds - a.logOdds)
      .map(({ name }) => name);
  return {
    category: likeliest('category')[0] ?? null,
    emotion: likeliest('emotion')[0] ?? null,
    themes: likeliest('theme').slice(0, MAX_THEMES),
  };
}
