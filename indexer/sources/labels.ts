import type { PartOfSpeech, Valence } from '../../src/lexicon/entry.ts';
import { generatedFiles } from './generated.ts';

/** The tables that scripts/labels made: the labels of words, and coefficients for words that it has not seen. data/README.md describes them. */

/** Labels of a word. Null where there is no evidence. */
export interface LabelRow {
  readonly pos: PartOfSpeech;
  /** Further parts of speech, the commonest first. */
  readonly posAlso: readonly PartOfSpeech[];
  readonly category: string | null;
  /** Category of each gloss, null where it is not known; empty where no gloss has another category than the word. */
  readonly glossCategories: readonly (string | null)[];
  readonly emotion: string | null;
  readonly valence: Valence | null;
  readonly themes: readonly string[];
  readonly themesInferred: readonly string[];
}

/** Linear model: the log-odds of a label for a word are its bias and the weights of the word's features, added up. */
export interface LabelWeights {
  /** `category NAME`, `emotion NAME` or `theme NAME`. */
  readonly labels: readonly string[];
  /** Log-odds of each label without any feature, parallel to `labels`. */
  readonly bias: readonly number[];
  /** Weights by feature: place in `labels`, weight, place, weight, … */
  readonly ofFeature: ReadonlyMap<string, readonly number[]>;
}

export interface LabelTables {
  of(word: string): LabelRow | undefined;
  readonly weights: LabelWeights;
}

export const NO_LABEL_TABLES: LabelTables = {
  of: () => undefined,
  weights: { labels: [], bias: [], ofFeature: new Map() },
};

export const LABEL_FILES = { words: 'labels.tsv.gz', weights: 'label-weights.tsv.gz' } as const;
export const LABEL_PROVENANCE = 'labels-provenance.json';
/** Steps of a written weight per unit of log-odds: weights are whole hundredths. */
const WEIGHT_STEPS = 100;
const NO_CATEGORY = '-';

/** Reads the tables; without them nothing is known. Throws an Error if one is not that of the provenance; of the weights, when they are read. */
export function readLabelTables(dataRoot: string): LabelTables {
  const read = generatedFiles(dataRoot, LABEL_PROVENANCE, 'labels');
  if (!read) return NO_LABEL_TABLES;
  const textOf = (name: string) => read(name).content.toString('utf8');
  let weights: LabelWeights | undefined;
  return {
    of: parseLabelTable(textOf(LABEL_FILES.words)),
    // Two million numbers, which no word of the packages and of the hand-written tables needs.
    get weights() {
      weights ??= parseLabelWeights(textOf(LABEL_FILES.weights));
      return weights;
    },
  };
}

const linesOf = (text: string) => text.split('\n').slice(0, -1);
/** One for all words, of which most have none. */
const NONE: readonly never[] = [];
const listOf = (cell: string | undefined, separator: string): readonly string[] =>
  cell ? cell.split(separator) : NONE;

/** Returns a function from a word to its row, which is parsed when it is asked for. */
export function parseLabelTable(text: string): LabelTables['of'] {
  const lines = new Map(linesOf(text).map((line) => [line.slice(0, line.indexOf('\t')), line]));
  return (word) => {
    const line = lines.get(word);
    if (line === undefined) return undefined;
    const [, pos, category, glossCategories, emotion, valence, themes, themesInferred] = line.split('\t');
    const [first, ...posAlso] = [...pos!] as [PartOfSpeech, ...PartOfSpeech[]];
    return {
      pos: first,
      posAlso: posAlso.length > 0 ? posAlso : NONE,
      category: category || null,
      glossCategories: glossCategories
        ? glossCategories.split(' ').map((name) => (name === NO_CATEGORY ? null : name))
        : NONE,
      emotion: emotion || null,
      valence: (valence || null) as Valence | null,
      themes: listOf(themes, '、'),
      themesInferred: listOf(themesInferred, '、'),
    };
  };
}

/** A line of the table, as {@link parseLabelTable} reads it; empty cells at the end are left out. */
export function labelLine(word: string, row: LabelRow): string {
  const cells = [
    word,
    [row.pos, ...row.posAlso].join(''),
    row.category ?? '',
    row.glossCategories.map((name) => name ?? NO_CATEGORY).join(' '),
    row.emotion ?? '',
    row.valence ?? '',
    row.themes.join('、'),
    row.themesInferred.join('、'),
  ];
  return cells.join('\t').replace(/\t+$/, '');
}

/** The first line has the labels, the second their biases, each other one a feature with the labels' numbers and weights. */
export function parseLabelWeights(text: string): LabelWeights {
  const [labels, bias, ...features] = linesOf(text);
  const numbers = (cells: readonly string[]) => cells.map(Number);
  return {
    labels: listOf(labels, '\t'),
    bias: numbers(listOf(bias, '\t')).map((weight) => weight / WEIGHT_STEPS),
    ofFeature: new Map(
      features.map((line) => {
        const [feature, ...cells] = line.split('\t');
        const weights = numbers(cells);
        for (let at = 1; at < weights.length; at += 2) weights[at]! /= WEIGHT_STEPS;
        return [feature!, weights];
      }),
    ),
  };
}

export function labelWeightsText({ labels, bias, ofFeature }: LabelWeights): string {
  const rounded = (weight: number) => Math.round(weight * WEIGHT_STEPS);
  const lines = [labels.join('\t'), bias.map(rounded).join('\t')];
  for (const [feature, weights] of ofFeature)
    lines.push([feature, ...weights.map((number, at) => (at % 2 === 0 ? number : rounded(number)))].join('\t'));
  return lines.map((line) => `${line}\n`).join('');
}
