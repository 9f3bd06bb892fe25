import { z } from 'zod';
import { isReading, listedWords, names, reason as note, spacedWords, style, syllable, word, words } from './columns.ts';
import { defineTable } from './read-table.ts';

const isHan = (text: string) => /^\p{Script=Han}+$/u.test(text);
const part = z.literal('*').or(spacedWords);
/** Words with 、 between them, as the service reads them. */
const hanWords = z.string().refine((text) => text.split('、').every(isHan), 'must be words separated by 、');
/** Texts beside a word of which one must stand there, or none may: with an end of the line, lists of words, and gaps. */
const neighbours = (end: '^' | '$') => {
  const parts = '(?:\\p{Script=Han}|\\{[a-z-]+\\}|…)';
  const text = new RegExp(end === '^' ? `^(?:\\^|\\^?${parts}+)$` : `^(?:\\$|${parts}+\\$?)$`, 'u');
  return z
    .string()
    .refine(
      (texts) => texts.split('、').every((one) => text.test(one)),
      `must be texts separated by 、, with ${end}, {list} or … in them`,
    )
    .optional();
};
const pattern = z.string().min(1).optional();
const tone = z.string().regex(/^[1-6]$/, 'must be a tone, 1 to 6');
const count = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

/** The tables of how lines are cut, read, typed and mended. The service reads them itself, without a schema: check-data has these. */
export const SOUND_TABLES = {
  /** Readings of words by the characters beside them; the first rule that fits decides. */
  rules: defineTable({
    pattern: 'sound/context-rules.json',
    schema: z.strictObject({
      word: listedWords,
      reading: z.string().refine((text) => isReading(text.replaceAll(' | ', ' ')), 'must be syllables, cut by " | "'),
      style,
      before: pattern,
      after: pattern,
      note,
    }),
  }),
  /** Word lists that rules and exchanges name. */
  lists: defineTable({
    pattern: 'sound/word-lists.json',
    schema: z.strictObject({ name: z.string().regex(/^[a-z]+(-[a-z]+)*$/), words: spacedWords, note }),
    key: ['name'],
  }),
  /** Tests of the rules. */
  cases: defineTable({
    pattern: 'sound/reading-cases.tsv',
    schema: z.object({ line: z.string().min(1), word: z.string().min(1), jyutping: z.string().refine(isReading) }),
    key: ['line', 'word'],
  }),
  /** Readings that are heard for the same meaning. */
  freeVariants: defineTable({
    pattern: 'sound/free-variants.json',
    schema: z.strictObject({
      char: listedWords,
      readings: z.string().refine((text) => text.split(' / ').length > 1 && text.split(' / ').every(isReading), {
        message: 'must be two or more syllables separated by " / "',
      }),
      words: listedWords.optional(),
      written: syllable.optional(),
      spoken: syllable.optional(),
      note,
    }),
  }),
  /** Words that make a line spoken. */
  markers: defineTable({
    pattern: 'sound/spoken-markers.json',
    schema: z.strictObject({ words: spacedWords, except: spacedWords.optional(), note }),
  }),
  /** Phrases that the packages list as words, and that a line is cut at. */
  phrases: defineTable({
    pattern: 'sound/phrases.json',
    schema: z.strictObject({ parts: z.array(part).min(1), except: spacedWords.optional(), note }),
  }),
  /** Words that no list has: numbers, names. */
  joined: defineTable({
    pattern: 'sound/joined-words.json',
    schema: z.strictObject({
      parts: z.tuple([spacedWords], part),
      repeated: z.literal(true).optional(),
      notAfter: z
        .string()
        .regex(/^\p{Script=Han}( \p{Script=Han})*$/u, 'must be characters separated by one space')
        .optional(),
      note,
    }),
  }),
  /** Characters that conversion and look-up treat apart. */
  forms: defineTable({
    pattern: 'sound/character-forms.json',
    schema: z.strictObject({
      use: z.enum(['variant', 'ambiguous', 'cantonese-variant', 'cantonese']),
      characters: spacedWords,
      note,
    }),
  }),
  englishSyllables: defineTable({
    pattern: 'sound/english-syllables.json',
    schema: z.strictObject({
      use: z.enum(['cut', 'letters', 'word']),
      word: z.string().regex(/^[A-Za-z]+(-[a-z]+)*$/, 'must be letters, with a hyphen between syllables'),
      note,
    }),
  }),
  /** Function words that may stand for each other in a line. */
  exchanges: defineTable({
    pattern: 'sound/exchanges/*.json',
    schema: z
      .strictObject({
        word: hanWords.optional(),
        instead: hanWords.optional(),
        class: hanWords.optional(),
        open: hanWords.optional(),
        style,
        before: neighbours('^'),
        not_before: neighbours('^'),
        after: neighbours('$'),
        not_after: neighbours('$'),
        note,
      })
      .refine(
        (row) =>
          [row.word, row.class, row.open].filter(Boolean).length === 1 &&
          (row.instead === undefined || row.word !== undefined),
        'must have word, with or without instead, or class, or open',
      ),
  }),
  /** Texts that can take the place of a word or phrase in a sung line: in most lines (`often`), or in some. */
  substitutes: defineTable({
    pattern: 'sound/substitutes/*.json',
    schema: z
      .strictObject({ word, often: words.default([]), sometimes: words.default([]) })
      .refine(({ word, often, sometimes }) => {
        const all = [word, ...often, ...sometimes];
        const [length] = all.map((one) => Array.from(one).length);
        return (
          all.length > 1 && new Set(all).size === all.length && all.every((one) => Array.from(one).length === length)
        );
      }, 'must list other words as long as the word, each once'),
    sortedBy: ['word'],
    key: ['word'],
    chinese: ['word', 'often', 'sometimes'],
  }),
  /** Counts of falls, level moves and rises between two tones in published songs. */
  toneMoves: defineTable({
    pattern: 'sound/tone-moves.tsv',
    schema: z.strictObject({ from: tone, to: tone, falls: count, level: count, rises: count }),
    key: ['from', 'to'],
  }),
  /** Neighbours that may change places in a line. */
  places: defineTable({
    pattern: 'sound/changed-places.json',
    schema: z
      .strictObject({
        words: listedWords.optional(),
        with: listedWords.optional(),
        between: listedWords.optional(),
        note,
      })
      .refine(
        (row) =>
          row.between === undefined
            ? row.words !== undefined && row.with !== undefined
            : row.words === undefined && row.with === undefined,
        'must have words and with, or between',
      ),
  }),
  /** Degrees and aspects that one longer word may say together with the word beside them. */
  absorbed: defineTable({
    pattern: 'sound/absorbed-words.json',
    schema: z.strictObject({
      words: listedWords,
      side: z.enum(['before', 'after']),
      pos: z.enum(['a', 'v']),
      note,
    }),
  }),
  /** Words that say little of what a phrase is about. */
  functionWords: defineTable({
    pattern: 'meaning/function-words.json',
    schema: z.strictObject({ words: names, reason: note }),
    key: ['words'],
    inLexicon: ['words'],
  }),
  /** Roles of words in a phrase for `like`. */
  phraseWords: defineTable({
    pattern: 'meaning/phrase-words.json',
    schema: z.strictObject({
      use: z.enum(['negation', 'function', 'light', 'governor', 'ender', 'subject', 'object']),
      words: names,
      reason: note,
    }),
    key: ['use', 'words'],
  }),
  /** Meaning of a verb whose object is a person. */
  valencies: defineTable({
    pattern: 'meaning/valencies.json',
    schema: z.strictObject({ verb: word, person: word }),
    key: ['verb'],
    inLexicon: ['verb', 'person'],
  }),
  phrasalVerbs: defineTable({
    pattern: 'meaning/phrasal-verbs.json',
    schema: z.strictObject({ verb: z.string().min(1), words: names }),
    key: ['verb'],
  }),
  typedCharacters: defineTable({
    pattern: 'typed/characters.json',
    schema: z.strictObject({ typed: z.string().min(1), written: word }),
  }),
  /** Typed characters that stand for another one by what is beside them. */
  typedInContext: defineTable({
    pattern: 'typed/in-context.json',
    schema: z.strictObject({ typed: z.string().min(1), written: word, before: pattern, after: pattern }),
  }),
} as const;
