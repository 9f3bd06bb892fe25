import type { ThemeRow } from '../tables/schemas.ts';

const LONGEST_BY_CHARACTER = 4;

/** Themes that the characters of a word show by themselves. */
export function createThemeByCharacter(themes: readonly ThemeRow[]): (word: string) => string[] {
  const rules = themes
    .filter(({ characters }) => characters.length > 0)
    .map(({ theme, characters, exclude }) => ({ theme, characters, exclude: new Set(exclude) }));
  return (word) => {
    if (Array.from(word).length > LONGEST_BY_CHARACTER) return [];
    return rules
      .filter(({ characters, exclude }) => !exclude.has(word) && characters.some((char) => word.includes(char)))
      .map(({ theme }) => theme);
  };
}
