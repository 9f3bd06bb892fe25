import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { AffectRow } from '../tables/schemas.ts';
import { createCategorizer } from './categories.ts';
import { standardEquivalents } from './curated.ts';
import type { GatheredWord } from './gathered-word.ts';
import { learnAffect } from './learned-affect.ts';
import type { Meaning } from './meaning.ts';
import { partOfSpeech, posOfCategory } from './part-of-speech.ts';
import type { Relations } from './relations.ts';
import { createThemeByCharacter, createThemeFilter, type ThemeFilter } from './themes.ts';
import { decideWordAffect } from './word-affect.ts';
import type { WordDecision } from './word-decision.ts';

export interface MeaningInput {
  /** In order of popularity. */
  readonly words: readonly GatheredWord[];
  readonly tables: HandWritten;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

export interface DecisionInput extends MeaningInput {
  readonly relations: Relations;
}

/** Decisions that do not need the relations. */
export interface MeaningDecisions {
  readonly decisions: readonly WordDecision[];
  /** Hand-written ratings by word. */
  readonly rows: ReadonlyMap<string, AffectRow>;
  /** Words that inherit the rating of their standard equivalent. */
  readonly inherited: ReadonlySet<number>;
}

type Ratings = MeaningDecisions['rows'];

/**
 * Decides part of speech, category and affect of every word from the first that has them: an operator's line, a hand-written row, the
 * senses of its glosses, its standard equivalent. {@link decideAffect} adds what is learned from other words.
 */
export function decideMeanings({ words, tables, meanings }: MeaningInput): MeaningDecisions {
  const rows = new Map(tables.affect.map(({ value }) => [toHongKong(value.word), value]));
  const wordCategories = new Map(tables.wordCategories.map(({ value }) => [toHongKong(value.word), value.category]));
  const themeRows = tables.themes.map(({ value }) => value);
  const themesByCharacter = createThemeByCharacter(themeRows);
  const withoutExcluded = createThemeFilter(themeRows);
  const numbers = new Map(words.map(({ word }, i) => [word, i]));
  const decisions = words.map((word) =>
    decide(word, {
      meaning: meanings.get(word.word),
      row: rows.get(word.word),
      handCategory: wordCategories.get(word.word),
      characterThemes: themesByCharacter(word.word),
      withoutExcluded,
    }),
  );
  const categorize = createCategorizer(words, decisions, meanings);
  for (const number of decisions.keys()) decisions[number] = { ...decisions[number]!, category: categorize(number) };
  const inherited = new Set<number>();
  for (const [heir, standard] of standardEquivalents(tables)) {
    const to = numbers.get(heir);
    const from = numbers.get(standard);
    if (to === undefined || from === undefined || !isOneSense(decisions[to]!, decisions[from]!)) continue;
    const merged = inheritMeaning(decisions[to]!, decisions[from]!, rows.get(heir));
    decisions[to] = rows.get(heir)?.themes.length
      ? merged
      : { ...merged, themes: withoutExcluded(heir, merged.themes) };
    if (rows.has(standard)) inherited.add(to);
  }
  return { decisions, rows, inherited };
}

/** Decides the affect of unrated words: from rated synonyms, then from the model trained on all rated words. */
export function decideAffect(input: DecisionInput, { decisions, rows, inherited }: MeaningDecisions): WordDecision[] {
  const { words, relations, tables } = input;
  const valences = new Map(tables.emotions.map(({ value }) => [value.emotion, value.valence ?? null]));
  const ratedEmotionOf = (number: number) => (rows.has(words[number]!.word) ? decisions[number]!.emotion : undefined);
  const learnedAffectOf = createAffectLearner(input, decisions, rows);
  return decisions.map((decision, number) => {
    const { word, patch } = words[number]!;
    const row = rows.get(word);
    // A rating is final, even one of "no emotion"; so is an inherited one.
    const isRated = row !== undefined || inherited.has(number);
    const inheritedValence = row || !isRated ? undefined : (decision.valence ?? undefined);
    return decideWordAffect(decision, {
      learned: learnedAffectOf ? learnedAffectOf(number) : null,
      bySynonyms: emotionOfSynonyms(relations, number, ratedEmotionOf),
      valences,
      explicit: {
        emotion: patch?.emotion ?? (isRated ? decision.emotion : undefined),
        valence: patch?.valence ?? row?.valence ?? inheritedValence,
      },
    });
  });
}

function createAffectLearner(
  { words, relations, tables, meanings }: DecisionInput,
  decisions: readonly WordDecision[],
  rows: Ratings,
) {
  const ratedSynonyms = (number: number): AffectRow[] => {
    const rated: AffectRow[] = [];
    for (const { related, type } of relations.of(number)) {
      const row = type === 'syn' ? rows.get(words[related]!.word) : undefined;
      if (row && rated.push(row) === MAX_RATED_SYNONYMS) break;
    }
    return rated;
  };
  return learnAffect({
    emotions: tables.emotions.map(({ value }) => value.emotion),
    themes: tables.themes.map(({ value }) => value.theme),
    words: words.length,
    wordOf: (number) => words[number]!.word,
    evidenceOf: (number) => ({
      word: words[number]!.word,
      glosses: words[number]!.glosses,
      pos: decisions[number]!.pos,
      category: decisions[number]!.category,
      meaning: meanings.get(words[number]!.word),
      ratedSynonyms: ratedSynonyms(number),
    }),
    ratingOf: (number) => rows.get(words[number]!.word),
    evidenceLabelsOf: (number) => decisions[number]!,
  });
}

const MAX_RATED_SYNONYMS = 10;

interface WordEvidence {
  readonly meaning: Meaning | undefined;
  readonly row: AffectRow | undefined;
  /** The category that was written for a word of the packages. */
  readonly handCategory: string | undefined;
  readonly characterThemes: readonly string[];
  readonly withoutExcluded: ThemeFilter;
}

function decide(gathered: GatheredWord, evidence: WordEvidence): WordDecision {
  const { hand, tag, patch, glosses, readings } = gathered;
  const { meaning, row, handCategory } = evidence;
  const category = patch?.category ?? hand.find((row) => row.category !== '')?.category ?? handCategory;
  return {
    pos: partOfSpeech({
      hand: patch?.pos ?? hand[0]?.pos ?? (handCategory ? posOfCategory(handCategory) : undefined),
      tag,
      glosses,
      senses: meaning?.pos,
      length: readings[0]!.code.length,
    }),
    category: category ?? meaning?.category ?? null,
    verified: category !== undefined,
    emotion: patch?.emotion ?? (row ? row.emotion || null : (meaning?.emotion ?? null)),
    valence: patch?.valence ?? row?.valence ?? meaning?.valence ?? null,
    themes: patch?.themes ?? themesOf(gathered.word, evidence),
    learned: null,
  };
}

/** The hand-written themes; without any, those of the senses and characters. */
function themesOf(word: string, { row, meaning, characterThemes, withoutExcluded }: WordEvidence): readonly string[] {
  if (row && row.themes.length > 0) return row.themes;
  return withoutExcluded(word, [...new Set([...(meaning?.themes ?? []), ...characterThemes])]);
}

/** Affect is inherited only within a part of speech and category: 唔好 does not mean the 別 of parting. */
function isOneSense(heir: WordDecision, standard: WordDecision): boolean {
  return (
    heir.pos === standard.pos &&
    (heir.category === null || standard.category === null || heir.category === standard.category)
  );
}

/** Fills missing fields from the standard equivalent; a hand-written rating of the word itself wins. */
function inheritMeaning(heir: WordDecision, standard: WordDecision, row: AffectRow | undefined): WordDecision {
  return {
    pos: heir.pos,
    category: heir.category ?? standard.category,
    verified: heir.verified || (heir.category === null && standard.verified),
    emotion: row ? heir.emotion : (standard.emotion ?? heir.emotion),
    valence: row ? heir.valence : (standard.valence ?? heir.valence),
    themes: row && row.themes.length > 0 ? heir.themes : [...new Set([...heir.themes, ...standard.themes])],
    learned: null,
  };
}

const MIN_AGREEING_SYNONYMS = 2;
const MIN_AGREEING_SHARE = 0.75;

/**
 * The emotion of at least three quarters of a word's rated curated synonyms, and of at least two of them; null when there is none.
 * `ratedEmotionOf` returns undefined for unrated words and null for those rated neutral.
 */
export function emotionOfSynonyms(
  relations: Pick<Relations, 'of'>,
  word: number,
  ratedEmotionOf: (number: number) => string | null | undefined,
): string | null {
  const votes = new Map<string | null, number>();
  let rated = 0;
  for (const { related, type, source } of relations.of(word)) {
    const rating = type === 'syn' && source === 'curated' ? ratedEmotionOf(related) : undefined;
    if (rating === undefined) continue;
    rated++;
    votes.set(rating, (votes.get(rating) ?? 0) + 1);
  }
  for (const [emotion, count] of votes)
    if (emotion !== null && count >= MIN_AGREEING_SYNONYMS && count >= rated * MIN_AGREEING_SHARE) return emotion;
  return null;
}
