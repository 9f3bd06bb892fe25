import type { IdeaRow } from '../lexicon/descriptions.ts';
import { likenessOfRows, MEANING_LENGTH, sumOfMeanings } from '../lexicon/meaning.ts';
import type { Meanings } from '../lexicon/store.ts';
import { tokenForms } from './english-forms.ts';
import type { Opposites } from './opposites.ts';
import type { Idea } from './phrase-ideas.ts';

/** The meanings of ideas as rows. */

/** A row with what it counts. */
export type WeightedRow = readonly [row: Int8Array, weight: number];

/** Headwords of a gloss count the less the further down they stand: the second 1 / 1.3 of the first. */
const HEADWORD_DECAY = 0.3;
const MIN_AGREEMENT = 0.05;
const TOKEN_WEIGHT = 2;
/** How far a negated idea pushes its own meaning away. */
const PUSH = 0.4;
/** What is left of a negated idea that has no opposite: what it is about. */
const WITHOUT_OPPOSITE = 0.3;
/** Begins the key of a negated idea. */
const NEGATED = '!';

/** The rows of an idea with their share in it; of a negated one what it says instead is drawn to, and its own pushed away. */
export function weightedRows(idea: Idea, opposites: Opposites | undefined, meanings: Meanings): WeightedRow[] {
  const own = rowOfIdea(idea, meanings);
  if (!opposites) return own ? [[own, 1]] : [];
  const row = sumOfMeanings(known([...opposites.words], meanings));
  return [...(row ? [[row, 1] as const] : []), ...(own ? [[own, row ? -PUSH : WITHOUT_OPPOSITE] as const] : [])];
}

/** An idea as descriptions are compared by. One that is negated without an opposite is compared by its words only. */
export function toIdeaRow({ text, negation, weight }: Idea, rows: readonly WeightedRow[]): IdeaRow {
  if (negation === undefined) return { key: text, row: sumOfMeanings(rows), weight };
  const hasOpposite = rows.some(([, share]) => share === 1);
  return { key: NEGATED + text, row: hasOpposite ? sumOfMeanings(rows) : undefined, weight };
}

/** Of the words that say it and, in English, of the vector that the words have themselves. */
function rowOfIdea({ headwords, tokens }: Idea, meanings: Meanings): Int8Array | undefined {
  const ofWords = sumOfMeanings(weighedByAgreement(headwords, meanings));
  const ofTokens = sumOfMeanings(
    tokens.flatMap((token) => {
      const form = tokenForms(token).find((one) => meanings.tokens.has(one));
      return form === undefined ? [] : [[meanings.tokens.get(form)!, 1] as const];
    }),
  );
  if (!ofTokens) return ofWords;
  return sumOfMeanings([...(ofWords ? [[ofWords, 1] as const] : []), [ofTokens, TOKEN_WEIGHT]]);
}

/** The rows of words that have a gloss in common: a word with other senses (昏 of twilight) is less like the others, and counts less. */
function weighedByAgreement(headwords: readonly string[], meanings: Meanings) {
  const rows = known(
    headwords.map((word, place) => [word, 1 / (1 + place * HEADWORD_DECAY)]),
    meanings,
  );
  if (rows.length < 3) return rows;
  return rows.map(([row, weight]) => {
    const likeness = rows.reduce((sum, [other]) => sum + (other === row ? 0 : likenessOfRows(row, other)), 0);
    return [row, weight * Math.max(MIN_AGREEMENT, likeness / (rows.length - 1) / MEANING_LENGTH ** 2)] as const;
  });
}

const known = (weighted: readonly (readonly [word: string, weight: number])[], meanings: Meanings) =>
  weighted.flatMap(([word, weight]) => {
    const row = meanings.words.get(word);
    return row ? [[row, weight] as const] : [];
  });
