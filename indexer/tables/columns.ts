import { z } from 'zod';
import { parseJyutping, parseSyllable } from '../../src/cantonese/jyutping.ts';

/** Schemas of single columns. A row of a `.tsv` has text in every column, '' where it is left out. */

/** One or more Han characters, 〇 among them. */
export const HAN_WORD = /^[\p{Script=Han}〇]+$/u;

/** Word of Han characters, Latin letters and digits (卡拉OK, on9, 3am). */
export const word = z
  .string()
  .regex(/^[\p{Script=Han}〇A-Za-z0-9]+$/u, 'must be Han characters, letters or digits only');

/** Cell of several values, parsed to a trimmed string[] without empty values; [] for an empty cell. */
export const list = (separator: string) =>
  z.string().transform((text) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
/** Words with 、 between them, perhaps none. */
export const words = list('、').pipe(z.array(word));
/** Words with 、 between them, at least one. */
export const relatedWords = words.pipe(z.array(z.string()).min(1, 'related words are missing'));
/** Phrases with ` / ` between them, perhaps none. */
export const phrases = list(' / ');
/** Labels with 、 between them, perhaps none; checked against their vocabulary elsewhere. */
export const names = list('、');
/** Jyutping readings with ` / ` between them, at least one. */
export const readings = list(' / ').pipe(
  z
    .array(z.string().refine((text) => parseJyutping(text) !== undefined, { error: 'not valid LSHK jyutping' }))
    .min(1, 'a reading is missing'),
);
export const reason = z.string().trim().min(1, 'a reason is missing');

/** Column that may be empty: '' becomes undefined, all else is parsed by `schema`, whose first message is the error. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema], {
    error: (issue) => {
      const inner = schema.safeParse(issue.input);
      return inner.success ? undefined : inner.error.issues[0]?.message;
    },
  });

/** Schemas for the `.json` tables that the service reads too: they check the text and leave it unparsed. */

const isHanOrLatin = (text: string) => /^[\p{Script=Han}A-Za-z]+$/u.test(text);
/** Whether a text is valid LSHK jyutping, one space between syllables. */
export const isReading = (text: string) => text.split(' ').every((syllable) => parseSyllable(syllable));
export const spacedWords = z
  .string()
  .refine((text) => text.split(' ').every(isHanOrLatin), 'must be words separated by one space');
export const listedWords = z
  .string()
  .refine((text) => text.split('、').every(isHanOrLatin), 'must be words separated by 、');
export const syllable = z.string().refine((text) => !text.includes(' ') && isReading(text), 'must be a syllable');
export const style = z.enum(['spoken', 'written']).optional();
