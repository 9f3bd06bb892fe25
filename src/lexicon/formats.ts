import { z } from 'zod';
import { parseJyutping } from '../cantonese/jyutping.ts';
import {
  CONFIDENCES,
  type Entry,
  KINDS,
  MAX_SENSE_ID_LENGTH,
  MAX_TOLD_SENSES,
  PARTS_OF_SPEECH,
  QUALITIES,
  REGISTERS,
  RELATION_SOURCES,
  RELATION_TYPES,
  SENSE_ID,
  type Sense,
  VALENCES,
  WORD_TONES,
} from './entry.ts';
import { PARTNER_RELATIONS } from './partner-relations.ts';

/** The built files, one JSON object a line. Field names are those of the interface. */

const word = z.string().min(1).meta({ description: 'Hong Kong traditional characters, NFC' });
const jyutping = z.string().refine((text) => parseJyutping(text) !== undefined, {
  message: 'not valid LSHK jyutping (syllables such as "hoi1 sam1")',
});

const readingLine = z.strictObject({
  jyutping,
  code: z.string().regex(/^[0234]+$/),
  rhyme: z.string().min(1),
  rank: z.int().min(0).meta({ description: '0 is the primary reading' }),
  confidence: z.enum(CONFIDENCES),
});

const senseLine = z.strictObject({
  pos: z.enum(PARTS_OF_SPEECH),
  category: z.string().nullable(),
  definition: z.string(),
  synonyms: z.array(word),
  told: z
    .strictObject({
      sense: z.string().min(1).meta({ description: 'a short id that stays, unique within the word' }),
      definition_zh: z.string(),
      reg: z.enum(REGISTERS),
      jyutping: z.string().optional().meta({ description: 'where the reading tells senses apart' }),
      example: z.string(),
      antonyms: z.array(word),
      emotion: z.string().optional().meta({ description: 'absent where the senses do not differ in it' }),
      valence: z.enum(VALENCES).optional(),
      themes: z.array(z.string()).optional(),
      cues: z.record(word, z.int().min(1)).optional().meta({
        description:
          'words that tell this sense from the others where they stand in one line, with weights, the greatest first',
      }),
    })
    .optional()
    .meta({ description: 'what somebody wrote of the sense; absent where senses follow from the gloss' }),
});

const affectLine = z.strictObject({
  valence: z.enum(VALENCES),
  emotion: z.string(),
  themes: z.array(z.string()),
  themes_inferred: z.array(z.string()),
});

const furtherLabels = z.strictObject({
  sense: z
    .string()
    .optional()
    .meta({ description: 'the id of the sense; absent for what holds of the word as a whole' }),
  pos: z.enum(PARTS_OF_SPEECH).optional(),
  category: z.string().optional(),
  emotion: z.string().optional(),
  valence: z.enum(VALENCES).optional(),
  themes: z.array(z.string()).optional(),
});

/** A line of `entries.jsonl`. */
export const entryLine = z.strictObject({
  char: word,
  rank: z.int().min(0).meta({ description: 'popularity: dense, unique, 0 the most popular; the order of the lines' }),
  char_rank: z.int().min(0).meta({ description: 'place in code point order: dense, unique' }),
  end_rank: z
    .int()
    .min(0)
    .meta({ description: 'place among ends of a line, by popularity and a weight: dense, unique' }),
  length: z.int().min(1).meta({ description: 'number of characters' }),
  pos: z.enum(PARTS_OF_SPEECH),
  reg: z.enum(REGISTERS),
  is_canto: z.boolean(),
  kind: z.enum(KINDS).optional().meta({ description: 'absent for a word' }),
  tone: z.enum(WORD_TONES).optional().meta({ description: 'absent for a plain word' }),
  vulgar: z.boolean(),
  definition: z.string(),
  definition_zh: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'a short definition in Chinese; absent where there is none' }),
  examples: z.array(z.string()),
  standard: z
    .array(word)
    .optional()
    .meta({ description: 'words of written Chinese that say the same; absent where there are none' }),
  variant_of: word
    .optional()
    .meta({ description: 'the usual spelling of the same word, with the same reading; absent where this is it' }),
  readings: z.array(readingLine).min(1),
  senses: z.array(senseLine),
  category: z.string().nullable(),
  quality: z.enum(QUALITIES),
  affect: affectLine,
  also: z.array(furtherLabels).optional().meta({
    description:
      'labels under which the word is listed and counted besides its own: of further parts of speech, and of later senses that have at least a third of its uses; absent where there are none',
  }),
  aliases: z.array(word).meta({ description: 'other forms that lead here; never the headword of another entry' }),
  frequency: z.int().min(0).meta({ description: 'ln(occurrences in a thousand million) × 100, rounded' }),
});
export type EntryLine = z.infer<typeof entryLine>;

