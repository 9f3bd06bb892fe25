import { z } from 'zod';
import { parseJyutping, parseSyllable } from '../../src/cantonese/jyutping.ts';

/** What cells of tables hold. A row of a `.tsv` has text in every column, '' where it is left out. */

export const HAN_WORD = /^[\p{Script=Han}〇]+$/u;

/** 卡拉OK, on9 and 3am are words too. */
export const word = z
  .string()
  .regex(/^[\p{Script=Han}〇A-Za-z0-9]+$/u, 'must be Han characters, letters or digits only');

/** The parts of a text between separators, without those that are empty. */
export const list = (separator: string) =>
  z.string().transform((text) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
export const words = list('、').pipe(z.array(word));
export const relatedWords = words.pipe(z.array(z.string()).min(1, 'related words are missing'));
export const phrases = list(' / ');
export const names = list('、');
export const readings = list(' / ').pipe(
  z
    .array(z.string().refine((text) => parseJyutping(text) !== undefined, { error: 'not valid LSHK jyutping' }))
    .min(1, 'a reading is missing'),
);
export const reason = z.string().trim().min(1, 'a reason is missing');

/** A column that may be empty, which becomes undefined. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema], {
    error: (issue) => {
      const inner = schema.safeParse(issue.input);
      return inner.success ? undefined : inner.error.issues[0]?.message;
    },
  });

/** Cells of the `.json` tables that the service reads too, which stay texts. */

const isChinese = (text: string) => /^[\p{Script=Han}A-Za-z]+$/u.test(text);
export const isReading = (text: string) => text.split(' ').every((syllable) => parseSyllable(syllable));
export const spacedWords = z
  .string()
  .refine((text) => text.split(' ').every(isChinese), 'must be words separated by one space');
export const listedWords = z
  .string()
  .refine((text) => text.split('、').every(isChinese), 'must be words separated by 、');
export const syllable = z.string().refine((text) => !text.includes(' ') && isReading(text), 'must be a syllable');
export const style = z.enum(['spoken', 'written']).optional();
