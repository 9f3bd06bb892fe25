import { createThemeByCharacter, createThemeFilter } from '../../indexer/compose/labels/labels.ts';
import type { Relations } from '../../indexer/compose/relations/relations.ts';
import type { ThemeRow } from '../../indexer/tables/hand-written.ts';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import type { MeaningTable } from '../../src/lexicon/meaning.ts';
import { createThemeLikeness, createThemesOfCharacters, type RatedThemes, themesOfKin } from './theme-evidence.ts';

/** The themes of the words that nobody rated: tagged ones by their characters, inferred ones where two witnesses agree. */

/** What is known of a word besides its themes. */
export interface ThemedWord {
  readonly word: string;
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  readonly emotion: string | null;
  /** By WordNet's senses of its gloss. */
  readonly byGloss: readonly string[];
  /** By the words of its Chinese definition. */
  readonly byDefinition: readonly string[];
}

export interface ThemeInput {
  /** In order of popularity. */
  readonly words: readonly ThemedWord[];
  readonly relations: Pick<Relations, 'of'>;
  readonly themes: readonly ThemeRow[];
  readonly rated: RatedThemes;
  readonly meanings: MeaningTable;
}

export interface Themes {
  readonly tagged: readonly string[];
  readonly inferred: readonly string[];
}

/** At most this many, those with most witnesses first. */
const MAX_INFERRED_THEMES = 3;
const MIN_WITNESSES = 2;

/**
 * Returns a function from a word's number to its themes. The witnesses: rated synonyms; a character or the head that rated words of the
 * theme have; category or emotion; the Chinese definition; the English gloss; likeness to the rated words of the theme. A theme of the gloss
 * that another witness confirms is a tagged one.
 */
export function createThemes({ words, relations, themes, rated, meanings }: ThemeInput): (number: number) => Themes {
  const byCategory = invert(themes, ({ categories }) => categories);
  const byEmotion = invert(themes, ({ emotions }) => emotions);
  const themesByCharacter = createThemeByCharacter(themes);
  const withoutExcluded = createThemeFilter(themes);
  const names = words.map(({ word }) => word);
  const taggedByCharacter = names.map((word) => withoutExcluded(word, themesByCharacter(word)));
  const compoundThemesOf = createCompoundThemes(words, (number) => rated.get(number) ?? taggedByCharacter[number]!);
  const themesOfCharacters = createThemesOfCharacters(names, rated);
  const likenessTo = createThemeLikeness(names, rated, meanings);
  return (number) => {
    const { word, category, emotion, byGloss, byDefinition } = words[number]!;
    const witnesses = [
      themesOfKin(relations, rated, number),
      new Set([...themesOfCharacters(word), ...compoundThemesOf(number)]),
      new Set([...(byCategory.get(category ?? '') ?? []), ...(byEmotion.get(emotion ?? '') ?? [])]),
      new Set(byDefinition),
      new Set(byGloss),
    ];
    const found = themes.flatMap(({ theme }) => {
      const others = witnesses.filter((witness) => witness.has(theme)).length;
      // Likeness is one witness: alone it would not do, and it costs most.
      if (others < MIN_WITNESSES - 1) return [];
      const likeness = likenessTo(word, theme);
      const count = others + (likeness === undefined ? 0 : 1);
      return count >= MIN_WITNESSES ? [{ theme, count, likeness: likeness ?? 0 }] : [];
    });
    found.sort((a, b) => b.count - a.count || b.likeness - a.likeness);
    const evident = withoutExcluded(
      word,
      found.map(({ theme }) => theme),
    );
    const tagged = [...new Set([...taggedByCharacter[number]!, ...evident.filter((theme) => byGloss.includes(theme))])];
    return { tagged, inferred: evident.filter((theme) => !tagged.includes(theme)).slice(0, MAX_INFERRED_THEMES) };
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
  words: readonly ThemedWord[],
  themesOf: (number: number) => readonly string[],
): (number: number) => readonly string[] {
  const numbers = new Map(words.map(({ word }, i) => [word, i]));
  return (number) => {
    const { word, pos, category } = words[number]!;
    const chars = Array.from(word);
    if (pos !== 'n' || category === null || chars.length > MAX_COMPOUND_LENGTH) return [];
    for (let start = 1; start <= chars.length - MIN_HEAD_LENGTH; start++) {
      const head = numbers.get(chars.slice(start).join(''));
      if (head === undefined || words[head]!.pos !== 'n') continue;
      return words[head]!.category === category ? themesOf(head) : [];
    }
    return [];
  };
}
