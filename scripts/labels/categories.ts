import { posOfCategory, posOfGlosses } from '../../indexer/compose/labels/part-of-speech.ts';
import type { GatheredWord } from '../../indexer/compose/types.ts';
import type { LabelWeights } from '../../indexer/sources/labels.ts';
import { MEANING_COMPONENTS, type MeaningTable, ROW_BYTES, rowFinder } from '../../src/lexicon/meaning.ts';
import { createRowScan } from '../../src/lexicon/meaning-scan/row-scan.ts';
import { type AffectInput, drawOf } from './affect.ts';
import { wordsOf } from './chinese-evidence.ts';
import { likeliestLabel, trainLabels } from './train-labels.ts';
import type { Meaning } from './wordnet-meaning.ts';

/**
 * The categories of the words that nobody classified: from those of the nearest words in meaning, of the words of the Chinese definition, of
 * words with the same characters, and of WordNet's senses of the gloss. How much each says is learned from the words that people classified.
 */

export interface CategoryInput extends Pick<AffectInput, 'words' | 'written' | 'definitions' | 'numberOf'> {
  readonly categories: readonly string[];
  readonly meanings: MeaningTable;
  readonly wordnet: ReadonlyMap<string, Meaning>;
}

/** One verified word in so many is left out of the training that is measured. */
const HELD_OUT_INTERVAL = 5;

/** Creates the choice of a category by a word's number (null where nothing is known), and measures it on held-out words. */
export function createCategorizer(input: CategoryInput) {
  const { words, written } = input;
  const featuresOf = createFeatures(input);
  const labels = input.categories.map((name) => `category ${name}`);
  const verified = written.flatMap(({ verified, category }, number) =>
    verified && category !== null
      ? [{ number, category, draw: drawOf(words[number]!.word), features: featuresOf(number) }]
      : [],
  );
  verified.sort((a, b) => a.draw - b.draw);
  const train = (examples: typeof verified) =>
    trainLabels(
      examples.map(({ features, category }) => ({ features, labels: [`category ${category}`], known: ['category '] })),
      labels,
    );
  const isHeldOut = ({ draw }: { readonly draw: number }) => draw % HELD_OUT_INTERVAL === 0;
  const [heldOut, measured] = [verified.filter(isHeldOut), train(verified.filter((one) => !isHeldOut(one)))];
  const share = (holds: (one: (typeof verified)[number]) => boolean) => heldOut.filter(holds).length / heldOut.length;
  const guess = ({ features }: { readonly features: readonly string[] }) => likeliest(measured, features);
  const weights = train(verified);
  return {
    /** Shares of held-out words with the right category and part of speech. */
    accuracy: {
      words: heldOut.length,
      category: share((one) => guess(one) === one.category),
      pos: share((one) => posOfCategory(guess(one)!) === posOfCategory(one.category)),
      wordnet: share(({ number, category }) => input.wordnet.get(words[number]!.word)?.category === category),
    },
    of(number: number): string | null {
      const features = featuresOf(number);
      // A tag or a form alone does not tell what a word is about.
      const isKnown = features.some((feature) => /^(?:near|wordnet|definition)/.test(feature));
      return isKnown ? likeliest(weights, features, words[number]!.hand[0]?.pos) : null;
    },
  };
}

function likeliest(weights: LabelWeights, features: readonly string[], pos?: string): string | null {
  const mayBe = (category: string) => pos === undefined || posOfCategory(category) === pos;
  return likeliestLabel(weights, features, 'category ', { mayBe }) ?? null;
}

function createFeatures(input: CategoryInput): (word: number) => string[] {
  const { words, written, definitions, wordnet, numberOf } = input;
  const nearOf = createNearCategories(input);
  const ofCharacter = countByCharacter(input);
  const categoryOf = (word: string) => {
    const { verified, category } = written[numberOf(word)!]!;
    return verified ? category : undefined;
  };
  const ofDefinition = (word: string): string[] => {
    const [clause] = (definitions.get(word) ?? '').split(/[；，。、]/);
    const known = wordsOf(clause ?? '', numberOf).flatMap(({ word: part }) =>
      part === word ? [] : (categoryOf(part) ?? []),
    );
    if (known.length === 0) return [];
    return [
      `definition begins ${known[0]}`,
      `definition ends ${known.at(-1)}`,
      ...known.map((name) => `definition ${name}`),
    ];
  };
  return (number) => {
    const { word, glosses, tag, isNameOnly } = words[number]!;
    const meaning = wordnet.get(word);
    const length = Math.min(Array.from(word).length, 5);
    const features = [
      ...nearOf(number),
      ...ofCharacter(number),
      ...ofDefinition(word),
      ...(meaning ? [`wordnet ${meaning.category}`, `wordnet pos ${meaning.pos}`] : []),
      ...(meaning?.glossCategories ?? []).flatMap((other) => (other ? [`wordnet also ${other}`] : [])),
      `form ${posOfGlosses(glosses) ?? 'bare'}`,
      `form ${posOfGlosses(glosses) ?? 'bare'} ${length}`,
      `tag ${tag.slice(0, 2)}`,
      `length ${length}`,
      ...(isNameOnly ? ['name'] : []),
    ];
    return [...new Set(features)];
  };
}

