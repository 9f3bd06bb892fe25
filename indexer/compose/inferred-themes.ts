import type { ThemeRow } from '../tables/schemas.ts';
import type { Relations } from './relations.ts';
import { createThemeFilter } from './themes.ts';
import type { WordDecision } from './word-decision.ts';

/** Infers themes that a word is not tagged with from its synonyms, emotion, category and head. */

export interface ThemeEvidence {
  /** Words in order of popularity. */
  readonly words: readonly string[];
  readonly decisions: readonly WordDecision[];
  readonly relations: Pick<Relations, 'of'>;
  readonly themes: readonly ThemeRow[];
}

/** At most this many, most likely first. */
const MAX_INFERRED_THEMES = 3;
/** From this probability on, the model's prediction is enough. */
const MIN_INFERRED_PROBABILITY = 0.35;

/** Returns a function from a word's number to its inferred themes, without the tagged ones. */
export function createThemeInference(evidence: ThemeEvidence): (number: number) => string[] {
  const { words, decisions, relations, themes } = evidence;
  const themesOf = (number: number) => decisions[number]!.themes;
  const byCategory = invert(themes, ({ categories }) => categories);
  const byEmotion = invert(themes, ({ emotions }) => emotions);
  const withoutExcluded = createThemeFilter(themes);
  const compoundThemesOf = createCompoundThemes(words, decisions);
  return (number) => {
    const { category, emotion, learned } = decisions[number]!;
    const likely = (learned?.themes ?? []).filter(([, probability]) => probability >= MIN_INFERRED_PROBABILITY);
    const found = new Set([
      ...themesOfSynonyms(relations, themesOf, number),
      ...likely.map(([theme]) => theme),
      ...(byEmotion.get(emotion ?? '') ?? []),
      ...(byCategory.get(category ?? '') ?? []),
      ...compoundThemesOf(number),
    ]);
    for (const theme of themesOf(number)) found.delete(theme);
    return withoutExcluded(words[number]!, [...found]).slice(0, MAX_INFERRED_THEMES);
  };
}

function invert(rows: readonly ThemeRow[], valuesOf: (row: ThemeRow) => readonly string[]): Map<string, string[]> {
  const themes = new Map<string, string[]>();
  for (const row of rows)
    for (const value of valuesOf(row)) themes.set(value, [...(themes.get(value) ?? []), row.theme]);
  return themes;
}

const MIN_SYNONYM_SHARE = 0.5;
const MIN_SYNONYMS = 2;

/** Themes that at least half of a word's synonyms, weighted by score, and at least two of them are tagged with. */
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
  const taggedThemes = themesOfWord(word);
  return [...shares]
    .filter(
      ([theme, { sum, words }]) =>
        !taggedThemes.includes(theme) && words >= MIN_SYNONYMS && sum >= total * MIN_SYNONYM_SHARE,
    )
    .map(([theme]) => theme);
}

/** A single character at the end says too little: 仔 is no 家 in 儲仔, 橋 no 城市 in 度橋. */
const MIN_HEAD_LENGTH = 2;
/** Longer phrases have no head word. */
const MAX_COMPOUND_LENGTH = 6;

/** Themes of the head of a compound noun if both have the same category: 火車站 gets those of 車站. */
function createCompoundThemes(
  words: readonly string[],
  decisions: readonly WordDecision[],
): (number: number) => readonly string[] {
  const numbers = new Map(words.map((word, i) => [word, i]));
  return (number) => {
    const { pos, category } = decisions[number]!;
    const chars = Array.from(words[number]!);
    if (pos !== 'n' || category === null) return [];
    if (chars.length > MAX_COMPOUND_LENGTH) return [];
    for (let start = 1; start <= chars.length - MIN_HEAD_LENGTH; start++) {
      const head = numbers.get(chars.slice(start).join(''));
      if (head === undefined || decisions[head]!.pos !== 'n') continue;
      return decisions[head]!.category === category ? decisions[head]!.themes : [];
    }
    return [];
  };
}
