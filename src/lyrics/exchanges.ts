import absorbedWords from '../../data/sound/absorbed-words.json' with { type: 'json' };
import changedPlaces from '../../data/sound/changed-places.json' with { type: 'json' };
import measures from '../../data/sound/exchanges/measures.json' with { type: 'json' };
import places from '../../data/sound/exchanges/places.json' with { type: 'json' };
import times from '../../data/sound/exchanges/times.json' with { type: 'json' };
import functionWords from '../../data/sound/exchanges/words.json' with { type: 'json' };
import { type Style, withLists } from '../cantonese/context-rules.ts';
import type { PartOfSpeech } from '../lexicon/entry.ts';

/** A row of the hand-written table of function words that may stand for each other. Lists are separated by 、. */
export interface ExchangeRow {
  /** One word or several of which the same holds. */
  readonly word?: string;
  /** Words that may stand for it, best first. Absent: none does, except in the places of the word's other rows. */
  readonly instead?: string;
  /** Given instead of both: words of which each may stand for each other one. */
  readonly class?: string;
  /** Alone: words of other rows that the lexicon is asked for as well, since they are content words in other places. */
  readonly open?: string;
  readonly style?: string;
  /** Texts of which one must stand right before or after the word, or must not. */
  readonly before?: string;
  readonly not_before?: string;
  readonly after?: string;
  readonly not_after?: string;
}

interface Exchange {
  readonly word: string;
  readonly instead: readonly string[];
  readonly style: Style | undefined;
  readonly before: RegExp | undefined;
  readonly notBefore: RegExp | undefined;
  readonly after: RegExp | undefined;
  readonly notAfter: RegExp | undefined;
}

const list = (text: string | undefined): readonly string[] => (text === undefined ? [] : text.split('、'));

/** Regular expressions for signs in the texts beside a word. A phrase ends at a space or a punctuation mark too. */
const SIGNS: Readonly<Record<string, string>> = {
  '^': '(?:^|[\\s\\p{P}])',
  $: '(?:$|[\\s\\p{P}])',
  '…': '.*',
};

/** The texts of a cell as one alternative each of a regular expression. */
function alternatives(cell: string): string {
  const texts = list(cell).map((text) => withLists(text.replace(/[$^…]/gu, (sign) => SIGNS[sign]!)));
  return `(?:${texts.join('|')})`;
}

const endingWith = (cell: string | undefined) =>
  cell === undefined ? undefined : new RegExp(`${alternatives(cell)}$`, 'u');
const startingWith = (cell: string | undefined) =>
  cell === undefined ? undefined : new RegExp(`^${alternatives(cell)}`, 'u');

const ROWS: readonly ExchangeRow[] = [...functionWords, ...times, ...places, ...measures];
const EXCHANGES = Map.groupBy(ROWS.flatMap(exchangesOfRow), ({ word }) => word);

function exchangesOfRow(row: ExchangeRow): Exchange[] {
  const exchange = {
    instead: list(row.class ?? row.instead),
    style: row.style as Style | undefined,
    before: endingWith(row.before),
    notBefore: endingWith(row.not_before),
    after: startingWith(row.after),
    notAfter: startingWith(row.not_after),
  };
  return list(row.class ?? row.word).map((word) => ({ word, ...exchange }));
}

const OPEN = new Set(ROWS.flatMap((row) => list(row.open)));

/** Whether only what the table lists may stand for the word. */
export const isExchanged = (word: string): boolean => EXCHANGES.has(word) && !OPEN.has(word);

/** Whether something may stand for the word somewhere. */
export const hasExchanges = (word: string): boolean => EXCHANGES.has(word);

/** Words of the table that may stand for a word between two texts of a line, best first; without the word itself. */
export function exchangesFor(word: string, before: string, after: string, style: Style): readonly string[] {
  const fitting = (EXCHANGES.get(word) ?? []).filter(
    (row) =>
      (row.style === undefined || row.style === style) &&
      row.before?.test(before) !== false &&
      row.after?.test(after) !== false &&
      row.notBefore?.test(before) !== true &&
      row.notAfter?.test(after) !== true,
  );
  return [...new Set(fitting.flatMap(({ instead }) => instead))].filter((alternative) => alternative !== word);
}

interface ReorderingRow {
  /** Times and adverbs, and the subjects that they change places with. */
  readonly words?: string;
  readonly with?: string;
  /** Words whose neighbours on both sides change places. */
  readonly between?: string;
}

const REORDERINGS: readonly ReorderingRow[] = changedPlaces;
const CHANGES_OF_PLACE = REORDERINGS.map((row) => ({ words: new Set(list(row.words)), with: new Set(list(row.with)) }));
const JOINING = new Set(REORDERINGS.flatMap(({ between }) => list(between)));

/** Whether two neighbouring words may change places: a time or an adverb of the sentence, and its subject. */
export const mayChangePlaces = (first: string, second: string): boolean =>
  CHANGES_OF_PLACE.some(
    (row) => (row.words.has(first) && row.with.has(second)) || (row.with.has(first) && row.words.has(second)),
  );

/** Whether a word joins the words on both sides as equals. */
export const isJoining = (word: string): boolean => JOINING.has(word);

/** Whether the word is a subject that a time or an adverb may change places with. */
export const isPronoun = (word: string): boolean => CHANGES_OF_PLACE.some((row) => row.with.has(word));

const ABSORBED = absorbedWords.map((row) => ({ ...row, words: new Set(list(row.words)) }));

/**
 * The content word of two neighbours for which one longer word can stand: 冷 in 很冷, 走 in 走了. The other one is a
 * degree or an aspect. Undefined where neither is.
 */
export function contentOf(first: string, second: string): { word: string; pos: PartOfSpeech } | undefined {
  for (const { words, side, pos } of ABSORBED) {
    const [absorbed, word] = side === 'before' ? [first, second] : [second, first];
    if (words.has(absorbed) && !isExchanged(word) && !isPronoun(word)) return { word, pos: pos as PartOfSpeech };
  }
  return undefined;
}
