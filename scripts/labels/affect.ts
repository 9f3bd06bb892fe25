import { createHash } from 'node:crypto';
import { labelFeatures } from '../../indexer/compose/labels/label-model.ts';
import type { Relations } from '../../indexer/compose/relations/relations.ts';
import type { GatheredWord, WordLabels } from '../../indexer/compose/types.ts';
import type { LabelWeights } from '../../indexer/sources/labels.ts';
import type { Valence } from '../../src/lexicon/entry.ts';
import {
  agreed,
  createRatingOf,
  type RatingOf,
  unopposed,
  votesOfDefinition,
  votesOfSynonyms,
} from './chinese-evidence.ts';
import { type LabelledWord, likeliestLabel, trainLabels } from './train-labels.ts';

/**
 * Emotion and valence of the words that nobody rated. An emotion needs two of three witnesses: the synonyms, the words of the Chinese
 * definition, the classifier. A valence needs an emotion, or two witnesses in Chinese: synonyms, definition, characters.
 */

export interface AffectInput {
  readonly words: readonly GatheredWord[];
  /** By hand alone. */
  readonly written: readonly WordLabels[];
  isRated(word: number): boolean;
  readonly relations: Pick<Relations, 'of'>;
  readonly emotions: readonly { readonly emotion: string; readonly valence?: Valence | undefined }[];
  readonly themes: readonly string[];
  readonly definitions: ReadonlyMap<string, string>;
  numberOf(word: string): number | undefined;
}

export interface Affect {
  readonly emotion: string | null;
  readonly valence: Valence;
}

/** One unrated word in so many is a negative example: nearly all of them are neutral. */
const BACKGROUND_SAMPLING_INTERVAL = 11;
const POLARITIES: readonly Valence[] = ['正', '負'];

/** A number drawn for a word: the same however many words there are. */
export function drawOf(word: string): number {
  return createHash('sha256').update(word).digest().readUInt32BE();
}

/** Coefficients of emotions, themes and valences, from the words that people rated. */
export function trainAffect({ words, written, isRated, emotions, themes }: AffectInput): LabelWeights {
  const labels = [
    ...emotions.map(({ emotion }) => `emotion ${emotion}`),
    ...themes.map((theme) => `theme ${theme}`),
    ...POLARITIES.map((valence) => `valence ${valence}`),
  ];
  const examples = words.flatMap(({ word, glosses }, number): (LabelledWord & { readonly draw: number })[] => {
    const draw = drawOf(word);
    const features = labelFeatures(word, glosses);
    const known = ['emotion ', 'theme ', 'valence '];
    if (!isRated(number))
      return draw % BACKGROUND_SAMPLING_INTERVAL === 0 ? [{ draw, features, labels: [], known }] : [];
    const { emotion, valence, themes: own } = written[number]!;
    const given = [`emotion ${emotion}`, ...own.map((theme) => `theme ${theme}`), `valence ${valence}`];
    return [{ draw, features, labels: given, known: valence === null ? known.slice(0, 2) : known }];
  });
  return trainLabels(
    examples.sort((a, b) => a.draw - b.draw),
    labels,
  );
}

/** Returns a function from a word's number to its emotion and valence. */
export function createAffect(input: AffectInput, weights: LabelWeights): (word: number) => Affect {
  const ratingOf = createRatingOf(input.written, input.isRated);
  const valences = new Map(input.emotions.map(({ emotion, valence }) => [emotion, valence ?? '中']));
  return (number) => {
    const { word, glosses } = input.words[number]!;
    const synonyms = votesOfSynonyms(input.relations, number, word, ratingOf);
    const definition = definitionVotes(input, word, ratingOf);
    const features = labelFeatures(word, glosses);
    const witnesses = [
      agreed(synonyms, ({ emotion }) => emotion),
      unopposed(definition, ({ emotion }) => emotion, null),
      likeliestLabel(weights, features, 'emotion ', { minLogOdds: 0 }),
    ];
    const emotion = most(witnesses);
    if (emotion !== undefined) return { emotion, valence: valences.get(emotion) ?? '中' };
    const characters = features.filter((feature) => !/^(?:gloss|form)/.test(feature));
    const polarity = most([
      agreed(synonyms, ({ valence }) => valence),
      unopposed(definition, ({ valence }) => valence, '中'),
      likeliestLabel(weights, characters, 'valence ', { minLogOdds: 0 }) as Valence | undefined,
    ]);
    return { emotion: null, valence: polarity ?? '中' };
  };
}

export function definitionVotes(
  { definitions, numberOf }: Pick<AffectInput, 'definitions' | 'numberOf'>,
  word: string,
  ratingOf: RatingOf,
) {
  const definition = definitions.get(word);
  return definition === undefined ? [] : votesOfDefinition(definition, word, numberOf, ratingOf);
}

const MIN_WITNESSES = 2;

/** The value that at least two witnesses name. */
function most<T>(witnesses: readonly (T | null | undefined)[]): T | undefined {
  const counts = Map.groupBy(witnesses, (value) => value);
  return [...counts].find(([value, ones]) => value != null && ones.length >= MIN_WITNESSES)?.[0] ?? undefined;
}
