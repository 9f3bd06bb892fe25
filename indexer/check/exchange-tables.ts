import { z } from 'zod';
import { readJsonRows } from '../tables/read-json-rows.ts';

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

export type ExchangeRow = z.infer<typeof exchangeRow>;

/** The tables of a `data/` folder. */
export function readExchangeTables(root: string) {
  return {
    exchanges: readJsonRows(root, 'sound/exchanges.json', exchangeRow),
    places: readJsonRows(root, 'sound/changed-places.json', placesRow),
    absorbed: readJsonRows(root, 'sound/absorbed-words.json', absorbedRow),
  };
}
export type ExchangeTables = ReturnType<typeof readExchangeTables>;
