import { z } from 'zod';
import { PARTS_OF_SPEECH, REGISTERS, SENSE_ID, VALENCES } from '../../src/lexicon/entry.ts';
import { isReading, names, optional, relatedWords, word, words } from './columns.ts';
import { defineTable } from './define-table.ts';

/** The tables of what words have in common, and of the senses in which they do. */
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
  senses: defineTable({
    pattern: 'senses/*.tsv',
    about:
      'the senses of common words that have several, in order of use. `sense` is a short id that stays; `jyutping` only where the reading tells senses apart; `synonyms` and `antonyms` are those of this sense; `category`, `emotion`, `valence` and `themes` only where they differ from one sense to another',
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
    }),
    chinese: ['word', 'synonyms', 'antonyms', 'example'],
    key: ['word', 'sense'],
    inLexicon: ['word'],
  }),
};
