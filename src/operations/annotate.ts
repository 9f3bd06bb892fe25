import { z } from 'zod';
import { isSung, lineUnits } from '../cantonese/line-units.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import { generateTextLines, splitLines, type TextLine } from '../lyrics/annotate.ts';
import { generateSensesOfLine } from '../lyrics/line-senses.ts';
import { runInSlices } from '../time-slicing.ts';
import { boundedList, syllable } from './chosen-readings.ts';
import { operation } from './operation.ts';
import { lengthProblem, NO_CONTROL, normalizedText, type ParseResult } from './parameters/parameters.ts';

/** Whole lyrics, as annotate takes them. */
export const MAX_CHARACTERS = 5000;
export const MAX_LINES = 200;

const LYRICS_LIMITS = `at most ${MAX_CHARACTERS} characters and ${MAX_LINES} lines`;

function parseLyrics(text: string): ParseResult<string> {
  const tooLong = lengthProblem(text, MAX_CHARACTERS);
  if (tooLong !== undefined) return { problem: `${tooLong}: send it in parts` };
  const parsed = normalizedText(text, MAX_CHARACTERS);
  if ('problem' in parsed) return parsed;
  const lines = splitLines(text).length;
  return lines > MAX_LINES
    ? { problem: `has ${lines} lines; at most ${MAX_LINES} are taken: send it in parts` }
    : parsed;
}

/** A text of several lines in NFC. */
export function lyrics({ missing, description }: { readonly missing: string; readonly description: string }) {
  return z
    .string({ error: missing })
    .transform((input, context) => {
      const parsed = parseLyrics(input);
      if ('value' in parsed) return parsed.value;
      context.addIssue({ code: 'custom', message: parsed.problem });
      return z.NEVER;
    })
    .meta({
      description,
      override: { type: 'string', maxLength: MAX_CHARACTERS, pattern: NO_CONTROL, examples: ['我在期待\n天空海闊'] },
    });
}

/** Most chosen readings of a request. Writers choose few: only where context and word do not decide. */
const MAX_READINGS = 1000;

const text = lyrics({
  missing: 'is needed: the text to annotate',
  description: `The text, whole lyrics if you like: ${LYRICS_LIMITS}. Send whole sentences: what stands around a word decides how it is read.`,
});

const index = (last: number) =>
  z
    .int('is not a whole number')
    .min(0, 'is below 0, the first one')
    .max(last, `is beyond ${last}, the last one that a text may have`);

const readings = boundedList(
  z.array(z.strictObject({ line: index(MAX_LINES - 1), position: index(MAX_CHARACTERS - 1), jyutping: syllable }), {
    error: 'is a list of {line, position, jyutping}: a list is needed',
  }),
  { maxItems: MAX_READINGS, advice: 'send the text in parts' },
).meta({
  description: 'Readings that the writer has chosen: line and place (an item of `chars`) by number, both from 0.',
});

interface Body {
  readonly text?: string;
  readonly readings?: readonly ReadingLocation[] | undefined;
}

type ReadingLocation = { readonly line: number; readonly position: number };

/** The problem with the position of a chosen reading, by field; undefined if it is valid. */
function locationProblem(
  lines: readonly (readonly string[])[],
  { line, position }: ReadingLocation,
): [string, string] | undefined {
  // Negative numbers were reported before.
  if (line < 0 || position < 0) return undefined;
  const characters = lines[line];
  if (!characters) return ['line', `${line} is beyond the last line, ${lines.length - 1}`];
  const character = characters[position];
  if (character === undefined)
    return ['position', `${position} is beyond the end: line ${line} has ${characters.length} characters`];
  return isSung(character) ? undefined : ['position', `${position} is a space or punctuation, which has no reading`];
}

