import { createThemeByCharacter, createThemeFilter } from '../../indexer/compose/labels/labels.ts';
import type { Relations } from '../../indexer/compose/relations/relations.ts';
import type { ThemeRow } from '../../indexer/tables/hand-written.ts';
import type { PartOfSpeech } from '../../src/lexicon/entry.ts';
import { MEANING_COMPONENTS, type MeaningTable, rowFinder } from '../../src/lexicon/meaning.ts';

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
      themesOfSynonyms(relations, rated, number),
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

/** What speaks for a theme that nobody wrote down, in Chinese: an English gloss makes puns (tear: 拆毀 in 淚). */

/** Themes by hand: by the word's number, for each word that a person rated. */
type RatedThemes = ReadonlyMap<number, readonly string[]>;

const MIN_SYNONYM_SHARE = 0.5;
const MIN_SYNONYMS = 2;

/** Themes that at least half of a word's rated synonyms, weighted by score, and at least two of them have. */
function themesOfSynonyms(relations: Pick<Relations, 'of'>, rated: RatedThemes, word: number): Set<string> {
  const shares = new Map<string, { sum: number; words: number }>();
  let total = 0;
  for (const { related, type, score } of relations.of(word)) {
    const themes = type === 'syn' ? rated.get(related) : undefined;
    if (!themes) continue;
    total += score;
    for (const theme of themes) {
      const share = shares.get(theme) ?? { sum: 0, words: 0 };
      shares.set(theme, { sum: share.sum + score, words: share.words + 1 });
    }
  }
  const isShared = ({ sum, words }: { sum: number; words: number }) =>
    words >= MIN_SYNONYMS && sum >= total * MIN_SYNONYM_SHARE;
  return new Set([...shares].filter(([, share]) => isShared(share)).map(([theme]) => theme));
}

const MAX_LENGTH = 4;
/** A character says a theme if at least so many rated words have it, and at least this share of them has the theme. */
const MIN_RATED_WORDS = 4;
const MIN_CHARACTER_SHARE = 0.65;

/** Creates the look-up of the themes that most rated words with one of a word's characters have. */
function createThemesOfCharacters(words: readonly string[], rated: RatedThemes): (word: string) => readonly string[] {
  const ratedThemes = new Map<string, (readonly string[])[]>();
  for (const [number, themes] of rated)
    for (const character of new Set(words[number]!))
      ratedThemes.set(character, [...(ratedThemes.get(character) ?? []), themes]);
  const themesOf = new Map<string, readonly string[]>();
  for (const [character, lists] of ratedThemes) {
    if (lists.length < MIN_RATED_WORDS) continue;
    const shareOf = (theme: string) => lists.filter((themes) => themes.includes(theme)).length / lists.length;
    themesOf.set(
      character,
      [...new Set(lists.flat())].filter((theme) => shareOf(theme) >= MIN_CHARACTER_SHARE),
    );
  }
  return (word) => {
    const characters = Array.from(word);
    return characters.length > MAX_LENGTH ? [] : characters.flatMap((character) => themesOf.get(character) ?? []);
  };
}

/** Of the words at least as near to a theme's centre as a word with it must be, this share has it; and so many are looked at. */
const MIN_LIKENESS_PRECISION = 0.7;
const MIN_NEAREST = 20;

/** Creates the look-up of the likeness (a cosine) of a word to a theme, if rated words that are as near to it mostly have it; else undefined. */
function createThemeLikeness(
  words: readonly string[],
  rated: RatedThemes,
  { names, rows }: MeaningTable,
): (word: string, theme: string) => number | undefined {
  const vectorOf = rowFinder({ names, rows: centredVectors(rows) });
  const known = [...rated].flatMap(([number, themes]) => {
    const vector = vectorOf(words[number]!);
    return vector ? [{ vector, themes }] : [];
  });
  const centres = new Map<string, { centre: Float32Array; least: number }>();
  for (const theme of new Set(known.flatMap(({ themes }) => themes))) {
    const centre = new Float32Array(MEANING_COMPONENTS);
    for (const { vector, themes } of known) if (themes.includes(theme)) addTo(centre, vector);
    scaleToUnit(centre);
    const near = known.map(({ vector, themes }) => ({
      likeness: product(vector, centre),
      has: themes.includes(theme),
    }));
    centres.set(theme, { centre, least: leastLikeness(near) });
  }
  return (word, theme) => {
    const [vector, found] = [vectorOf(word), centres.get(theme)];
    if (!vector || !found) return undefined;
    const likeness = product(vector, found.centre);
    return likeness >= found.least ? likeness : undefined;
  };
}

/** The lowest likeness down to which most words have the theme. */
function leastLikeness(near: { likeness: number; has: boolean }[]): number {
  let least = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const [index, { likeness, has }] of near.sort((a, b) => b.likeness - a.likeness).entries()) {
    if (has) count++;
    if (index >= MIN_NEAREST && count / (index + 1) >= MIN_LIKENESS_PRECISION) least = likeness;
  }
  return least;
}

/** The vectors around their mean, each of length 1. */
function centredVectors(rows: Int8Array): Float32Array {
  const vectors = Float32Array.from(rows);
  const count = rows.length / MEANING_COMPONENTS;
  const vectorAt = (place: number) => vectors.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
  const mean = new Float32Array(MEANING_COMPONENTS);
  for (let place = 0; place < count; place++) addTo(mean, vectorAt(place));
  for (let place = 0; place < count; place++) {
    const vector = vectorAt(place);
    for (let component = 0; component < MEANING_COMPONENTS; component++) vector[component]! -= mean[component]! / count;
    scaleToUnit(vector);
  }
  return vectors;
}

function addTo(sum: Float32Array, vector: Float32Array): void {
  for (let component = 0; component < sum.length; component++) sum[component]! += vector[component]!;
}

function scaleToUnit(vector: Float32Array): void {
  const length = Math.sqrt(product(vector, vector));
  if (length > 0) for (let component = 0; component < vector.length; component++) vector[component]! /= length;
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let component = 0; component < a.length; component++) sum += a[component]! * b[component]!;
  return sum;
}
