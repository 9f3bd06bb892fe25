import { z } from 'zod';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { PARTS_OF_SPEECH, REGISTERS, VALENCES } from '../../src/lexicon/entry.ts';

/** The columns of the hand-written tables, in order. data/README.md describes them for the people who write them. */

const HAN_WORD = /^[\p{Script=Han}〇]+$/u;

const word = z.string().regex(HAN_WORD, 'must be Han characters only');
const list = (separator: string) =>
  z.string().transform((text) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
const words = list('、').pipe(z.array(word));
const phrases = list(' / ');
const names = list('、');
const readings = list(' / ').pipe(
  z
    .array(z.string().refine((text) => parseJyutping(text) !== undefined, { error: 'not valid LSHK jyutping' }))
    .min(1, 'a reading is missing'),
);
const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => undefined), schema], {
    error: (issue) => {
      const inner = schema.safeParse(issue.input);
      return inner.success ? undefined : inner.error.issues[0]?.message;
    },
  });

export const wordRow = z.object({
  word,
  jyutping: readings,
  pos: z.enum(PARTS_OF_SPEECH),
  reg: z.enum(REGISTERS),
  freq: z.coerce.number<string>().int().min(1).max(5),
  category: z.string(),
  standard: words,
  definition: z.string().min(1, 'a definition is missing'),
  examples: phrases,
  flags: z.enum(['', 'vulgar']),
});
export type WordRow = z.output<typeof wordRow>;

/** Phrases for a word that a package has, or more of them for one of ours. */
export const exampleRow = z.object({
  word,
  examples: phrases.pipe(z.array(z.string()).min(1, 'examples are missing')),
});

export const relationRow = z.object({
  type: z.enum(['syn', 'ant', 'group']),
  word,
  sense: z.string(),
  related: words.pipe(z.array(z.string()).min(1, 'related words are missing')),
});
export type RelationRow = z.output<typeof relationRow>;

export const denyRow = z.object({
  type: z.enum(['syn', 'ant']),
  word,
  related: words.pipe(z.array(z.string()).min(1, 'related words are missing')),
  reason: z.string(),
});

export const affectRow = z.object({
  word,
  emotion: z.string(),
  valence: optional(z.enum(VALENCES)),
  themes: names,
});
export type AffectRow = z.output<typeof affectRow>;

export const categoryRow = z.object({
  name: z.string().min(1),
  label: z.string().min(1),
  pos: z.enum(PARTS_OF_SPEECH),
});
export type CategoryRow = z.output<typeof categoryRow>;

/** The category of a word that a package has, which also settles its part of speech. */
export const wordCategoryRow = z.object({ word, category: z.string().min(1, 'a category is missing') });

const seeds = list(' ').pipe(z.array(z.string().regex(/^[nvar]:[a-z_'.-]+$/, 'must be a WordNet lemma such as n:joy')));

export const emotionRow = z.object({
  emotion: z.string().min(1),
  english: z.string(),
  valence: optional(z.enum(VALENCES)),
  seeds,
});
export type EmotionRow = z.output<typeof emotionRow>;

export const themeRow = z.object({
  theme: z.string().min(1),
  english: z.string(),
  seeds,
  characters: z.string().transform((text) => [...text].filter((char) => HAN_WORD.test(char))),
  exclude: names,
  categories: names,
  emotions: names,
});
export type ThemeRow = z.output<typeof themeRow>;

export const overrideRow = z.object({ word, jyutping: readings, reason: z.string().min(1, 'a reason is missing') });
export const deliberateRow = z.object({ word, jyutping: readings, reason: z.string().min(1, 'a reason is missing') });

export const polyphoneRow = z.object({
  char: word.refine((text) => [...text].length === 1, 'must be one character'),
  jyutping: readings,
  examples: names,
  note: z.string(),
});

/** What may be said of a word in the overlay; a free suggestion cannot be applied. */
const OVERLAY_FIELDS = [
  ...(['reading', 'pos', 'reg', 'definition', 'category', 'emotion', 'valence', 'themes'] as const),
  ...(['synonym', 'antonym', 'not_synonym', 'not_antonym'] as const),
] as const;
export const overlayRow = z.object({
  word,
  field: z.enum(OVERLAY_FIELDS),
  value: z.string().min(1, 'a value is missing'),
  id: z.string().regex(/^[0-9a-f]{12}$/, 'must be the id of a suggestion'),
  day: z.iso.date(),
  generation: z.string(),
  note: z.string(),
});
export type OverlayRow = z.output<typeof overlayRow>;

/** A reading of this lexicon that another source contradicts and that is meant. */
export const reviewedRow = z.object({ word, jyutping: readings, reason: z.string().min(1, 'a reason is missing') });

/** Characters of a short definition in Chinese. */
const MAX_CHINESE_DEFINITION_LENGTH = 40;
/** What a word means, in Chinese. */
export const definitionRow = z.object({
  word,
  definition_zh: z
    .string()
    .min(1, 'a definition is missing')
    .max(MAX_CHINESE_DEFINITION_LENGTH, 'is longer than 40 characters'),
});

/** How well a word ends a line, in per cent of a word that ends one freely. */
export const lineEndRow = z.object({
  word,
  weight: z.coerce.number<string>().int().min(1).max(99),
  reason: z.string().min(1, 'a reason is missing'),
});

/** A form as people type it, and the word that is meant. */
export const typedRow = z.object({ typed: z.string().min(1, 'a form is missing'), written: word });
/** Another spelling of a word, which is a word of the lexicon too. */
export const variantRow = z.object({ word, variant_of: word });

/** A spelling that packages have, and the one by which the word is known here. Both are in Hong Kong's forms. */
export const spellingRow = z.object({ spelling: word, word });

export const ngaRow = z.object({ word, plain: words });
export const jyutRow = z.object({ word, standard: words });

/** A word of administration, politics or business, which general Chinese counts far more often than a lyric has it. */
export const administrativeRow = z.object({ word });
