import type { ThemeRow } from '../tables/schemas.ts';

const MAX_WORD_LENGTH = 4;

/** Themes that follow from single characters of a word. */
export function createThemeByCharacter(themes: readonly ThemeRow[]): (word: string) => string[] {
  const byCharacter = new Map<string, string[]>();
  const excluded = new Set<string>();
  for (const { theme, characters, exclude } of themes) {
    for (const char of characters) byCharacter.set(char, [...(byCharacter.get(char) ?? []), theme]);
    for (const word of exclude) excluded.add(`${theme} ${word}`);
  }
  return (word) => {
    const chars = Array.from(word);
    if (chars.length > MAX_WORD_LENGTH) return [];
    const found = new Set(chars.flatMap((char) => byCharacter.get(char) ?? []));
    return [...found].filter((theme) => !excluded.has(`${theme} ${word}`));
  };
}