const NEAREST = 12;
/** Rarer words are classified without their nearest: comparing all would take three times as long. */
const COMPARED_WORDS = 40_000;
/** Products of rows, about 1,600 for words that mean the same; farther ones say nothing. */
const MIN_LIKENESS = 500;

/** The categories of the nearest classified words: of the first, and by their shares. */
function createNearCategories({ words, written, meanings }: CategoryInput): (word: number) => string[] {
  const rowOf = rowFinder(meanings);
  const known = words.flatMap(({ word }, number) => {
    const row = rowOf(word);
    const { verified, category } = written[number]!;
    return row && verified && category !== null ? [{ number, row, category }] : [];
  });
  const scan = createRowScan(known.length);
  for (const [place, { row }] of known.entries()) {
    scan.rows.set(row.subarray(0, MEANING_COMPONENTS), place * ROW_BYTES);
    scan.ids[place] = place;
  }
  const vector = new Int8Array(ROW_BYTES);
  return (number) => {
    const row = number < COMPARED_WORDS ? rowOf(words[number]!.word) : undefined;
    if (!row) return [];
    vector.set(row.subarray(0, MEANING_COMPONENTS));
    scan.run(known.length, [vector]);
    const nearest = firstPlaces(scan.scores, known.length, (place) => known[place]!.number !== number);
    const votes = new Map<string, number>();
    let total = 0;
    for (const place of nearest) {
      const weight = (scan.scores[place]! / 1600) ** 3;
      votes.set(known[place]!.category, (votes.get(known[place]!.category) ?? 0) + weight);
      total += weight;
    }
    const shares = [...votes]
      .sort((a, b) => b[1] - a[1])
      .map(([name, weight]) => [name, Math.floor((4 * weight) / total)] as const);
    return [
      ...(nearest[0] === undefined ? [] : [`near first ${known[nearest[0]]!.category}`]),
      ...shares.slice(0, 1).map(([name, quarter]) => `near most ${name} ${quarter}`),
      ...shares.slice(0, 4).map(([name, quarter]) => `near ${name} ${quarter}`),
    ];
  };
}

/** The places of the greatest scores, the greatest first. */
function firstPlaces(scores: Int32Array, count: number, isAllowed: (place: number) => boolean): number[] {
  const places: number[] = [];
  for (let place = 0; place < count; place++) if (scores[place]! > MIN_LIKENESS && isAllowed(place)) places.push(place);
  return places.sort((a, b) => scores[b]! - scores[a]!).slice(0, NEAREST);
}

const MIN_CHARACTER_WORDS = 3;

/** The commonest category of the other classified words with the same last character, and with the same first. */
function countByCharacter({ words, written }: CategoryInput): (word: number) => string[] {
  const counts = new Map<string, Map<string, number>>();
  const keysOf = (number: number) => {
    const characters = Array.from(words[number]!.word);
    return characters.length < 2 ? [] : [`last ${characters.at(-1)}`, `first ${characters[0]}`];
  };
  const own = (number: number) => (written[number]!.verified ? written[number]!.category : null);
  for (const number of words.keys()) {
    const category = own(number);
    if (category === null) continue;
    for (const key of keysOf(number)) {
      const ofKey = counts.get(key) ?? new Map<string, number>();
      counts.set(key, ofKey.set(category, (ofKey.get(category) ?? 0) + 1));
    }
  }
  return (number) =>
    keysOf(number).flatMap((key) => {
      const category = own(number);
      const others = [...(counts.get(key) ?? [])].map(
        ([name, count]) => [name, name === category ? count - 1 : count] as const,
      );
      const total = others.reduce((sum, [, count]) => sum + count, 0);
      const [name, count] = others.sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
      const side = key.split(' ')[0]!;
      return total < MIN_CHARACTER_WORDS ? [] : [`${side} ${name} ${Math.floor((4 * count) / total)}`];
    });
}

/** Glosses further down are of rarer senses. */
const MAX_GLOSSES = 3;
const TO_DO = /^(?:\([^)]*\) *)?to (?!be )/;

/** Whether a word is noun and verb: `n` or `v` for what it is besides `pos`. */
export function otherPartOfSpeech(
  { glosses, tag }: Pick<GatheredWord, 'glosses' | 'tag'>,
  pos: string,
  glossCategories: readonly (string | null)[],
): 'n' | 'v' | undefined {
  const first = glosses.slice(0, MAX_GLOSSES);
  if (pos === 'n' && first.some((gloss) => TO_DO.test(gloss))) return 'v';
  // What jieba tags as a verb that is used as a noun.
  if (pos === 'v' && tag === 'vn') return 'n';
  const isNoun = (gloss: string, place: number) => !TO_DO.test(gloss) && glossCategories[place]?.startsWith('noun.');
  return pos === 'v' && first.some(isNoun) ? 'n' : undefined;
}
