import type { Sense } from './entry.ts';
import { englishTokens, sumOfMeanings } from './meaning.ts';
import type { MeaningQuery, Meanings, SenseMeaning } from './store.ts';

/**
 * The meaning of a told sense, from what somebody wrote of it: the sum of its synonyms, and the sum of the English tokens of its
 * definition, each brought to one length first.
 */
const WEIGHTS = { synonyms: 2, definition: 1 } as const;
/** Later synonyms are further away. */
const MAX_SYNONYMS = 12;

const NOTE = /\([^()]*\)/g;

const synonymsOf = ({ synonyms }: Sense) => synonyms.slice(0, MAX_SYNONYMS);
const tokensOf = ({ definition }: Sense) => englishTokens(definition.replace(NOTE, ' '));

/** The words and tokens of which the meanings of the told senses are made. */
export function partsOfSenses(senses: readonly Sense[]): MeaningQuery {
  const told = senses.filter((sense) => sense.told);
  return { words: [...new Set(told.flatMap(synonymsOf))], tokens: [...new Set(told.flatMap(tokensOf))] };
}

/** @param meanings those of {@link partsOfSenses} */
export function meaningsOfSenses(senses: readonly Sense[], meanings: Meanings): SenseMeaning[] {
  return senses.flatMap((sense) => {
    if (!sense.told) return [];
    const parts = [
      [sumOf(synonymsOf(sense), meanings.words), WEIGHTS.synonyms],
      [sumOf(tokensOf(sense), meanings.tokens), WEIGHTS.definition],
    ] as const;
    const components = sumOfMeanings(parts.flatMap(([row, weight]) => (row ? [[row, weight] as const] : [])));
    return components ? [{ sense: sense.told.sense, components }] : [];
  });
}

function sumOf(names: readonly string[], rows: ReadonlyMap<string, Int8Array>): Int8Array | undefined {
  return sumOfMeanings(names.flatMap((name) => (rows.has(name) ? [[rows.get(name)!, 1] as const] : [])));
}
