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
    about:
      'curated relations. `syn`: word ↔ each of `related`; `group`: word and all of `related` are synonyms of each other; `ant`: word ↔ each of `related`. `sense` is a short English label where the word has several senses, else empty',
    schema: z.object({ type: z.enum(['syn', 'ant', 'group']), word, sense: z.string(), related: relatedWords }),
    sortedBy: ['type', 'word'],
    chinese: ['word', 'related'],
    key: ['type', 'word', 'sense', 'related'],
    inLexicon: ['word', 'related'],
  }),
  deny: defineTable({
    pattern: 'relations/deny*.tsv',
    about:
      'generated relations that are wrong and must never appear (`deny-model.tsv`: those that the relation model made)',
    schema: z.object({ type: z.enum(['syn', 'ant']), word, related: relatedWords, reason: z.string() }),
    sortedBy: ['type', 'word'],
    chinese: ['word', 'related'],
    key: ['type', 'word', 'related'],
  }),
  partners: defineTable({
    pattern: 'partners/!(deny*).tsv',
    about:
      'what goes with a word, the commonest and most natural first. `relation`: of a noun what it `does`, what is `done_to` it, `like_what` it is, its `measure`, its `image`, the nouns `with` it; of a verb or an adjective what it `takes`, `by` what it is done, what it `describes`, and `how`. `*` marks literary partners, `+` spoken ones. A pair is written once: the build makes both directions of it, and passes over partners that are no words of the lexicon',
    schema: z.object({ word, relation: z.enum(WRITTEN_PARTNERS), partners }),
    chinese: ['word', 'partners'],
    inLexicon: ['word'],
  }),
  deniedPartners: defineTable({
    pattern: 'partners/deny*.tsv',
    about: 'pairs that phrases and headwords seem to attest and that do not go together: idioms, and words cut wrongly',
    schema: z.object({ word, relation: z.enum(['done_to', 'like_what']), partners: relatedWords, reason }),
    sortedBy: ['word', 'relation'],
    chinese: ['word', 'partners'],
    key: ['word', 'relation', 'partners'],
  }),
  senses: defineTable({
    pattern: 'senses/*.tsv',
    about:
      "the senses of common words that have several, in order of use. `sense` is a short id that stays; `jyutping` only where the reading tells senses apart; `synonyms` and `antonyms` are those of this sense; `category`, `emotion`, `valence` and `themes` only where they differ from one sense to another; a word has those of its first sense. `use`: the share of the word's uses in per cent, where it is not about what the order says (the second half as often as the first, the third a third as often); a word is found under the labels of a later sense too where that has at least 33",
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
