import type { ThemeRow } from '../../tables/hand-written.ts';

const MAX_WORD_LENGTH = 4;

/** The themes that follow from the theme table itself. */

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
