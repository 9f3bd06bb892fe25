import type { Register } from '../../../src/lexicon/entry.ts';
import type { Frequency, FrequencyTable } from '../../sources/generated.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { Draft } from '../words/drafts.ts';
import { isName, isPlaceOrPerson, isReference } from '../words/glosses.ts';
import { createCorrection, expectedUsage } from './usage-model.ts';

/**
 * Popularity of a word: log10 of its occurrences in twenty million words of Hong Kong's lyrics, written and spoken ones. There is no such
 * text to count, so that popularity is estimated: the usage model's share of the text, less a discount for names and words of
 * administration, raised towards the level of the word's frequency class.
 */
const CORPUS_SIZE = 20_000_000;

/** What entries say of a popularity: 100 × ln(occurrences per 10⁹ words). */
export function frequencyOf(popularity: number): number {
  return Math.max(0, Math.round(Math.log((10 ** popularity / CORPUS_SIZE) * 1e9) * 100));
}

/** How much of the text is in written style: most lyrics are. */
const WRITTEN_SHARE = 0.75;

/** A word of this class that is said more often than its equivalent is written comes before it (嘅 before 的). */
const COMMONEST_CLASS = 5;
/** Least difference of popularity that puts one word before another. */
const STEP = 0.001;

/**
 * Popularity of a word of each class (1–5) that nothing counts well: written lists hardly see what is said (打邊爐) or is written with rare
 * characters (嫲嫲). Popularities below it are raised, see {@link raisedTowards}.
 */
const CLASS_LEVELS: readonly number[] = [0, 1, 1.9, 2.9, 3.8];
/** Share of the distance from a level that is left, so that counts still order the words below it. */
const REMAINING_DISTANCE = 0.2;

/**
 * Level of what Hong Kong says all the time: of the first hundred of speech (class 5) and of the next few hundred (4).
 * Most lyrics are in written style, so that the counts alone put 唔知 behind what is seldom said.
 */
const SPOKEN_LEVELS: Readonly<Record<number, number>> = { 4: 4.4, 5: 5.2 };

/** Weight of the standard equivalent's frequency, for words that nothing else tells apart. */
const STANDARD_WEIGHT = 0.02;

export interface PopularityInput {
  readonly frequencies: FrequencyTable;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly tables: HandWritten;
  /** Words that a person wrote down somewhere in the tables. */
  readonly chosen: ReadonlySet<string>;
}

export interface WordUse {
  readonly register: Register;
  /** Rarer ways of writing the word: their counts are its own. */
  readonly variants?: readonly string[] | undefined;
  readonly givenClass?: number | undefined;
}

export type PopularityOf = (draft: Draft, use: WordUse) => number;

export function createPopularity({ frequencies, drafts, tables, chosen }: PopularityInput): PopularityOf {
  const isWord = (text: string) => drafts.has(text);
  const correctWritten = createCorrection(tables, 'written', isWord);
  const correctSpoken = createCorrection(tables, 'spoken', isWord);
  const administrative = new Set(tables.administrative.map(({ value }) => toHongKong(value.word)));
  const classes = classesOf(tables.frequencyClasses);
  const spokenClasses = classesOf(tables.spokenFirst);

  function popularityOf(draft: Draft, { register, variants = [], givenClass }: WordUse): number {
    const { word, hand } = draft;
    const { zipf, essay } = sumOf(frequencies, [word, ...variants]);
    const tableClass = classes.get(word) ?? 0;
    const frequencyClass = givenClass ?? Math.max(tableClass, ...hand.map(({ freq }) => freq));
    const usage = expectedUsage({
      zipf,
      essay,
      register,
      length: Array.from(word).length,
      characters: meanCharacterCount(frequencies, word),
      frequencyClass,
      isChosen: chosen.has(word),
    });
    const [written, spoken] = [correctWritten(word, usage.written), correctSpoken(word, usage.spoken)];
    const share = WRITTEN_SHARE * written + (1 - WRITTEN_SHARE) * spoken;
    const popularity = Math.log10(share * CORPUS_SIZE) + STANDARD_WEIGHT * standardZipf(frequencies, draft);
    const discount = tableClass > 0 ? 0 : nameDiscount(draft, administrative.has(word));
    const ofClass = raisedTowards(CLASS_LEVELS[frequencyClass - 1], popularity - discount);
    return raisedTowards(SPOKEN_LEVELS[spokenClasses.get(word) ?? 0], ofClass);
  }

  return (draft, use) => {
    const popularity = popularityOf(draft, use);
    if (draft.hand.length === 0) return popularity;
    // Several words of one equivalent stay in their own order.
    const step = STEP * Math.max(1, popularity);
    return Math.max(popularity, ...lessUsedEquivalents(draft).map((other) => popularityOf(other, WRITTEN_USE) + step));
  };

  /**
   * The written equivalents of a spoken word that Hong Kong uses less. Where the word is not counted (我哋 is counted as two), those of
   * its length: 喺度 is not as frequent as 在.
   */
  function lessUsedEquivalents(draft: Draft): Draft[] {
    const essay = frequencies.get(draft.word)?.essay;
    const isUsedMore = (word: string) =>
      essay === undefined ? word.length === draft.word.length : essay > (frequencies.get(word)?.essay ?? 0);
    return draft.hand
      .filter(({ reg, freq }) => reg === '粵' && freq === COMMONEST_CLASS)
      .flatMap(({ standard }) => standard)
      .map(toHongKong)
      .filter((word) => word !== draft.word && isUsedMore(word))
      .flatMap((word) => drafts.get(word) ?? []);
  }
}

