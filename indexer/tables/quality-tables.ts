import { z } from 'zod';
import { VALENCES } from '../../src/lexicon/entry.ts';
import { PARTNER_RELATIONS } from '../../src/lexicon/partner-relations.ts';
import { toHongKong } from '../sources/opencc.ts';
import { isReading, reason, word } from './columns.ts';
import { defineTable } from './read-table.ts';

const text = z.string().min(1);
const reading = z.string().refine(isReading, 'must be syllables');
const form = text.transform(toHongKong);
/** What is worked on, and what measures. */
const half = z.enum(['dev', 'test']);
const moves = z.string().regex(/^[-+=*]+$/);
/** A part of a line for which something may stand, and what a person says of that. */
const SPAN_OF_LINE = { half, line: text, moves, start: z.coerce.number().int().min(0), replaces: form };
const label = z.enum(['sung', 'sayable', 'wrong']);
const forms = (separator: string) => z.string().transform((words) => words.split(separator).map(toHongKong));

/** What a person may say of a shown value. `near`: not the best answer, but one that a lyricist would accept. */
export const LABELS = ['ok', 'near', 'wrong'] as const;

export const LIKE_QUERY_KINDS = ['chinese', 'english', 'negation', 'song'] as const;

/** The tables by which the lexicon is measured; no build reads them. */
export const QUALITY_TABLES = {
  /** Judgements of values that the lexicon shows. */
  labels: defineTable({
    pattern: 'quality/labels/*.tsv',
    schema: z.object({ word: text, value: text, label: z.enum(LABELS), note: z.string() }),
    sortedBy: ['word', 'value'],
  }),
  lyrics: defineTable({
    pattern: 'quality/popularity-lyrics.tsv',
    schema: z.object({ style: z.enum(['written', 'spoken']), words: forms(' ') }),
  }),
  pairs: defineTable({
    pattern: 'quality/popularity-pairs.tsv',
    schema: z.object({ cantonese: form, mandarin: form }),
    key: ['cantonese', 'mandarin'],
  }),
  /** The last words of a song's lines, a song a row. */
  sungEnds: defineTable({
    pattern: 'quality/line-ends.tsv',
    schema: z.object({ half, words: forms(' ') }),
  }),
  expectedSynonyms: defineTable({
    pattern: 'quality/meaning-synonyms.tsv',
    schema: z.object({ word: form, expected: forms('、') }),
    key: ['word'],
  }),
  expectedPartners: defineTable({
    pattern: 'quality/partners.tsv',
    schema: z.object({ word: form, expected: forms('、') }),
    key: ['word'],
  }),
  judgedPartners: defineTable({
    pattern: 'quality/partners-sample.tsv',
    schema: z.object({
      word,
      relation: z.enum(PARTNER_RELATIONS),
      partner: word,
      label: z.enum(LABELS),
      round: z.string().regex(/^\d+$/, 'must be a number'),
      note: z.string(),
    }),
  }),
  expectedValences: defineTable({
    pattern: 'quality/valences.tsv',
    schema: z.object({ half, word: form, valence: z.enum(VALENCES) }),
    key: ['word'],
  }),
  opposites: defineTable({
    pattern: 'quality/meaning-opposites.tsv',
    schema: z.object({ word: form, opposites: forms('、') }),
    key: ['word'],
  }),
  likePhrases: defineTable({
    pattern: 'quality/meaning-phrases.tsv',
    schema: z.object({ phrase: text, wanted: forms('、') }),
    key: ['phrase'],
  }),
  /** Queries of `like` with the words that a singer hopes for. */
  likeQueries: defineTable({
    pattern: 'quality/like-*.tsv',
    schema: z.object({ kind: z.enum(LIKE_QUERY_KINDS), half, like: text, wanted: forms('、') }),
    key: ['like'],
  }),
  /** Of two words the one that sounds nearer, judged by ear. */
  proximity: defineTable({
    pattern: 'quality/proximity.tsv',
    schema: z.object({
      word,
      jyutping: reading,
      closer: word,
      closer_jyutping: reading,
      farther: word,
      farther_jyutping: reading,
      why: reason,
    }),
  }),
  /** Lines in which `planted`, put for `word`, clashes with the melody. */
  plantedClashes: defineTable({
    pattern: 'quality/planted-clashes.tsv',
    schema: z.object({ line: text, word, planted: word }),
  }),
  senseLines: defineTable({
    pattern: 'quality/sense-lines.tsv',
    schema: z.object({ half, line: text, word: form, sense: text }),
    key: ['line', 'word'],
  }),
  /** Words that may, and must not, stand for a function word of a line. */
  exchangeLines: defineTable({
    pattern: 'quality/exchange-lines.tsv',
    schema: z.object({
      half,
      line: form,
      word: form,
      may: forms('、').transform((words) => words.filter((one) => one !== '')),
      must_not: forms('、'),
    }),
    key: ['line', 'word'],
  }),
  /** Lines with the words that a writer would take for one of theirs. */
  naturalClashes: defineTable({
    pattern: 'quality/natural-clashes.tsv',
    schema: z.object({ half, line: text, word: text, usable: forms('、') }),
    key: ['line'],
  }),
  /** Judged swaps of one word by fix-contour. */
  swapLabels: defineTable({
    pattern: 'quality/swap-labels.tsv',
    schema: z.object({ ...SPAN_OF_LINE, word: form, label }),
    key: ['line', 'moves', 'start', 'replaces', 'word'],
  }),
  /** Judged swaps of a phrase by fix-contour. */
  phraseLabels: defineTable({
    pattern: 'quality/phrase-labels.tsv',
    schema: z.object({ ...SPAN_OF_LINE, phrase: form, label }),
    key: ['line', 'moves', 'start', 'replaces', 'phrase'],
  }),
  /** Melodies of which one move runs against the line. */
  turnedMoves: defineTable({
    pattern: 'quality/turned-moves.tsv',
    schema: z.object({ half, line: text, moves }),
    key: ['line', 'moves'],
  }),
  /** Entries of essay-cantonese that are no words. */
  essayExclusions: defineTable({
    pattern: 'quality/essay-exclusions.tsv',
    schema: z.object({ word: text, reason }),
    key: ['word'],
  }),
  /** Pairs to which the relation model is fitted. */
  judgedPairs: defineTable({
    pattern: 'quality/dev-relations-*.tsv',
    schema: z.object({ word, related: word, label: z.enum(['strict', 'near', 'accepted', 'wrong']) }),
  }),
  labelledSynonyms: defineTable({
    pattern: 'quality/generated-synonyms.tsv',
    schema: z.object({ word, related: word, label: z.enum(['strict', 'near', 'wrong']) }),
    key: ['word', 'related'],
  }),
} as const;
