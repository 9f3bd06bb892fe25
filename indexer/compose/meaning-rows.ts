import {
  englishTokens,
  MAX_POPULARITY,
  MEANING_COMPONENTS,
  REFERENCE_WORDS,
  ROW_BYTES,
  ROW_CONSTANT,
  rowFinder,
  sumOfMeanings,
} from '../../src/lexicon/meaning.ts';
import type { MeaningTables } from '../sources/generated.ts';
import { referenceRank } from './popularity/line-ends.ts';
import type { Relations } from './relations/relations.ts';
import type { GatheredWord } from './types.ts';

const MAX_SYNONYMS = 12;
/** What a derived row is made of, each part brought to one length first. */
const WEIGHTS = { glosses: 1, synonyms: 2, characters: 0.3 };
/** Of the first meanings, as in the fit of the tokens. */
const GLOSS_WEIGHTS = [1, 0.5, 0.3];

export interface MeaningRowsInput {
  readonly tables: MeaningTables;
  /** In order of popularity. */
  readonly words: readonly Pick<GatheredWord, 'word' | 'glosses' | 'patch' | 'popularity'>[];
  readonly relations: Pick<Relations, 'of'>;
}

type RowOf = ReturnType<typeof rowFinder<Int8Array>>;
type Part = readonly [row: Int8Array | undefined, weight: number];

/**
 * The meanings of all words, {@link ROW_BYTES} numbers each, in order of popularity. Words that the table does not have (an operator's,
 * or written since it was made) get theirs from glosses, synonyms and characters; so do those that an operator defines anew.
 */
export function meaningRows({ tables, words, relations }: MeaningRowsInput): Int8Array {
  const ofTable = rowFinder(tables.words);
  const ofToken = rowFinder(tables.tokens);
  const rows = new Int8Array(words.length * ROW_BYTES);
  for (const [rank, { word, glosses, patch, popularity }] of words.entries()) {
    const isRedefined = patch?.definition !== undefined;
    const meaning =
      (isRedefined ? undefined : ofTable(word)) ??
      sumOfKnown([
        [meaningOfGlosses(glosses, ofToken), WEIGHTS.glosses],
        [sumOfKnown(synonymsOf(rank).map(([other, score]) => [ofTable(words[other]!.word), score])), WEIGHTS.synonyms],
        [sumOfKnown(Array.from(word, (character) => [ofTable(character), 1])), WEIGHTS.characters],
      ]);
    const start = rank * ROW_BYTES;
    if (meaning) rows.set(meaning, start);
    rows[start + MEANING_COMPONENTS] = Math.round(MAX_POPULARITY * (1 - referenceRank(popularity) / REFERENCE_WORDS));
    rows[start + MEANING_COMPONENTS + 1] = ROW_CONSTANT;
  }
  return rows;

  function synonymsOf(word: number): [related: number, score: number][] {
    const synonyms = relations.of(word).filter(({ type }) => type === 'syn');
    return synonyms.slice(0, MAX_SYNONYMS).map(({ related, score }) => [related, score]);
  }
}

const NOTE = /\([^()]*\)|\[[^\]]*\]/g;

function meaningOfGlosses(glosses: readonly string[], ofToken: RowOf): Int8Array | undefined {
  const meanings = glosses
    .flatMap((gloss) => gloss.replace(NOTE, ' ').split(';'))
    .map((text) => englishTokens(text).map((token): Part => [ofToken(token), 1]));
  return sumOfKnown(GLOSS_WEIGHTS.map((weight, place) => [sumOfKnown(meanings[place] ?? []), weight]));
}

/** The sum of the parts that have a row. */
function sumOfKnown(parts: readonly Part[]): Int8Array | undefined {
  return sumOfMeanings(parts.flatMap(([row, weight]) => (row ? [[row, weight] as const] : [])));
}