/** A line of `relations.jsonl`; a relation that holds both ways has a line for each way. */
export const relationLine = z.strictObject({
  word,
  related: word,
  type: z.enum([...RELATION_TYPES, ...PARTNER_RELATIONS]).meta({
    description: 'synonyms and antonyms; all others are partners, which go with the word in a line',
  }),
  source: z.enum([...RELATION_SOURCES, 'attested']).meta({
    description: '`attested`: partners that stand together in a phrase or a headword',
  }),
  score: z.int().min(1).max(100).meta({ description: 'nearness' }),
  order: z.int().min(0).meta({
    description:
      "place among the word's relations of this type: dense; curated first, then score, then popularity. Of partners the place among all of them: the best of each relation in turn",
  }),
  senses: z.array(z.string()).meta({
    description:
      'the ids of the senses of `word` in which it holds, in order of use; empty where it is not known, or senses are not told apart',
  }),
});
export type RelationLine = z.infer<typeof relationLine>;

const supplement = z.boolean().optional().meta({
  description:
    'true: fills only what no other source says (a word that is not there, a definition where there is none), and is passed over in silence where it cannot be merged',
});

/** A sense of an operator's entry. */
const operatorSense = z.strictObject({
  sense: z
    .string()
    .regex(SENSE_ID, 'must be a short id in lower case, such as bloom')
    .max(MAX_SENSE_ID_LENGTH)
    .meta({ description: 'a short id that stays, unique within the word' }),
  pos: z.enum(PARTS_OF_SPEECH),
  reg: z.enum(REGISTERS).default('通'),
  jyutping: jyutping.optional().meta({ description: 'where the reading tells senses apart' }),
  definition: z.string().min(1),
  definition_zh: z.string().default(''),
  example: z.string().default(''),
  category: z.string().optional(),
  synonyms: z
    .array(word)
    .default([])
    .meta({ description: 'words that mean the same in this sense: curated relations' }),
  antonyms: z.array(word).default([]),
});

const operatorSenses = z
  .array(operatorSense)
  .min(1)
  .max(MAX_TOLD_SENSES)
  .refine((senses) => new Set(senses.map(({ sense }) => sense)).size === senses.length, 'has an id twice')
  .meta({ description: "in order of use; they take the place of the word's own" });