/** A popularity below the level, brought nearer to it. */
function raisedTowards(level: number | undefined, popularity: number): number {
  return level === undefined || popularity >= level ? popularity : level - REMAINING_DISTANCE * (level - popularity);
}

const WRITTEN_USE: WordUse = { register: '通' };

function classesOf(rows: HandWritten['frequencyClasses'] | HandWritten['spokenFirst']): Map<string, number> {
  return new Map(rows.map(({ value }) => [toHongKong(value.word), value.class]));
}

/** What the lists count of all forms of a word together, see {@link Frequency}. */
function sumOf(frequencies: FrequencyTable, forms: readonly string[]): Frequency {
  let share = 0;
  let essay = 0;
  for (const form of forms) {
    const frequency = frequencies.get(form);
    if (!frequency) continue;
    if (frequency.zipf > 0) share += 10 ** frequency.zipf;
    essay += frequency.essay;
  }
  return { zipf: share > 0 ? Math.log10(share) : 0, essay };
}

/** Mean log10 of the occurrences of a word's characters in Hong Kong text. */
function meanCharacterCount(frequencies: FrequencyTable, word: string): number {
  const characters = Array.from(word);
  const logs = characters.map((character) => Math.log10(1 + (frequencies.get(character)?.essay ?? 0)));
  return logs.reduce((sum, log) => sum + log, 0) / characters.length;
}

function standardZipf(frequencies: FrequencyTable, { hand }: Draft): number {
  if (hand.length === 0) return 0;
  const standards = hand.flatMap(({ standard }) => standard);
  return Math.max(0, ...standards.map((word) => frequencies.get(toHongKong(word))?.zipf ?? 0));
}

/** Puts words of Hong Kong right before those that the mainland uses for the same, whatever text of the whole language counts. */
export function raiseHongKongWords<Word extends { readonly word: string; readonly popularity: number }>(
  words: Word[],
  rows: HandWritten['hongKongFirst'],
): void {
  const numbers = new Map(words.map(({ word }, number) => [word, number]));
  for (const { value } of rows) {
    const first = numbers.get(toHongKong(value.word));
    const after = numbers.get(toHongKong(value.after));
    if (first === undefined || after === undefined) continue;
    const popularity = Math.max(words[first]!.popularity, words[after]!.popularity + STEP);
    words[first] = { ...words[first]!, popularity };
  }
}

/** What text about the mainland and the world says more often than a lyric of Hong Kong does. */

const NAME_TAG = /^(nr|ns|nt|nz)/;
const NAME_DISCOUNT = 1.6;
/** Names that are no places or people: feasts, faiths, languages. */
const OTHER_NAME_DISCOUNT = 0.3;
const HONG_KONG_GLOSS = /Hong Kong|Kowloon|Cantonese/;
const HONG_KONG_BONUS = 0.3;
const OTHER_REGION_LABEL = /\((PRC|Tw|Taiwan|mainland China)/;
const ADMINISTRATIVE_GLOSS =
  /\b(Communist Party|CCP|CPC|PRC|Mao Zedong|Marxis[mt]|Leninis[mt]|cadres?|prefecture|county|township|municipality|State Council|People's Congress|party committee|Party Central Committee|collectiv(e|ization)|five-year plan|Kuomintang)\b/;
const OTHER_REGION_DISCOUNT = 0.8;
const ADMINISTRATIVE_DISCOUNT = 0.8;
const UNEXPLAINED_DISCOUNT = 0.4;
const REFERENCE_DISCOUNT = 1;

/** Powers of ten by which a word is less popular than its counts say; `isAdministrative`: a person said so. */
function nameDiscount(draft: Draft, isAdministrative: boolean): number {
  if (draft.hand.length > 0) return 0;
  return glossDiscount(draft) + (isAdministrative ? ADMINISTRATIVE_DISCOUNT : 0);
}

function glossDiscount({ tag, cedict }: Draft): number {
  if (cedict.length === 0) return NAME_TAG.test(tag) ? NAME_DISCOUNT : UNEXPLAINED_DISCOUNT;
  const glosses = cedict.flatMap((article) => article.glosses);
  if (HONG_KONG_GLOSS.test(glosses[0]!)) return -HONG_KONG_BONUS;
  if (cedict.every(isName)) return isPlaceOrPerson(glosses) ? NAME_DISCOUNT : OTHER_NAME_DISCOUNT;
  if (glosses.every(isReference)) return REFERENCE_DISCOUNT;
  return OTHER_REGION_LABEL.test(glosses[0]!) || ADMINISTRATIVE_GLOSS.test(glosses[0]!) ? OTHER_REGION_DISCOUNT : 0;
}
