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
  rules: defineTable({
    pattern: 'sound/context-rules.json',
    about:
      'how words are read by what stands around them; 、 between several words. The first rule of a word that fits decides. `before` and `after` are regular expressions for the characters right before and right after it, where `{garments}` is any word of that list; `style` is `spoken` (the line has words that only Cantonese has) or `written`; ` | ` in a reading cuts the word in two, where it is none. `note` says why',
    schema: z.strictObject({
      word: listedWords,
      reading: z.string().refine((text) => isReading(text.replaceAll(' | ', ' ')), 'must be syllables, cut by " | "'),
      style,
      before: pattern,
      after: pattern,
      note,
    }),
  }),
  lists: defineTable({
    pattern: 'sound/word-lists.json',
    about: 'lists that the rules and exchanges name, a space between words',
    schema: z.strictObject({ name: z.string().regex(/^[a-z]+(-[a-z]+)*$/), words: spacedWords, note }),
    key: ['name'],
  }),
  cases: defineTable({
    pattern: 'sound/reading-cases.tsv',
    about:
      'lines with the reading that a word has there, both where a rule holds and where the other reading is right. The first place of the word counts',
    schema: z.object({ line: z.string().min(1), word: z.string().min(1), jyutping: z.string().refine(isReading) }),
    key: ['line', 'word'],
  }),
  freeVariants: defineTable({
    pattern: 'sound/free-variants.json',
    about:
      "readings that are heard for the same meaning. Where one of them is read, `polyphones` of annotate lists all. `written` and `spoken` are the ones that lines of these styles take; without them the word's own stays. `words`: only in these",
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
  markers: defineTable({
    pattern: 'sound/spoken-markers.json',
    about: 'what makes a line spoken; `except` are longer words of written Chinese that begin so',
    schema: z.strictObject({ words: spacedWords, except: spacedWords.optional(), note }),
  }),
  phrases: defineTable({
    pattern: 'sound/phrases.json',
    about:
      'phrases that the packages list as words and that a line is cut at: one word of each part after the other, `*` any character; `except` are words that are made alike',
    schema: z.strictObject({ parts: z.array(part).min(1), except: spacedWords.optional(), note }),
  }),
  joined: defineTable({
    pattern: 'sound/joined-words.json',
    about:
      'words that no list has, or that seem less likely than their characters: numbers, names. Parts as above; `repeated` says that the last part may recur, `notAfter` lists characters behind which the row does not hold',
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
  forms: defineTable({
    pattern: 'sound/character-forms.json',
    about:
      'characters that conversion from simplified text and look-up of words treat apart: `variant` (pairs with the usual form), `ambiguous`, `cantonese-variant`, `cantonese`',
    schema: z.strictObject({
      use: z.enum(['variant', 'ambiguous', 'cantonese-variant', 'cantonese']),
      characters: spacedWords,
      note,
    }),
  }),
  englishSyllables: defineTable({
    pattern: 'sound/english-syllables.json',
    about:
      'Latin words in a line: `cut`, where the rule cuts wrongly (a hyphen between syllables); `letters`, capitals said letter by letter; `word`, two capitals that are a word',
    schema: z.strictObject({
      use: z.enum(['cut', 'letters', 'word']),
      word: z.string().regex(/^[A-Za-z]+(-[a-z]+)*$/, 'must be letters, with a hyphen between syllables'),
      note,
    }),
  }),
  exchanges: defineTable({
    pattern: 'sound/exchanges/*.json',
    about:
      'function words and set phrases that may stand for each other in a line, for fix-contour. `instead`: as long as the word (or each of several), the one that a writer takes first in front; without it nothing stands for the word in other places. `class`, without both: words of which each may stand for each other. `open`, alone: words of other rows that are content words in other places. `style` as above; the others are texts of which one must stand (or none may stand) right before or after it, where `^` and `$` are the ends of the line or phrase, `{one}` any word of that list of word-lists.json and `…` anything. A word that has a row and is not open takes nothing else',
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
  substitutes: defineTable({
    pattern: 'sound/substitutes/*.json',
    about:
      'texts that can take the place of a word or phrase in a sung line, for fix-contour: in most lines where it stands (`often`), or in some; 、 between them, the best first. As long as the word',
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
  toneMoves: defineTable({
    pattern: 'sound/tone-moves.tsv',
    about:
      'how often published songs fall, stay level and rise from one tone to the next, within phrases. Counted, not written: 53 songs of a corpus under CC BY 4.0 (NOTICE). `npm run generate` makes `generated/tone-moves.json` of it, which the service imports, and the picture of docs/sounds.md',
    schema: z.strictObject({ from: tone, to: tone, falls: count, level: count, rises: count }),
    key: ['from', 'to'],
  }),
  places: defineTable({
    pattern: 'sound/changed-places.json',
    about:
      'neighbours that may change places: times and adverbs (`words`) and the subject (`with`) at the beginning of a clause; what stands on both sides of a word of `between`',
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
  absorbed: defineTable({
    pattern: 'sound/absorbed-words.json',
    about:
      'degrees and aspects that one word of two syllables may stand for together with the adjective or verb beside them; `side`: where they stand',
    schema: z.strictObject({
      words: listedWords,
      side: z.enum(['before', 'after']),
      pos: z.enum(['a', 'v']),
      note,
    }),
  }),
  functionWords: defineTable({
    pattern: 'meaning/function-words.json',
    about:
      'words that say little of what a phrase is about, with 、 between them: in `like` they weigh a twentieth. Words of the lexicon, each once',
    schema: z.strictObject({ words: names, reason: note }),
    key: ['words'],
    inLexicon: ['words'],
  }),
  phraseWords: defineTable({
    pattern: 'meaning/phrase-words.json',
    about:
      'what words do in a phrase for `like`, in Chinese and in English, with 、 between them. `use`: `negation` turns the next word round, `function` says nothing of what the phrase is about, `light` says little beside others, `governor` says what the phrase does with its object, `ender` is one that leaves the opposite of it, `subject` and `object` stand around a word that is all that a phrase says',
    schema: z.strictObject({
      use: z.enum(['negation', 'function', 'light', 'governor', 'ender', 'subject', 'object']),
      words: names,
      reason: note,
    }),
    key: ['use', 'words'],
  }),
  valencies: defineTable({
    pattern: 'meaning/valencies.json',
    about: 'what a verb means in `like` where its object is a person and nothing else is said (想 somebody is 想念)',
    schema: z.strictObject({ verb: word, person: word }),
    key: ['verb'],
    inLexicon: ['verb', 'person'],
  }),
  phrasalVerbs: defineTable({
    pattern: 'meaning/phrasal-verbs.json',
    about: 'English expressions that mean little word by word, with words of the lexicon that say them, the best first',
    schema: z.strictObject({ verb: z.string().min(1), words: names }),
    key: ['verb'],
  }),
  typedCharacters: defineTable({
    pattern: 'typed/characters.json',
    about:
      'characters that are typed for others within Cantonese words (野 for 嘢). The build makes the forms of hand-written words of register 粵 by them, autocomplete reads prefixes by them',
    schema: z.strictObject({ typed: z.string().min(1), written: word }),
  }),
  typedInContext: defineTable({
    pattern: 'typed/in-context.json',
    about:
      'forms in a line that mean another character by what stands around them; `typed` has 、 between several. `before` and `after` as in context-rules.json',
    schema: z.strictObject({ typed: z.string().min(1), written: word, before: pattern, after: pattern }),
  }),
} as const;
