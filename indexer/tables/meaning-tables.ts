import { z } from 'zod';
import { PARTS_OF_SPEECH, REGISTERS, SENSE_ID, VALENCES } from '../../src/lexicon/entry.ts';
import type { PartnerRelation } from '../../src/lexicon/partner-relations.ts';
import { HAN_WORD, isReading, list, names, optional, reason, relatedWords, word, words } from './columns.ts';
import { defineTable, defineWordTable } from './read-table.ts';

/** Partner relations that the tables may name: first those of nouns, then those of verbs and adjectives. The build adds the inverses. */
const WRITTEN_PARTNERS = [
  ...(['does', 'done_to', 'like_what', 'measure', 'image', 'with'] as const),
  ...(['takes', 'by', 'describes', 'how'] as const),
] as const satisfies readonly PartnerRelation[];

/** Column of at least one partner, 、 between them, each a word with an optional mark of style: `*` literary, `+` spoken. */
const partners = list('、').pipe(
  z
    .array(z.string().regex(/^[\p{Script=Han}〇A-Za-z0-9]+[*+]?$/u, 'must be a word, with * or + behind it or nothing'))
    .min(1, 'partners are missing'),
);

/** Tables of relations (synonyms, antonyms, partners) and of the senses in which they hold. */
export const RELATION_TABLES = {
  relations: defineTable({
    pattern: 'relations/!(deny*).tsv',
    schema: z.object({ type: z.enum(['syn', 'ant', 'group']), word, sense: z.string(), related: relatedWords }),
    sortedBy: ['type', 'word'],
    chinese: ['word', 'related'],
    key: ['type', 'word', 'sense', 'related'],
    inLexicon: ['word', 'related'],
  }),
  /** Generated relations that are wrong. */
  deny: defineTable({
    pattern: 'relations/deny*.tsv',
    schema: z.object({ type: z.enum(['syn', 'ant']), word, related: relatedWords, reason: z.string() }),
    sortedBy: ['type', 'word'],
    chinese: ['word', 'related'],
    key: ['type', 'word', 'related'],
  }),
  /** Words that go naturally with a word. */
  partners: defineTable({
    pattern: 'partners/!(deny*).tsv',
    schema: z.object({ word, relation: z.enum(WRITTEN_PARTNERS), partners }),
    chinese: ['word', 'partners'],
    inLexicon: ['word'],
  }),
  /** Pairs that phrases seem to attest and that do not go together. */
  deniedPartners: defineTable({
    pattern: 'partners/deny*.tsv',
    schema: z.object({ word, relation: z.enum(['done_to', 'like_what']), partners: relatedWords, reason }),
    sortedBy: ['word', 'relation'],
    chinese: ['word', 'partners'],
    key: ['word', 'relation', 'partners'],
  }),
  /** Senses of common words, in order of use. */
  senses: defineTable({
    pattern: 'senses/*.tsv',
    schema: z.object({
      word,
      sense: z.string().regex(SENSE_ID, 'must be a short id in lower case'),
      jyutping: optional(z.string().refine(isReading, 'not valid LSHK jyutping')),
      pos: z.enum(PARTS_OF_SPEECH),
      reg: z.enum(REGISTERS),
      definition_zh: z.string().min(1, 'a definition is missing'),
      definition: z.string().min(1, 'a definition is missing'),
      synonyms: words,
      antonyms: words,
      example: z.string().min(1, 'an example is missing'),
      category: z.string(),
      emotion: z.string(),
      valence: optional(z.enum(VALENCES)),
      themes: names,
      use: optional(z.coerce.number<string>().int().min(0).max(100)),
    }),
    chinese: ['word', 'synonyms', 'antonyms', 'example'],
    key: ['word', 'sense'],
    inLexicon: ['word'],
  }),
};

/** Column of WordNet lemmas such as `n:joy`, a space between them; may be empty. */
const seeds = list(' ').pipe(z.array(z.string().regex(/^[nvar]:[a-z_'.-]+$/, 'must be a WordNet lemma such as n:joy')));

/** Tables of feelings, categories and themes of words, and the vocabularies of these labels. */
export const FEELING_TABLES = {
  affect: defineWordTable({
    pattern: 'affect/*.tsv',
    schema: z.object({ word, emotion: z.string(), valence: optional(z.enum(VALENCES)), themes: names }),
  }),
  wordCategories: defineWordTable({
    pattern: 'categories/*.tsv',
    schema: z.object({
      word,
      category: z.string().min(1, 'a category is missing'),
      pos_also: list(' ').pipe(z.array(z.enum(PARTS_OF_SPEECH))),
    }),
  }),
  /** Words without feeling and theme, besides those of `meaning/function-words.json`. */
  unfeltFunctionWords: defineTable({
    pattern: 'vocabulary/function-words.tsv',
    schema: z.object({ class: z.string().min(1), words: relatedWords }),
    chinese: ['words'],
    key: ['class'],
  }),
  categories: defineTable({
    pattern: 'vocabulary/categories.tsv',
    schema: z.object({ name: z.string().min(1), label: z.string().min(1), pos: z.enum(PARTS_OF_SPEECH) }),
    key: ['name'],
  }),
  emotions: defineTable({
    pattern: 'vocabulary/emotions.tsv',
    schema: z.object({ emotion: z.string().min(1), english: z.string(), valence: optional(z.enum(VALENCES)) }),
    key: ['emotion'],
  }),
  themes: defineTable({
    pattern: 'vocabulary/themes.tsv',
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
