import { z } from 'zod';
import { PARTS_OF_SPEECH, VALENCES } from '../../src/lexicon/entry.ts';
import { HAN_WORD, list, names, optional, relatedWords, word } from './columns.ts';
import { defineTable, defineWordTable } from './read-table.ts';

const seeds = list(' ').pipe(z.array(z.string().regex(/^[nvar]:[a-z_'.-]+$/, 'must be a WordNet lemma such as n:joy')));

/** The tables of what words are about and feel like, and of what may be said of that. */
export const FEELING_TABLES = {
  affect: defineWordTable({
    pattern: 'affect/*.tsv',
    about:
      'feeling by hand. emotion: one value or empty; valence: 正 負 中; themes: list or empty. Empty emotion says that there is none; empty valence and themes leave them to the build. `unfelt.tsv` has words that were looked at and have no emotion. `scripts/labels` learns from all these rows what the other words feel like',
    schema: z.object({ word, emotion: z.string(), valence: optional(z.enum(VALENCES)), themes: names }),
  }),
  wordCategories: defineWordTable({
    pattern: 'categories/*.tsv',
    about:
      'the category of a word of the packages whose gloss misleads (他 is 人物 and not 言語傳達); it settles the part of speech too; `pos_also` are further parts of speech, a space between them. A word of the word files has its category there',
    schema: z.object({
      word,
      category: z.string().min(1, 'a category is missing'),
      pos_also: list(' ').pipe(z.array(z.enum(PARTS_OF_SPEECH))),
    }),
  }),
  unfeltFunctionWords: defineTable({
    pattern: 'vocabulary/function-words.tsv',
    about:
      'words that serve others: besides those of `meaning/function-words.json` these have no feeling, no valence and no theme unless their affect row says so; a line a class, 、 between its words',
    schema: z.object({ class: z.string().min(1), words: relatedWords }),
    chinese: ['words'],
    key: ['class'],
  }),
  categories: defineTable({
    pattern: 'vocabulary/categories.tsv',
    about: 'the 48 semantic categories',
    schema: z.object({ name: z.string().min(1), label: z.string().min(1), pos: z.enum(PARTS_OF_SPEECH) }),
    key: ['name'],
  }),
  emotions: defineTable({
    pattern: 'vocabulary/emotions.tsv',
    about:
      'the legal emotions; seeds are WordNet lemmas (`n:joy v:rejoice a:happy`) whose first feeling sense is spread',
    schema: z.object({ emotion: z.string().min(1), english: z.string(), valence: optional(z.enum(VALENCES)), seeds }),
    key: ['emotion'],
  }),
  themes: defineTable({
    pattern: 'vocabulary/themes.tsv',
    about:
      'the legal themes; `characters` mark a theme by themselves; words of `categories` and of `emotions` are inferred to have it; the words of `exclude` have it only if their affect row says so',
    schema: z.object({
      theme: z.string().min(1),
      english: z.string(),
      seeds,
      characters: z.string().transform((text) => [...text].filter((char) => HAN_WORD.test(char))),
      exclude: names,
      categories: names,
      emotions: names,
    }),
    key: ['theme'],
  }),
} as const;
