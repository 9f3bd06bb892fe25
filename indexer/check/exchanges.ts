import { z } from 'zod';
import { readJsonRows } from '../tables/read-json-rows.ts';
import type { Problem, Row } from '../tables/read-table.ts';
import { type Check, problemOf } from './context.ts';

/** The tables of what may stand for a word within a line, which the service reads itself. */

const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text);
const words = z.string().refine((text) => text.split('、').every(isHan), 'must be words separated by 、');
const context = (end: '^' | '$') =>
  z
    .string()
    .refine(
      (text) => text.split('、').every((one) => one === end || isHan(one)),
      `must be texts separated by 、, or ${end}`,
    )
    .optional();
const note = z.string().min(1, 'a reason is missing');

const exchangeRow = z.strictObject({
  word: z.string().refine(isHan, 'must be one word'),
  instead: words.optional(),
  style: z.enum(['spoken', 'written']).optional(),
  before: context('^'),
  not_before: context('^'),
  after: context('$'),
  not_after: context('$'),
  note,
});
const placesRow = z.union([z.strictObject({ words, with: words, note }), z.strictObject({ between: words, note })]);
const absorbedRow = z.strictObject({ words, side: z.enum(['before', 'after']), pos: z.enum(['a', 'v']), note });

/** The tables of a `data/` folder. */
export function readExchangeTables(root: string) {
  return {
    exchanges: readJsonRows(root, 'sound/exchanges.json', exchangeRow),
    places: readJsonRows(root, 'sound/changed-places.json', placesRow),
    absorbed: readJsonRows(root, 'sound/absorbed-words.json', absorbedRow),
  };
}
export type ExchangeTables = ReturnType<typeof readExchangeTables>;

/** What may stand for a word is as long as it, another one, listed once, and made of words that the lexicon has. */
export const exchangesFitTheirWord: Check = ({ exchangeTables, isWord }) => {
  const seen = new Set<string>();
  const isMadeOfWords = (text: string) => isWord(text) || Array.from(text).every(isWord);
  const ofRow = (row: Row<z.infer<typeof exchangeRow>>): Problem[] => {
    const { note: _, ...rule } = row.value;
    const { word, instead } = rule;
    const key = JSON.stringify(rule);
    if (seen.has(key)) return [problemOf(row, 'word', 'the row is there twice')];
    seen.add(key);
    if (instead === undefined) return [];
    const listed = instead.split('、');
    const unequal = listed.find((one) => Array.from(one).length !== Array.from(word).length);
    if (unequal !== undefined) return [problemOf(row, 'instead', `${unequal} is not as long as ${word}`)];
    if (listed.includes(word)) return [problemOf(row, 'instead', 'is the word itself')];
    if (new Set(listed).size < listed.length) return [problemOf(row, 'instead', 'lists a word twice')];
    const unknown = [word, ...listed].find((one) => !isMadeOfWords(one));
    return unknown === undefined ? [] : [problemOf(row, 'instead', `${unknown} is not made of words of the lexicon`)];
  };
  return [
    ...Object.values(exchangeTables).flatMap(({ problems }) => problems),
    ...exchangeTables.exchanges.rows.flatMap(ofRow),
  ];
};
