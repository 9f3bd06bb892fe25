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

/** Synonyms of a word, nearest first, of which its derived row is made. */
const MAX_SYNONYMS = 12;
/** Weights of the parts of a derived row, each part normalized to one length first. */
const WEIGHTS = { glosses: 1, synonyms: 2, characters: 0.3 };
/** Weights of the first three meanings of the glosses, as in the fit of the tokens. */
const GLOSS_WEIGHTS = [1, 0.5, 0.3];

export interface MeaningRowsInput {
  readonly tables: MeaningTables;
  /** Words in order of popularity. */
  readonly words: readonly Pick<GatheredWord, 'word' | 'glosses' | 'patch' | 'popularity'>[];
  readonly relations: Pick<Relations, 'of'>;
}

type RowOf = ReturnType<typeof rowFinder<Int8Array>>;
type Part = readonly [row: Int8Array | undefined, weight: number];

/**
 * Meaning rows of all words, {@link ROW_BYTES} numbers each, end to end in order of popularity; zeros for an unknown meaning. Words that the table does not have (an operator's,
 * or written since it was made) get theirs from glosses, synonyms and characters; so do those that an operator defines anew.
 */
export function meaningRows({ tables, words, relations }: MeaningRowsInput): Int8Array {
  const rowOfWord = rowFinder(tables.words);
  const rowOfToken = rowFinder(tables.tokens);
  const rows = new Int8Array(words.length * ROW_BYTES);
  for (const [rank, { word, glosses, patch, popularity }] of words.entries()) {
    const isRedefined = patch?.definition !== undefined;
    const meaning =
      (isRedefined ? undefined : rowOfWord(word)) ??
      sumOfKnown([
        [meaningOfGlosses(glosses, rowOfToken), WEIGHTS.glosses],
        [meaningOfSynonyms(rank), WEIGHTS.synonyms],
        [sumOfKnown(Array.from(word, (character) => [rowOfWord(character), 1])), WEIGHTS.characters],
      ]);
    const start = rank * ROW_BYTES;
    if (meaning) rows.set(meaning, start);
    rows[start + MEANING_COMPONENTS] = Math.round(MAX_POPULARITY * (1 - referenceRank(popularity) / REFERENCE_WORDS));
    rows[start + MEANING_COMPONENTS + 1] = ROW_CONSTANT;
  }
  return rows;

  function meaningOfSynonyms(word: number): Int8Array | undefined {
    const synonyms = relations.of(word).filter(({ type }) => type === 'syn');
    const nearest = synonyms.slice(0, MAX_SYNONYMS);
    return sumOfKnown(nearest.map(({ related, score }) => [rowOfWord(words[related]!.word), score]));
  }
}

/** Note in brackets, which is no part of a gloss's meaning. */
const NOTE = /\([^()]*\)|\[[^\]]*\]/g;

function meaningOfGlosses(glosses: readonly string[], ofToken: RowOf): Int8Array | undefined {
  const meanings = glosses
    .flatMap((gloss) => gloss.replace(NOTE, ' ').split(';'))
    .map((text) => englishTokens(text).map((token): Part => [ofToken(token), 1]));
  return sumOfKnown(GLOSS_WEIGHTS.map((weight, place) => [sumOfKnown(meanings[place] ?? []), weight]));
}

/** Weighted sum of the parts that have a row. */
function sumOfKnown(parts: readonly Part[]): Int8Array | undefined {
  return sumOfMeanings(parts.flatMap(([row, weight]) => (row ? [[row, weight] as const] : [])));
}
