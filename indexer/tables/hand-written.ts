import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { KINDS, PARTS_OF_SPEECH, REGISTERS, WORD_TONES } from '../../src/lexicon/entry.ts';
import { names, phrases, readings, reason, relatedWords, word, words } from './columns.ts';
import { FEELING_TABLES, RELATION_TABLES } from './meaning-tables.ts';
import { defineTable, defineWordTable, type RowsOf, readTables } from './read-table.ts';

/** The project's own `data/`. */
export const DATA_ROOT = fileURLToPath(new URL('../../data', import.meta.url));

/** Characters of a short definition in Chinese. */
const MAX_CHINESE_DEFINITION_LENGTH = 40;

const frequencyClass = z.coerce.number<string>().int().min(1).max(5);

/** The tables that a build reads. data/README.md says what their columns mean. */
export const TABLES = {
  /** Everyday Cantonese (`everyday`) and written-style words of lyrics (`lyric`). */
  words: defineTable({
    pattern: 'words/*/*.tsv',
    schema: z.object({
      word,
      jyutping: readings,
      pos: z.enum(PARTS_OF_SPEECH),
      reg: z.enum(REGISTERS),
      freq: frequencyClass,
      category: z.string(),
      standard: words,
      definition: z.string().min(1, 'a definition is missing'),
      examples: phrases,
      flags: z.enum(['', 'vulgar']),
    }),
    sortedBy: ['word'],
    chinese: ['word', 'standard', 'examples'],
    key: ['word', 'jyutping'],
    inLexicon: ['standard'],
  }),
  /** Wrong and rare spellings of the packages, each with the one that is used here. */
  spellings: defineTable({
    pattern: 'words/spellings.tsv',
    schema: z.object({ spelling: word, word }),
    sortedBy: ['spelling'],
    chinese: ['word'],
    key: ['spelling'],
  }),
  examples: defineTable({
    pattern: 'examples/*.tsv',
    schema: z.object({ word, examples: phrases.pipe(z.array(z.string()).min(1, 'examples are missing')) }),
    chinese: ['word', 'examples'],
    key: ['word'],
    inLexicon: ['word'],
  }),
  ...RELATION_TABLES,
  ...FEELING_TABLES,
  overrides: defineWordTable({
    pattern: 'readings/overrides*.tsv',
    schema: z.object({ word, jyutping: readings, reason }),
  }),
  polyphones: defineTable({
    pattern: 'readings/polyphones*.tsv',
    schema: z.object({
      char: word.refine((text) => [...text].length === 1, 'must be one character'),
      jyutping: readings,
      examples: names,
      note: z.string(),
    }),
    chinese: ['char', 'examples'],
    key: ['char', 'jyutping'],
  }),
  /** Readings that no package knows, written on purpose. */
  deliberate: defineTable({
    pattern: 'readings/deliberate*.tsv',
    schema: z.object({ word, jyutping: readings, reason }),
    sortedBy: ['word'],
    chinese: ['word'],
    key: ['word', 'jyutping'],
  }),
  /** Readings that another source contradicts, confirmed by a person. */
  reviewed: defineTable({
    pattern: 'readings/reviewed*.tsv',
    schema: z.object({ word, jyutping: readings, reason }),
    sortedBy: ['word'],
    chinese: ['word'],
    key: ['word', 'jyutping'],
  }),
  /** Literary words (register 雅). */
  nga: defineWordTable({
    pattern: 'registers/nga*.tsv',
    schema: z.object({ word, plain: words }),
    chinese: ['plain'],
    inLexicon: ['plain'],
  }),
  /** Words that a dictionary calls literary, and everybody uses. */
  common: defineWordTable({
    pattern: 'registers/common*.tsv',
    schema: z.object({ word }),
  }),
  /** Words that only Cantonese has (register 粵). */
  jyut: defineWordTable({
    pattern: 'registers/jyut*.tsv',
    schema: z.object({ word, standard: words }),
    chinese: ['standard'],
    inLexicon: ['standard'],
  }),
  /** Words that general Chinese counts far more often than lyrics have them. */
  administrative: defineTable({
    pattern: 'registers/administrative*.tsv',
    schema: z.object({ word }),
    chinese: ['word'],
    key: ['word'],
  }),
  coarse: defineWordTable({
    pattern: 'registers/coarse*.tsv',
    schema: z.object({ word }),
  }),
  /** Classes of words that text counts hardly know, set phrases above all. */
  frequencyClasses: defineWordTable({
    pattern: 'popularity/set-phrases*.tsv',
    schema: z.object({ word, class: frequencyClass }),
    inLexicon: ['word'],
  }),
  /** The commonest words of Hong Kong speech. */
  spokenFirst: defineWordTable({
    pattern: 'popularity/spoken-first.tsv',
    schema: z.object({ word, class: z.coerce.number<string>().int().min(4).max(5) }),
    inLexicon: ['word'],
  }),
  /** Words of Hong Kong, each more popular than the mainland or written word `after` it. */
  hongKongFirst: defineTable({
    pattern: 'popularity/hong-kong-first.tsv',
    schema: z.object({ word, after: word }),
    sortedBy: ['word'],
    chinese: ['word', 'after'],
    key: ['word', 'after'],
    inLexicon: ['word', 'after'],
  }),
  glosses: defineWordTable({
    pattern: 'glosses/*.tsv',
    schema: z.object({ word, definition: z.string().min(1, 'a definition is missing') }),
    inLexicon: ['word'],
  }),
  placeNames: defineWordTable({
    pattern: 'places/*.tsv',
    schema: z.object({
      word,
      english: phrases.pipe(z.array(z.string()).min(1, 'a name is missing')),
      use: z.enum(['first', 'also']),
    }),
    inLexicon: ['word'],
  }),
  /** Phrases and specialist entries, which are no words. */
  kinds: defineWordTable({
    pattern: 'kinds/*.tsv',
    schema: z.object({ word, kind: z.enum(KINDS) }),
    inLexicon: ['word'],
  }),
  /** Style in which a word sounds in a song. */
  tones: defineWordTable({
    pattern: 'tones/*.tsv',
    schema: z.object({ word, tone: z.enum(WORD_TONES).exclude(['plain']) }),
    inLexicon: ['word'],
  }),
  definitions: defineWordTable({
    pattern: 'definitions/*.tsv',
    schema: z.object({
      word,
      definition_zh: z
        .string()
        .min(1, 'a definition is missing')
        .max(MAX_CHINESE_DEFINITION_LENGTH, `is longer than ${MAX_CHINESE_DEFINITION_LENGTH} characters`),
    }),
    chinese: ['definition_zh'],
    inLexicon: ['word'],
  }),
  /** Phrases that writers type into `like`, with the words that they hope for. */
  descriptions: defineTable({
    pattern: 'descriptions/*.tsv',
    schema: z.object({ description: z.string().min(1, 'a description is missing'), words: relatedWords }),
    chinese: ['description', 'words'],
    key: ['description'],
    inLexicon: ['words'],
  }),
  /** Words that end a line less often than they are used; the weight is in per cent. */
  lineEnds: defineWordTable({
    pattern: 'line-ends/*.tsv',
    schema: z.object({ word, weight: z.coerce.number<string>().int().min(1).max(99), reason }),
    inLexicon: ['word'],
  }),
  /** Forms as people type them, which become aliases. */
  typed: defineTable({
    pattern: 'typed/words-*.tsv',
    schema: z.object({ typed: z.string().min(1, 'a form is missing'), written: word }),
    sortedBy: ['typed'],
    chinese: ['written'],
    key: ['typed'],
    inLexicon: ['written'],
  }),
  /** Other spellings that are words of the lexicon too. */
  variants: defineWordTable({
    pattern: 'typed/variants.tsv',
    schema: z.object({ word, variant_of: word }),
    chinese: ['variant_of'],
    inLexicon: ['word', 'variant_of'],
  }),
} as const;

export type HandWritten = RowsOf<typeof TABLES>;
type RowOf<K extends keyof typeof TABLES> = HandWritten[K][number]['value'];
export type WordRow = RowOf<'words'>;
export type AffectRow = RowOf<'affect'>;
export type ThemeRow = RowOf<'themes'>;

/** Reads every table that a build needs under `root`. */
export function readHandWritten(root: string = DATA_ROOT): HandWritten {
  return readTables(root, TABLES);
}
