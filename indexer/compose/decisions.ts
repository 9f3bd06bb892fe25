import { toHongKong } from '../sources/opencc.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { AffectRow } from '../tables/schemas.ts';
import { createCategorizer } from './categories.ts';
import { standardEquivalents } from './curated.ts';
import type { GatheredWord } from './gathered-word.ts';
import { learnAffect } from './learned-affect.ts';
import type { Meaning } from './meaning.ts';
import { partOfSpeech } from './part-of-speech.ts';
import type { Relations } from './relations.ts';
import { createThemeByCharacter } from './themes.ts';
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

/** What is decided before the relations are known. */
export interface MeaningDecisions {
  readonly decisions: readonly WordDecision[];
  /** What people said, by word. */
  readonly rows: ReadonlyMap<string, AffectRow>;
  /** The words whose standard equivalent was rated. */
  readonly inherited: ReadonlySet<number>;
}

type Ratings = MeaningDecisions['rows'];

/**
 * Decides every word by all but its likeness to others: an operator, a hand-written row, the glosses' senses, the standard
 * equivalent. {@link decideAffect} completes it.
 */
export function decideMeanings({ words, tables, meanings }: MeaningInput): MeaningDecisions {
  const rows = new Map(tables.affect.map(({ value }) => [toHongKong(value.word), value]));
  const themesByCharacter = createThemeByCharacter(tables.themes.map(({ value }) => value));
  const numbers = new Map(words.map(({ word }, i) => [word, i]));
  const decisions = words.map((word) =>
    decide(word, meanings.get(word.word), rows.get(word.word), themesByCharacter(word.word)),
  );
  const categorize = createCategorizer(words, decisions, meanings);
  for (const number of decisions.keys()) decisions[number] = { ...decisions[number]!, category: categorize(number) };
  const inherited = new Set<number>();
  for (const [heir, standard] of standardEquivalents(tables)) {
    const to = numbers.get(heir);
    const from = numbers.get(standard);
    if (to === undefined || from === undefined || !isOneSense(decisions[to]!, decisions[from]!)) continue;
    decisions[to] = inheritMeaning(decisions[to]!, decisions[from]!, rows.get(heir));
    if (rows.has(standard)) inherited.add(to);
  }
  return { decisions, rows, inherited };
}

/** Decides feeling where nobody said it: by rated synonyms, and at last by likeness to the words that people rated. */
export function decideAffect(input: DecisionInput, { decisions, rows, inherited }: MeaningDecisions): WordDecision[] {
  const { words, relations, tables } = input;
  const valences = new Map(tables.emotions.map(({ value }) => [value.emotion, value.valence ?? null]));
  const ratedEmotionOf = (number: number) => (rows.has(words[number]!.word) ? decisions[number]!.emotion : undefined);
  const learnedAffectOf = createAffectLearner(input, decisions, rows);
  return decisions.map((decision, number) => {
    const { word, patch } = words[number]!;
    const row = rows.get(word);
    // What a person said stands, also that there is no emotion, and so does what a standard equivalent passes on of it.
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

function decide(
  { hand, tag, patch, glosses, readings }: GatheredWord,
  meaning: Meaning | undefined,
  row: AffectRow | undefined,
  characterThemes: readonly string[],
): WordDecision {
  const category = patch?.category ?? hand.find((row) => row.category !== '')?.category;
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
    learned: null,
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
function isOneSense(heir: WordDecision, standard: WordDecision): boolean {
  return (
    heir.pos === standard.pos &&
    (heir.category === null || standard.category === null || heir.category === standard.category)
  );
}

/** What a word lacks it takes from its standard equivalent; a person's own word on its feeling stays. */
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
 * The emotion that a person gave to at least three quarters of a word's rated curated synonyms, and to two at least;
 * null when there is none. `ratedEmotionOf` answers undefined for words that nobody rated, null for those rated neutral.
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
