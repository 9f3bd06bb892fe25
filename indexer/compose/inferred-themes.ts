import type { ThemeRow } from '../tables/schemas.ts';
import type { Decided } from './decided.ts';
import type { Relations } from './relations.ts';

/** The broad net: themes that a word is not tagged with, but that what surrounds it speaks for. */

export interface ThemeEvidence {
  /** Words in order of popularity. */
  readonly words: readonly string[];
  readonly decided: readonly Decided[];
  readonly relations: Pick<Relations, 'of'>;
  readonly themes: readonly ThemeRow[];
}

/** At most this many, the strongest. */
const MOST_INFERRED = 3;
/** From this probability on, likeness to rated words is enough. */
const LEAST_LIKELY = 0.35;

/** Answers the inferred themes of a word by its number, none of them among its tagged ones. */
export function createThemeInference(evidence: ThemeEvidence): (number: number) => string[] {
  const { words, decided, relations, themes } = evidence;
  const themesOf = (number: number) => decided[number]!.themes;
  const byCategory = invert(themes, ({ categories }) => categories);
  const byEmotion = invert(themes, ({ emotions }) => emotions);
  const inCompound = createCompounds(words, decided);
  return (number) => {
    const { category, emotion, learned } = decided[number]!;
    const likely = (learned?.themes ?? []).filter(([, probability]) => probability >= LEAST_LIKELY);
    const found = new Set([
      ...themesOfSynonyms(relations, themesOf, number),
      ...likely.map(([theme]) => theme),
      ...(byEmotion.get(emotion ?? '') ?? []),
      ...(byCategory.get(category ?? '') ?? []),
      ...inCompound(number),
    ]);
    for (const theme of themesOf(number)) found.delete(theme);
    return [...found].slice(0, MOST_INFERRED);
  };
}

function invert(rows: readonly ThemeRow[], valuesOf: (row: ThemeRow) => readonly string[]): Map<string, string[]> {
  const themes = new Map<string, string[]>();
  for (const row of rows)
    for (const value of valuesOf(row)) themes.set(value, [...(themes.get(value) ?? []), row.theme]);
  return themes;
}

const INFERRED_SHARE = 0.5;
const LEAST_NEIGHBOURS = 2;

/** Themes that at least half of a word's synonyms, by their scores, are tagged with, and two of them at least. */
export function themesOfSynonyms(
  relations: Pick<Relations, 'of'>,
  themesOfWord: (number: number) => readonly string[],
  word: number,
): string[] {
  const shares = new Map<string, { sum: number; words: number }>();
  let total = 0;
  for (const { related, type, score } of relations.of(word)) {
    if (type !== 'syn') continue;
    total += score;
    for (const theme of themesOfWord(related)) {
      const share = shares.get(theme) ?? { sum: 0, words: 0 };
      shares.set(theme, { sum: share.sum + score, words: share.words + 1 });
    }
  }
  const own = themesOfWord(word);
  return [...shares]
    .filter(
      ([theme, { sum, words }]) => !own.includes(theme) && words >= LEAST_NEIGHBOURS && sum >= total * INFERRED_SHARE,
    )
    .map(([theme]) => theme);
}

/** A head of one character passes on its themes only to a word of two; a longer word has a word as its head. */
const SHORTEST_COMPOUND = 2;
/** The last words of longer phrases are no heads. */
const LONGEST_COMPOUND = 6;

/** Themes of the word that a compound noun ends in, if both are of one category: 火車站 has those of 車站. */
function createCompounds(words: readonly string[], decided: readonly Decided[]): (number: number) => readonly string[] {
  const numbers = new Map(words.map((word, i) => [word, i]));
  return (number) => {
    const { pos, category } = decided[number]!;
    const chars = Array.from(words[number]!);
    if (pos !== 'n' || category === null) return [];
    if (chars.length < SHORTEST_COMPOUND || chars.length > LONGEST_COMPOUND) return [];
    for (let start = 1; start < chars.length; start++) {
      const single = start === chars.length - 1;
      if (single && chars.length > SHORTEST_COMPOUND) return [];
      const head = numbers.get(chars.slice(start).join(''));
      if (head === undefined || decided[head]!.pos !== 'n') continue;
      return decided[head]!.category === category ? decided[head]!.themes : [];
    }
    return [];
  };
}
