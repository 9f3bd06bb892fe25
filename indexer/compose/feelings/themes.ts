import type { MeaningTable } from '../../../src/lexicon/meaning.ts';
import type { ThemeRow } from '../../tables/hand-written.ts';
import type { WordDecision } from '../categories/decisions.ts';
import type { Relations } from '../relations/relations.ts';
import { createThemeLikeness, createThemesOfCharacters, type RatedThemes, themesOfKin } from './theme-witnesses.ts';

const MAX_WORD_LENGTH = 4;

/** Which themes a word has: by its characters, and by what is near to it. */

/** Leaves out the themes that a word is excluded from. Only a hand-written row of the word wins over that. */
export type ThemeFilter = (word: string, candidates: readonly string[]) => string[];

export function createThemeFilter(themes: readonly ThemeRow[]): ThemeFilter {
  const excluded = new Set(themes.flatMap(({ theme, exclude }) => exclude.map((word) => `${theme} ${word}`)));
  return (word, candidates) => candidates.filter((theme) => !excluded.has(`${theme} ${word}`));
}

/** Themes that follow from single characters of a word. */
export function createThemeByCharacter(themes: readonly ThemeRow[]): (word: string) => string[] {
  const byCharacter = new Map<string, string[]>();
  for (const { theme, characters } of themes)
    for (const char of characters) byCharacter.set(char, [...(byCharacter.get(char) ?? []), theme]);
  return (word) => {
    const chars = Array.from(word);
    if (chars.length > MAX_WORD_LENGTH) return [];
    return [...new Set(chars.flatMap((char) => byCharacter.get(char) ?? []))];
  };
}

/** Infers themes that a word is not tagged with: where two witnesses agree. */

export interface ThemeEvidence {
  /** Words in order of popularity. */
  readonly words: readonly string[];
  readonly decisions: readonly WordDecision[];
  readonly relations: Pick<Relations, 'of'>;
  readonly themes: readonly ThemeRow[];
  readonly rated: RatedThemes;
  readonly meanings: MeaningTable;
}

/** At most this many, those with most witnesses first. */
const MAX_INFERRED_THEMES = 3;
const MIN_WITNESSES = 2;

/**
 * Returns a function from a word's number to its inferred themes, without the tagged ones. The witnesses: rated synonyms; a character or
 * the head that rated words of the theme have; category or emotion; likeness to the rated words of the theme.
 */
export function createThemeInference(evidence: ThemeEvidence): (number: number) => string[] {
  const { words, decisions, relations, themes, rated, meanings } = evidence;
  const byCategory = invert(themes, ({ categories }) => categories);
  const byEmotion = invert(themes, ({ emotions }) => emotions);
  const withoutExcluded = createThemeFilter(themes);
  const compoundThemesOf = createCompoundThemes(words, decisions);
  const themesOfCharacters = createThemesOfCharacters(words, rated);
  const likenessTo = createThemeLikeness(words, rated, meanings);
  const names = themes.map(({ theme }) => theme);
  return (number) => {
    // Whoever rated a word's themes has said all of them.
    if (rated.get(number)?.length) return [];
    const { category, emotion, isFunctionWord = false } = decisions[number]!;
    if (isFunctionWord) return [];
    const word = words[number]!;
    const witnesses = [
      themesOfKin(relations, rated, number),
      new Set([...themesOfCharacters(word), ...compoundThemesOf(number)]),
      new Set([...(byCategory.get(category ?? '') ?? []), ...(byEmotion.get(emotion ?? '') ?? [])]),
    ];
    const found = names.flatMap((theme) => {
      const others = witnesses.filter((witness) => witness.has(theme)).length;
      // Likeness is one witness: alone it would not do, and it costs most.
      if (others < MIN_WITNESSES - 1) return [];
      const likeness = likenessTo(word, theme);
      const count = others + (likeness === undefined ? 0 : 1);
      return count >= MIN_WITNESSES ? [{ theme, count, likeness: likeness ?? 0 }] : [];
    });
    found.sort((a, b) => b.count - a.count || b.likeness - a.likeness);
    const tagged = decisions[number]!.themes;
    const inferred = found.map(({ theme }) => theme).filter((theme) => !tagged.includes(theme));
    return withoutExcluded(word, inferred).slice(0, MAX_INFERRED_THEMES);
  };
}

function invert(rows: readonly ThemeRow[], valuesOf: (row: ThemeRow) => readonly string[]): Map<string, string[]> {
  const themes = new Map<string, string[]>();
  for (const row of rows)
    for (const value of valuesOf(row)) themes.set(value, [...(themes.get(value) ?? []), row.theme]);
  return themes;
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
