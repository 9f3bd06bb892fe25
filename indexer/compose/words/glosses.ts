import type { PartOfSpeech } from '../../../src/lexicon/entry.ts';
import { glossKeysOf } from '../../../src/lexicon/gloss-heads.ts';
import type { CedictRow } from '../../sources/dictionaries.ts';
import { toHongKong } from '../../sources/opencc.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import { posOfGlosses } from '../labels/part-of-speech.ts';

/** Reduces the glosses of CC-CEDICT to those that give a meaning. */

/** A sense of a word in CC-CEDICT: one Mandarin reading and its glosses. */
export type Article = Pick<CedictRow, 'pinyin' | 'glosses'>;

const ABOUT_ANOTHER_WORD =
  /^(old |erhua |archaic |Japanese |euphemistic |simplified |nonstandard |misspelling |also |equivalent )*(variant|form|way of writing) of|^see |^see also|^also written|^also pr\.|^used in |^CL:|^abbr\. (for|to) [^;]*$|^same as |^Taiwan pr\.|^\(Tw\) variant of|^abbr\. of/i;
const SURNAME = /^surname\b/i;
const PINYIN = /\[[^\]]*\]/g;
const SIMPLIFIED_TWIN = /([\p{Script=Han}]+)\|[\p{Script=Han}]+/gu;

/** A gloss without the pinyin and simplified forms of its references. */
export function readableGloss(gloss: string): string {
  return gloss
    .replace(SIMPLIFIED_TWIN, (_, traditional: string) => toHongKong(traditional))
    .replace(PINYIN, '')
    .replace(/\s+([,;.)])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether the gloss is only a reference to another word, a measure word or a name. */
export function isReference(gloss: string): boolean {
  return ABOUT_ANOTHER_WORD.test(gloss) || SURNAME.test(gloss);
}

const CAPITAL = /^[A-Z]/;

export function isName(row: Article): boolean {
  return CAPITAL.test(row.pinyin);
}

const PLACE_OR_PERSON =
  /\b(county|district|prefecture|township|county-level|city in|town in|village|province|municipality|banner|surname|politician|emperor|dynasty|university|party|institute|airline|company|corporation|\(\d{3,4}|Bible)\b|\(-?\d{3,4}-/i;
/** Whether the glosses of a name are of a place or person: places, rulers, companies. */
export function isPlaceOrPerson(glosses: readonly string[]): boolean {
  return glosses.some((gloss) => PLACE_OR_PERSON.test(gloss));
}

/**
 * The glosses of a word without references. CC-CEDICT orders articles by pinyin, not by use; here articles with the word's most
 * frequent part of speech come first, then longer ones, names last.
 */
export function meaningfulGlosses(articles: readonly Article[], commonest?: PartOfSpeech): string[] {
  const readableArticles = articles.map((article) => ({
    name: isName(article),
    glosses: article.glosses.filter((gloss) => !isReference(gloss)).map(readableGloss),
  }));
  const hasCommonestPos = ({ glosses }: (typeof readableArticles)[number]) =>
    commonest !== undefined && posOfGlosses(glosses) === commonest;
  readableArticles.sort(
    (a, b) =>
      Number(a.name) - Number(b.name) ||
      Number(hasCommonestPos(b)) - Number(hasCommonestPos(a)) ||
      b.glosses.length - a.glosses.length,
  );
  return [...new Set(readableArticles.flatMap(({ glosses }) => glosses))];
}

const VARIANT_OF = /^(?:old |archaic |erhua |Japanese |nonstandard )*variant of ([\p{Script=Han}]+)/u;

/** The word of which this one is only a variant, according to all its rows. */
export function variantOf(rows: readonly Article[]): string | undefined {
  let target: string | undefined;
  for (const row of rows) {
    for (const gloss of row.glosses) {
      const match = VARIANT_OF.exec(gloss);
      if (!match) return undefined;
      target ??= toHongKong(match[1]!);
    }
  }
  return target;
}

const MAX_DEFINITION_LENGTH = 120;

/** As many of the first glosses as fit the length limit. */
export function shortDefinition(glosses: readonly string[]): string {
  let text = '';
  for (const gloss of glosses) {
    const next = text === '' ? gloss : `${text}; ${gloss}`;
    if (next.length > MAX_DEFINITION_LENGTH) {
      if (text !== '') break;
      return `${gloss.slice(0, MAX_DEFINITION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;
    }
    text = next;
  }
  return text;
}

/** The words of an English gloss by which glosses are compared. */

const FUNCTION_WORDS = new Set(
  'a an the of to in on for and or with be as at by from into is it one sb sth oneself that this which who used etc lit fig idiom coll literary bound form old esp his her its not also'.split(
    ' ',
  ),
);
const ENGLISH_WORD = /[a-z]+/g;
const INFLECTION = /(ing|ed|es|s|ly|ness)$/;
const MIN_STEMMABLE_LENGTH = 5;

/** The stems of a gloss's words, without function words. */
export function stemsOf(gloss: string): string[] {
  const words = gloss.toLowerCase().match(ENGLISH_WORD) ?? [];
  return words
    .filter((english) => !FUNCTION_WORDS.has(english))
    .map((english) => (english.length >= MIN_STEMMABLE_LENGTH ? english.replace(INFLECTION, '') : english));
}

/** Adds the English names of places of Hong Kong that no gloss has. */
export function createPlaceNames({
  placeNames = [],
}: Pick<HandWritten, 'placeNames'>): (word: string, glosses: readonly string[]) => readonly string[] {
  const placeOf = new Map(placeNames.map(({ value }) => [toHongKong(value.word), value]));
  return (word, glosses) => {
    const place = placeOf.get(word);
    if (!place) return glosses;
    const known = new Set(glosses.flatMap(glossKeysOf));
    const names = place.english.filter((name) => !glossKeysOf(name).some((key) => known.has(key)));
    return place.use === 'first' ? [...names, ...glosses] : [...glosses, ...names];
  };
}
