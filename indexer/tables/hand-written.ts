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

/** The tables that a build reads. */
export const TABLES = {
  words: defineTable({
    pattern: 'words/*/*.tsv',
    about: '`everyday`: everyday Cantonese, a topic a file; `lyric`: written-style words that lyrics use',
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
  spellings: defineTable({
    pattern: 'words/spellings.tsv',
    about:
      'spellings that packages have (wrong conversions such as 得誌, rare ways of writing), and the one by which the word is known here; the first is kept as an alias',
    schema: z.object({ spelling: word, word }),
    sortedBy: ['spelling'],
    chinese: ['word'],
    key: ['spelling'],
  }),
  examples: defineTable({
    pattern: 'examples/*.tsv',
    about: 'phrases for the most used words that packages give, which have none of their own',
    schema: z.object({ word, examples: phrases.pipe(z.array(z.string()).min(1, 'examples are missing')) }),
    chinese: ['word', 'examples'],
    key: ['word'],
    inLexicon: ['word'],
  }),
  ...RELATION_TABLES,
  ...FEELING_TABLES,
  overrides: defineWordTable({
    pattern: 'readings/overrides*.tsv',
    about: 'readings (ranked) that win over every package',
    schema: z.object({ word, jyutping: readings, reason }),
  }),
  polyphones: defineTable({
    pattern: 'readings/polyphones*.tsv',
    about:
      "characters with several readings: one row a reading, a character's rows together and in order of use, with words in which it is so read",
    schema: z.object({
      char: word.refine((text) => [...text].length === 1, 'must be one character'),
      jyutping: readings,
      examples: names,
      note: z.string(),
    }),
    chinese: ['char', 'examples'],
    key: ['char', 'jyutping'],
  }),
  deliberate: defineTable({
    pattern: 'readings/deliberate*.tsv',
    about: 'hand-written readings that no package knows and that are meant (changed tones, colloquial readings)',
    schema: z.object({ word, jyutping: readings, reason }),
    sortedBy: ['word'],
    chinese: ['word'],
    key: ['word', 'jyutping'],
  }),
  reviewed: defineTable({
    pattern: 'readings/reviewed*.tsv',
    about:
      'readings of this lexicon that another source contradicts and that are meant: somebody looked. `lexicon readings` lists what nobody has decided',
    schema: z.object({ word, jyutping: readings, reason }),
    sortedBy: ['word'],
    chinese: ['word'],
    key: ['word', 'jyutping'],
  }),
  nga: defineWordTable({
    pattern: 'registers/nga*.tsv',
    about: 'words of register 雅 that the packages have, and a plain counterpart',
    schema: z.object({ word, plain: words }),
    chinese: ['plain'],
    inLexicon: ['plain'],
  }),
  common: defineWordTable({
    pattern: 'registers/common*.tsv',
    about: 'words of the packages that everybody uses, although a dictionary calls them literary',
    schema: z.object({ word }),
  }),
  jyut: defineWordTable({
    pattern: 'registers/jyut*.tsv',
    about: 'words of register 粵 that the packages have, and their standard equivalent',
    schema: z.object({ word, standard: words }),
    chinese: ['standard'],
    inLexicon: ['standard'],
  }),
  administrative: defineTable({
    pattern: 'registers/administrative*.tsv',
    about:
      'words of administration, politics and business, and mainland places: general Chinese counts them far more often than lyrics have them, so they are less popular than counted. A word of a word file has its class instead',
    schema: z.object({ word }),
    chinese: ['word'],
    key: ['word'],
  }),
  coarse: defineWordTable({
    pattern: 'registers/coarse*.tsv',
    about: 'coarse words whose glosses do not say so. A word of a word file has its flag instead',
    schema: z.object({ word }),
  }),
  frequencyClasses: defineWordTable({
    pattern: 'popularity/set-phrases*.tsv',
    about:
      'frequency classes (as those of the word files) of words of the packages that counts hardly know: set phrases above all',
    schema: z.object({ word, class: frequencyClass }),
    inLexicon: ['word'],
  }),
  spokenFirst: defineWordTable({
    pattern: 'popularity/spoken-first.tsv',
    about:
      'what Hong Kong says most, function words above all: class 5 is among the hundred commonest words of speech, 4 among the next few hundred',
    schema: z.object({ word, class: z.coerce.number<string>().int().min(4).max(5) }),
    inLexicon: ['word'],
  }),
  hongKongFirst: defineTable({
    pattern: 'popularity/hong-kong-first.tsv',
    about: 'words of Hong Kong, each with the word of the mainland or of written Chinese that it comes before',
    schema: z.object({ word, after: word }),
    sortedBy: ['word'],
    chinese: ['word', 'after'],
    key: ['word', 'after'],
    inLexicon: ['word', 'after'],
  }),
  glosses: defineWordTable({
    pattern: 'glosses/*.tsv',
    about:
      'what words of the packages mean, in English, where the package has no gloss or one that is not what Hong Kong means by the word',
    schema: z.object({ word, definition: z.string().min(1, 'a definition is missing') }),
    inLexicon: ['word'],
  }),
  placeNames: defineWordTable({
    pattern: 'places/*.tsv',
    about:
      'the English names that places of Hong Kong have here, by which autocomplete finds them; they are glosses of the word. `use`: `first` for the place above all, `also` for a word that means something else besides',
    schema: z.object({
      word,
      english: phrases.pipe(z.array(z.string()).min(1, 'a name is missing')),
      use: z.enum(['first', 'also']),
    }),
    inLexicon: ['word'],
  }),
  kinds: defineWordTable({
    pattern: 'kinds/*.tsv',
    about:
      'entries that are no words: `phrase` (a fragment of a line: 仍會, 太想) or `specialist` (birds, chemicals, towns abroad). `word` is for what a rule would take for a specialist entry',
    schema: z.object({ word, kind: z.enum(KINDS) }),
    inLexicon: ['word'],
  }),
  tones: defineWordTable({
    pattern: 'tones/*.tsv',
    about:
      'how words sound in a song: `joke` (sayings, slang of the net), `archaic` (out of use) or `literary` (only writing has it). All others are plain',
    schema: z.object({ word, tone: z.enum(WORD_TONES).exclude(['plain']) }),
    inLexicon: ['word'],
  }),
  definitions: defineWordTable({
    pattern: 'definitions/*.tsv',
    about:
      'what the most used words mean, in Chinese: 4 to 24 characters, two senses at most, separated by `；`, no full stop',
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
  descriptions: defineTable({
    pattern: 'descriptions/*.tsv',
    about:
      'what writers type who look for words, in Cantonese, written Chinese or English, and three to eight words that they hope for, the best first. `like` answers a phrase with the words of the descriptions that are nearest to it',
    schema: z.object({ description: z.string().min(1, 'a description is missing'), words: relatedWords }),
    chinese: ['description', 'words'],
    key: ['description'],
    inLexicon: ['words'],
  }),
  lineEnds: defineWordTable({
    pattern: 'line-ends/*.tsv',
    about:
      'words that end a line less often than they are used: weight in per cent (1 to 99). 2 to 5: the grammar asks for something after it; 10 to 15: seldom; 40 and 50: now and then. Rhyme endings and `ends_line=true` order by popularity times it',
    schema: z.object({ word, weight: z.coerce.number<string>().int().min(1).max(99), reason }),
    inLexicon: ['word'],
  }),
  typed: defineTable({
    pattern: 'typed/words-*.tsv',
    about:
      'forms as people type them (鐘意) and the word of the lexicon that is meant. The build makes them aliases; a form that is a word by hand or of a dictionary has no row',
    schema: z.object({ typed: z.string().min(1, 'a form is missing'), written: word }),
    sortedBy: ['typed'],
    chinese: ['written'],
    key: ['typed'],
    inLexicon: ['written'],
  }),
  variants: defineWordTable({
    pattern: 'typed/variants.tsv',
    about: 'other spellings that are words of the lexicon too, with the usual one; both have the same reading',
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