/** A line of an operator's own file (`lexicon build --source FILE`). */
export const operatorLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z
      .literal('source')
      .meta({ description: 'says where the lines of this file come from; named in the manifest' }),
    name: z.string().min(1),
    version: z.string().default(''),
    licence: z.string().min(1),
    url: z.string().default(''),
    attribution: z.string().min(1),
    used_for: z.string().default('words and relations'),
  }),
  z.strictObject({
    kind: z.literal('entry').meta({ description: 'adds a word, or changes the given fields of one' }),
    char: word,
    readings: z.array(jyutping).min(1).optional(),
    pos: z.enum(PARTS_OF_SPEECH).optional(),
    reg: z.enum(REGISTERS).optional(),
    vulgar: z.boolean().optional(),
    definition: z.string().optional(),
    examples: z.array(z.string()).optional(),
    category: z.string().optional(),
    emotion: z.string().optional(),
    valence: z.enum(VALENCES).optional(),
    themes: z.array(z.string()).optional(),
    aliases: z.array(word).optional(),
    senses: operatorSenses.optional(),
    frequency_class: z
      .int()
      .min(1)
      .max(5)
      .optional()
      .meta({ description: '5 is among the commonest few hundred words' }),
    supplement,
  }),
  z.strictObject({
    kind: z.literal('relation').meta({ description: 'adds a curated relation, both ways' }),
    type: z.enum(RELATION_TYPES),
    word,
    related: word,
    score: z.int().min(1).max(100).default(90),
    sense: z.string().default('').meta({
      description:
        'the sense of `word` in which it holds, by its id, where its senses are told apart; else a label of your own',
    }),
    supplement,
  }),
  z.strictObject({
    kind: z.literal('override').meta({ description: 'takes a word or a relation out' }),
    remove: z.enum(['entry', 'relation']),
    char: word,
    related: word.optional(),
    type: z.enum(RELATION_TYPES).optional(),
  }),
]);
export type OperatorLine = z.infer<typeof operatorLine>;

export const sourceNotice = z.strictObject({
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  url: z.string(),
  attribution: z.string(),
  used_for: z.string(),
  entries: z.int().min(0),
  relations: z.int().min(0),
});

/** `manifest.json` */
export const manifest = z.strictObject({
  format: z.literal(1),
  generation: z
    .string()
    .meta({ description: 'name: the first 16 hexadecimal digits of the checksum of the inputs, after `g`' }),
  inputs_sha256: z.string(),
  tokens_version: z.int(),
  licence: z.string(),
  counts: z.strictObject({ entries: z.int(), relations: z.int() }),
  coverage: z.record(z.string(), z.int()),
  files: z.array(
    z.strictObject({
      name: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      lines: z.int().meta({ description: 'lines of JSON, rows of meanings, or words of the word table' }),
    }),
  ),
  sources: z.array(sourceNotice),
  vocabulary: z.strictObject({
    emotions: z.array(z.string()),
    themes: z.array(z.string()),
    categories: z.array(z.strictObject({ name: z.string(), label: z.string(), pos: z.enum(PARTS_OF_SPEECH) })),
  }),
  rejected: z.array(z.strictObject({ file: z.string(), line: z.int(), field: z.string(), message: z.string() })),
});
export type Manifest = z.infer<typeof manifest>;

/** A sense as entries have it. */
export function senseFromLine({ told, ...sense }: EntryLine['senses'][number]): Sense {
  if (!told) return sense;
  // Cues are for the table of words alone.
  const { definition_zh: definitionZh, jyutping, cues, ...rest } = told;
  return { ...sense, told: { ...rest, definitionZh, ...(jyutping === undefined ? {} : { jyutping }) } };
}

/** The entry that a line of `entries.jsonl` holds. The line is taken as valid. */
export function entryFromLine(line: EntryLine): Entry {
  return {
    char: line.char,
    rank: line.rank,
    charRank: line.char_rank,
    endRank: line.end_rank,
    length: line.length,
    pos: line.pos,
    reg: line.reg,
    isCanto: line.is_canto,
    kind: line.kind ?? 'word',
    tone: line.tone ?? 'plain',
    vulgar: line.vulgar,
    definition: line.definition,
    ...(line.definition_zh === undefined ? {} : { definitionZh: line.definition_zh }),
    examples: line.examples,
    standard: line.standard ?? [],
    ...(line.variant_of === undefined ? {} : { variantOf: line.variant_of }),
    readings: line.readings,
    senses: line.senses.map(senseFromLine),
    category: line.category,
    quality: line.quality,
    affect: {
      valence: line.affect.valence,
      emotion: line.affect.emotion,
      themes: line.affect.themes,
      themesInferred: line.affect.themes_inferred,
    },
    also: line.also ?? [],
    aliases: line.aliases,
    frequency: line.frequency,
  };
}
