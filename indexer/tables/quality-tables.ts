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
  labels: defineTable({
    pattern: 'quality/labels/*.tsv',
    about:
      'what a person says of values that the lexicon shows: `ok`, `near` (acceptable), `wrong`; see docs/quality.md',
    schema: z.object({ word: text, value: text, label: z.enum(LABELS), note: z.string() }),
    sortedBy: ['word', 'value'],
  }),
  lyrics: defineTable({
    pattern: 'quality/popularity-lyrics.tsv',
    about:
      'lines in the manner of lyrics, a space between words, that the order of words is measured with; written before any order was looked at',
    schema: z.object({ style: z.enum(['written', 'spoken']), words: forms(' ') }),
  }),
  pairs: defineTable({
    pattern: 'quality/popularity-pairs.tsv',
    about: 'everyday Cantonese words and the written words that nobody says, which are to come after them',
    schema: z.object({ cantonese: form, mandarin: form }),
    key: ['cantonese', 'mandarin'],
  }),
  sungEnds: defineTable({
    pattern: 'quality/line-ends.tsv',
    about:
      "the last words of a song's lines, a song a row; weights are chosen on the half `dev`, and measured on `test`",
    schema: z.object({ half, words: forms(' ') }),
  }),
  expectedSynonyms: defineTable({
    pattern: 'quality/meaning-synonyms.tsv',
    about: 'six words that a lyricist expects beside a word',
    schema: z.object({ word: form, expected: forms('、') }),
    key: ['word'],
  }),
  expectedPartners: defineTable({
    pattern: 'quality/partners.tsv',
    about: 'six partners that a lyricist expects of a word, in whatever relation',
    schema: z.object({ word: form, expected: forms('、') }),
    key: ['word'],
  }),
  judgedPartners: defineTable({
    pattern: 'quality/partners-sample.tsv',
    about: 'what a person says of seeded samples of the hand-written partners, round by round: `ok`, `near`, `wrong`',
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
    about:
      'words with a plain feeling, and words without any, written before any label was looked at. Rules are made with the half `dev`; `test` is only measured',
    schema: z.object({ half, word: form, valence: z.enum(VALENCES) }),
    key: ['word'],
  }),
  opposites: defineTable({
    pattern: 'quality/meaning-opposites.tsv',
    about: 'words that must not be listed as alike',
    schema: z.object({ word: form, opposites: forms('、') }),
    key: ['word'],
  }),
  likePhrases: defineTable({
    pattern: 'quality/meaning-phrases.tsv',
    about: 'phrases for `like`, and words of which any three are a good answer',
    schema: z.object({ phrase: text, wanted: forms('、') }),
    key: ['phrase'],
  }),
  likeQueries: defineTable({
    pattern: 'quality/like-*.tsv',
    about:
      'what people type into `like`, with words that a singer hopes for: `like-queries` phrases in Chinese and in English, negations and English words of songs, `like-phrases-2` 200 phrases in each language, `like-phrases-3` 100, `like-phrases-4` and `like-phrases-5` 60, none of which is a description of `data/descriptions`. Weights are chosen on the half `dev`, and measured on `test`',
    schema: z.object({
      kind: z.enum(LIKE_QUERY_KINDS),
      half,
      like: text,
      wanted: forms('、'),
    }),
    key: ['like'],
  }),
  proximity: defineTable({
    pattern: 'quality/proximity.tsv',
    about:
      'judged by ear, before any score was looked at: of two words the one that sounds nearer. The weights of `near=` are tested with it',
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
  plantedClashes: defineTable({
    pattern: 'quality/planted-clashes.tsv',
    about:
      'lines in the manner of lyrics; the melody is that of the line as it stands, and `planted` a word near in meaning that stands for `word` there and mostly clashes. fix-contour is to offer the word that stood there',
    schema: z.object({ line: text, word, planted: word }),
  }),
  senseLines: defineTable({
    pattern: 'quality/sense-lines.tsv',
    about:
      'the sense of a word in a line in the manner of lyrics, written before annotate said any; its rules are made with the half `dev`, and measured on `test`',
    schema: z.object({ half, line: text, word: form, sense: text }),
    key: ['line', 'word'],
  }),
  exchangeLines: defineTable({
    pattern: 'quality/exchange-lines.tsv',
    about:
      'lines in the manner of lyrics with a function word, and what a lyricist would put in its first place there (`may`) and never would (`must_not`); the classes were written with the half `dev` in view; `test` was judged on drawn example phrases before anything was looked at',
    schema: z.object({
      half,
      line: form,
      word: form,
      may: forms('、').transform((words) => words.filter((one) => one !== '')),
      must_not: forms('、'),
    }),
    key: ['line', 'word'],
  }),
  naturalClashes: defineTable({
    pattern: 'quality/natural-clashes.tsv',
    about:
      'lines in the manner of lyrics, a word of theirs, and words that a writer would take for it there, written before any answer was looked at. The melody is that of the line with the first of them. fix-contour is worked on with the half `dev`, and measured on `test`',
    schema: z.object({ half, line: text, word: text, usable: forms('、') }),
    key: ['line'],
  }),
  swapLabels: defineTable({
    pattern: 'quality/swap-labels.tsv',
    about:
      'swaps of fix-contour in their lines, judged without sight of their points. `moves` is the melody (`+`, `-`, `=`, `*`), `start` the sung position of `replaces`. `label`: `sung`, a lyricist would sing it there; `sayable`, it is good Cantonese there and says something else or less; `wrong`, it breaks grammar or sense. `scripts/swaps/fit.ts` fits the weights of the points on `dev`; `test` measures them. Half by line',
    schema: z.object({ ...SPAN_OF_LINE, word: form, label }),
    key: ['line', 'moves', 'start', 'replaces', 'word'],
  }),
  phraseLabels: defineTable({
    pattern: 'quality/phrase-labels.tsv',
    about:
      'phrase swaps of fix-contour in their lines, judged as in `swap-labels.tsv`; the points of `src/lyrics/swaps/compose.ts` are fitted on them',
    schema: z.object({ ...SPAN_OF_LINE, phrase: form, label }),
    key: ['line', 'moves', 'start', 'replaces', 'phrase'],
  }),
  turnedMoves: defineTable({
    pattern: 'quality/turned-moves.tsv',
    about:
      'lines in the manner of lyrics, each with the moves of its own tones of which one is turned against it; a test counts the repairs. `test` was shut while the search was changed',
    schema: z.object({ half, line: text, moves }),
    key: ['line', 'moves'],
  }),
  essayExclusions: defineTable({
    pattern: 'quality/essay-exclusions.tsv',
    about:
      "entries of essay-cantonese's list that are no words, for whoever counts how many of its commonest words the lexicon has",
    schema: z.object({ word: text, reason }),
    key: ['word'],
  }),
  judgedPairs: defineTable({
    pattern: 'quality/dev-relations-*.tsv',
    about:
      'pairs that were labelled (strict, near, wrong) before any score was seen; the relation model is fitted to them. `-likely`: pairs that its first judgement let through, labelled accepted or wrong',
    schema: z.object({ word, related: word, label: z.enum(['strict', 'near', 'accepted', 'wrong']) }),
  }),
  labelledSynonyms: defineTable({
    pattern: 'quality/generated-synonyms.tsv',
    about:
      'generated synonyms of words of rank up to 40,000, a seeded draw from every band of scores, labelled without sight of the score: `strict`, one stands for the other in a line; `near`, in some lines; `wrong`. The scores of inferred and inherited synonyms are set by them',
    schema: z.object({ word, related: word, label: z.enum(['strict', 'near', 'wrong']) }),
    key: ['word', 'related'],
  }),
} as const;