/** Adds an issue for each chosen reading that is at no sung character, or at a character that has one already. */
function checkReadings({ text: input, readings: chosen = [] }: Body, context: z.RefinementCtx): void {
  if (input === undefined) return;
  const lines = splitLines(input).map(lineUnits);
  const seen = new Set<string>();
  chosen.forEach((location, i) => {
    const key = `${location.line} ${location.position}`;
    const duplicate: [string, string] = ['position', `${location.position} is given twice; choose one reading`];
    const problem = locationProblem(lines, location) ?? (seen.has(key) ? duplicate : undefined);
    seen.add(key);
    if (problem) context.addIssue({ code: 'custom', path: ['readings', i, problem[0]], message: problem[1] });
  });
}

const body = z.strictObject({ text, readings: readings.optional() }).superRefine(checkReadings);

const character = z
  .object({
    char: z.string().meta({
      description:
        'A character; of a Latin word the letters of one syllable (`ba`, `by`), single where they are said singly (`D`, `J`)',
    }),
    read_as: z
      .string()
      .optional()
      .meta({ description: 'The character it was read as, where another one was typed for it: 咗 for 左, 啲 for d' }),
    jyutping: z.string().nullable().meta({ description: 'The reading chosen from context; null where there is none' }),
    code: z.string().nullable(),
    tone: z.int().nullable(),
    rhyme: z.string().nullable(),
    g: z.int().meta({ description: 'Number of its word within the line, from 0' }),
    sense: z
      .string()
      .optional()
      .meta({
        description:
          'The likely sense of its word, by its id on the card, where the line decides between those that are told apart',
        examples: ['bloom'],
      }),
    polyphones: z
      .array(z.string())
      .optional()
      .meta({ description: 'All candidate readings, ranked; absent where there is only one' }),
  })
  .meta({ id: 'AnnotatedCharacter' });

const line = z
  .object({
    text: z.string(),
    normalized_from: z
      .string()
      .optional()
      .meta({ description: 'The line as it was sent, where it is simplified and was read in its traditional form' }),
    code: z.string().meta({ description: 'Tone codes of the characters that have a reading' }),
    rhyme: z.string().nullable().meta({ description: 'Final of the last sung character' }),
    scheme: z
      .string()
      .nullable()
      .meta({ description: 'A, B, … by rhyme, across the text; finals that songs pair have one letter' }),
    chars: z.array(character),
  })
  .meta({ id: 'AnnotatedLine' });

function* generateLineViews(
  { text, readings }: z.output<typeof body>,
  words: ListedWords,
): Generator<void, z.infer<typeof line>[]> {
  const views: z.infer<typeof line>[] = [];
  for (const textLine of yield* generateTextLines(splitLines(text), words, readings))
    views.push(toLineView(textLine, yield* generateSensesOfLine(textLine, words)));
  return views;
}

function toLineView(textLine: TextLine, senses: readonly (string | undefined)[]): z.infer<typeof line> {
  const { text: lineText, normalizedFrom, code, rhyme, scheme, characters } = textLine;
  return {
    text: lineText,
    normalized_from: normalizedFrom,
    code,
    rhyme,
    scheme,
    chars: characters.map(({ char, readAs, group, polyphones, variants: _, ...sounds }) => ({
      char,
      read_as: readAs,
      ...sounds,
      g: group,
      sense: senses[group],
      ...(polyphones ? { polyphones: [...polyphones] } : {}),
    })),
  };
}

export const annotate = operation({
  id: 'annotate',
  tag: 'Writing',
  summary: 'Read a text character by character',
  description:
    'Cuts every line into words and gives each character its reading in this context, with tone, tone code and rhyme. A Latin word is one place a syllable, without a tone, so that places and notes match. An empty line is an element without characters.',
  tool: {
    name: 'annotate_lyrics',
    whenToUse: 'Use it before anything is said of how a text sounds: never guess jyutping or tones. Send whole lines.',
  },
  example: {
    summary: 'Two lines',
    body: { text: '我在期待\n重來' },
    withKey: true,
  },
  request: { body },
  response: z.object({ lines: z.array(line) }).meta({ id: 'Annotation' }),
  async handle({ body }, lexicon) {
    const words = await lexicon.wordTable();
    return { lines: await runInSlices(generateLineViews(body, words)) };
  },
});
