import { z } from 'zod';
import { parseSyllable } from '../../src/cantonese/jyutping.ts';
import { readJsonRows } from '../tables/read-json-rows.ts';
import { readTable } from '../tables/read-table.ts';

/** The tables of `data/sound` that decide how a line is cut and read. */

const isChinese = (text: string) => /^[\p{Script=Han}A-Za-z]+$/u.test(text);
const isReading = (text: string) => text.split(' ').every((syllable) => parseSyllable(syllable));
const note = z.string().min(1, 'a reason is missing');
const listed = z.string().refine((text) => text.split(' ').every(isChinese), 'must be words separated by one space');
const words = z.string().refine((text) => text.split('、').every(isChinese), 'must be words separated by 、');
const readingOfChar = z.string().refine((text) => !text.includes(' ') && isReading(text), 'must be a syllable');

const ruleRow = z.strictObject({
  word: words,
  reading: z.string().refine((text) => isReading(text.replaceAll(' | ', ' ')), 'must be syllables, cut by " | "'),
  style: z.enum(['spoken', 'written']).optional(),
  before: z.string().min(1).optional(),
  after: z.string().min(1).optional(),
  note,
});
const listRow = z.strictObject({ name: z.string().regex(/^[a-z]+(-[a-z]+)*$/), words: listed, note });
const markerRow = z.strictObject({ words: listed, except: listed.optional(), note });
const part = z.literal('*').or(listed);
const phraseRow = z.strictObject({ parts: z.array(part).min(1), except: listed.optional(), note });
const joinedRow = z.strictObject({
  parts: z.tuple([listed], part),
  repeated: z.literal(true).optional(),
  notAfter: z
    .string()
    .regex(/^\p{Script=Han}( \p{Script=Han})*$/u, 'must be characters separated by one space')
    .optional(),
  note,
});
const formRow = z.strictObject({
  use: z.enum(['variant', 'ambiguous', 'cantonese-variant', 'cantonese']),
  characters: listed,
  note,
});
const variantRow = z.strictObject({
  char: words,
  readings: z.string().refine((text) => text.split(' / ').length > 1 && text.split(' / ').every(isReading), {
    message: 'must be two or more syllables separated by " / "',
  }),
  words: words.optional(),
  written: readingOfChar.optional(),
  spoken: readingOfChar.optional(),
  note,
});
const syllableRow = z.strictObject({
  use: z.enum(['cut', 'letters', 'word']),
  word: z.string().regex(/^[A-Za-z]+(-[a-z]+)*$/, 'must be letters, with a hyphen between syllables'),
  note,
});
const caseRow = z.object({ line: z.string().min(1), word: z.string().min(1), jyutping: z.string().refine(isReading) });

/** The tables of a `data/` folder. */
export function readSoundTables(root: string) {
  return {
    rules: readJsonRows(root, 'sound/context-rules.json', ruleRow),
    lists: readJsonRows(root, 'sound/word-lists.json', listRow),
    markers: readJsonRows(root, 'sound/spoken-markers.json', markerRow),
    phrases: readJsonRows(root, 'sound/phrases.json', phraseRow),
    joined: readJsonRows(root, 'sound/joined-words.json', joinedRow),
    forms: readJsonRows(root, 'sound/character-forms.json', formRow),
    variants: readJsonRows(root, 'sound/free-variants.json', variantRow),
    englishSyllables: readJsonRows(root, 'sound/english-syllables.json', syllableRow),
    cases: readTable(root, 'sound/reading-cases.tsv', caseRow),
  };
}
export type SoundTables = ReturnType<typeof readSoundTables>;
