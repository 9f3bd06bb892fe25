import type { PartOfSpeech, Valence } from '../../src/lexicon/entry.ts';
import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { AffectRow } from '../tables/schemas.ts';
import { standardEquivalents } from './curated.ts';
import type { GatheredWord } from './gather.ts';
import type { Meaning } from './meaning.ts';
import { partOfSpeech } from './part-of-speech.ts';
import type { Relations } from './relations.ts';
import { createThemeByCharacter } from './themes.ts';

/** What is decided of a word's meaning and feeling. Null where there is no evidence. */
export interface Decided {
  readonly pos: PartOfSpeech;
  readonly category: string | null;
  /** Whether a person gave the category. */
  readonly verified: boolean;
  readonly emotion: string | null;
  readonly valence: Valence | null;
  readonly themes: readonly string[];
}

export interface DecisionInput {
  /** In order of popularity. */
  readonly words: readonly GatheredWord[];
  readonly relations: Relations;
  readonly tables: HandWritten;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

/**
 * Decides every word, by the best evidence there is: an operator, a hand-written row, the standard equivalent, the glosses'
 * senses, and for emotion at last the curated synonyms.
 */
export function decideAll({ words, relations, tables, meanings }: DecisionInput): Decided[] {
  const rows = new Map(tables.affect.map(({ value }) => [toHongKong(value.word), value]));
  const themesByCharacter = createThemeByCharacter(tables.themes.map(({ value }) => value));
  const numbers = new Map(words.map(({ word }, i) => [word, i]));
  const decided = words.map((word) =>
    decide(word, meanings.get(word.word), rows.get(word.word), themesByCharacter(word.word)),
  );
  for (const [heir, standard] of standardEquivalents(tables)) {
    const to = numbers.get(heir);
    const from = numbers.get(standard);
    if (to !== undefined && from !== undefined && isOneSense(decided[to]!, decided[from]!))
      decided[to] = inheritMeaning(decided[to]!, decided[from]!, rows.get(heir));
  }
  const valences = new Map(tables.emotions.map(({ value }) => [value.emotion, value.valence]));
  const feltAs = (number: number) => (rows.has(words[number]!.word) ? decided[number]!.emotion : undefined);
  return decided.map((own, number) => {
    const felt =
      own.emotion !== null || rows.has(words[number]!.word)
        ? own.emotion
        : feelingOfSynonyms(relations, number, feltAs);
    return felt === null ? own : { ...own, emotion: felt, valence: own.valence ?? valences.get(felt) ?? null };
  });
}

function decide(
  { hand, tag, patch, glosses, readings }: GatheredWord,
  meaning: Meaning | undefined,
  row: AffectRow | undefined,
  characterThemes: readonly string[],
): Decided {
  const category = patch?.category ?? hand.find((own) => own.category !== '')?.category;
  return {
    pos: partOfSpeech({
      hand: patch?.pos ?? hand[0]?.pos,
      tag,
      glosses,
      senses: meaning?.pos,
      length: readings[0]!.code.length,
    }),
    category: category ?? meaning?.category ?? null,
    verified: category !== undefined,
    emotion: patch?.emotion ?? (row ? row.emotion || null : (meaning?.emotion ?? null)),
    valence: patch?.valence ?? row?.valence ?? meaning?.valence ?? null,
    themes: patch?.themes ?? themesOf(row, meaning, characterThemes),
  };
}

/** A person's list stands as it is; else what the senses and the characters show. */
function themesOf(
  row: AffectRow | undefined,
  meaning: Meaning | undefined,
  characterThemes: readonly string[],
): readonly string[] {
  if (row && row.themes.length > 0) return row.themes;
  return [...new Set([...(meaning?.themes ?? []), ...characterThemes])];
}

/** Feeling passes from a standard equivalent only within a part of speech and category: 唔好 is not the 別 of parting. */
function isOneSense(heir: Decided, standard: Decided): boolean {
  return (
    heir.pos === standard.pos &&
    (heir.category === null || standard.category === null || heir.category === standard.category)
  );
}

/** What a word lacks it takes from its standard equivalent; a person's own word on its feeling stays. */
function inheritMeaning(heir: Decided, standard: Decided, row: AffectRow | undefined): Decided {
  return {
    pos: heir.pos,
    category: heir.category ?? standard.category,
    verified: heir.verified || (heir.category === null && standard.verified),
    emotion: row ? heir.emotion : (standard.emotion ?? heir.emotion),
    valence: row ? heir.valence : (standard.valence ?? heir.valence),
    themes: row && row.themes.length > 0 ? heir.themes : [...new Set([...heir.themes, ...standard.themes])],
  };
}

const LEAST_AGREEING = 2;
const AGREEING_SHARE = 0.75;

/**
 * The emotion that a person gave to at least three quarters of a word's rated curated synonyms, and to two at least;
 * null when there is none. `feltAs` answers undefined for words that nobody rated, null for those rated neutral.
 */
export function feelingOfSynonyms(
  relations: Pick<Relations, 'of'>,
  word: number,
  feltAs: (number: number) => string | null | undefined,
): string | null {
  const votes = new Map<string | null, number>();
  let rated = 0;
  for (const { related, type, source } of relations.of(word)) {
    const felt = type === 'syn' && source === 'curated' ? feltAs(related) : undefined;
    if (felt === undefined) continue;
    rated++;
    votes.set(felt, (votes.get(felt) ?? 0) + 1);
  }
  for (const [emotion, count] of votes)
    if (emotion !== null && count >= LEAST_AGREEING && count >= rated * AGREEING_SHARE) return emotion;
  return null;
}

const INFERRED_SHARE = 0.5;
const LEAST_NEIGHBOURS = 2;

/** Themes that at least half of a word's synonyms, by their scores, are tagged with, and two of them at least. */
export function inferredThemes(
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
