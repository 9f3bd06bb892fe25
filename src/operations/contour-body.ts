import { z } from 'zod';
import { countSung } from '../cantonese/line-units.ts';
import {
  MOVE_SIGNS,
  type MoveList,
  movesOfCodes,
  movesOfMelody,
  movesOfText,
  normalizedMoves,
  TOLERANCES,
} from '../cantonese/melody.ts';
import type { CodeDigit } from '../cantonese/tone.ts';
import type { ContourCharacter } from '../lyrics/fix-contour.ts';
import type { Risk } from '../lyrics/risks.ts';
import { boundedList, type ChosenReading, chosenReadings, positionsProblem } from './chosen-readings.ts';
import { normalizedText, type ParseResult } from './parameters/parameters.ts';

/** The request body that fix-contour and check share: a lyric line with its melody. */

export const MAX_LINE_CHARACTERS = 200;

const LINE_BREAK = /[\r\n\u2028\u2029]/u;
/** JSON Schema pattern: no NUL and no line break, but for the two that not every generator of clients can write. */
const ONE_LINE = '^[^\\x00\\r\\n]*$';

function parseLine(text: string): ParseResult<string> {
  const parsed = normalizedText(text, MAX_LINE_CHARACTERS);
  return 'value' in parsed && LINE_BREAK.test(parsed.value)
    ? { problem: 'holds a line break; send one line at a time' }
    : parsed;
}

const LINE_DESCRIPTION = `One lyric line, at most ${MAX_LINE_CHARACTERS} characters. Only what is sung counts, not spaces and punctuation; a Latin word counts one for each syllable (love 1, baby 2), digits and letters that are said singly one each. A line of digits 0, 2, 3 and 4 alone is read as the tones of places without words yet.`;

const lineText = z
  .string({ error: 'is needed: one lyric line' })
  .transform((text, context) => {
    const parsed = parseLine(text);
    if ('value' in parsed) return parsed.value;
    context.addIssue({ code: 'custom', message: parsed.problem });
    return z.NEVER;
  })
  .meta({
    description: LINE_DESCRIPTION,
    override: { type: 'string', maxLength: MAX_LINE_CHARACTERS, pattern: ONE_LINE, examples: ['我在期待'] },
  });

/** {@link lineText} that is not empty. */
export const nonEmptyLine = lineText
  .refine((text) => text !== '', 'is empty; give one lyric line')
  .meta({
    description: LINE_DESCRIPTION,
    override: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_LINE_CHARACTERS,
      pattern: ONE_LINE,
      examples: ['我在期待'],
    },
  });

const movesText = z
  .string({ error: 'is a row of moves, such as "+-=": text is needed' })
  .max(MAX_LINE_CHARACTERS, {
    error: `has more than ${MAX_LINE_CHARACTERS} moves; give one fewer than sung characters`,
    abort: true,
  })
  .transform(normalizedMoves)
  .pipe(z.string().regex(/^[-+=*]*$/, 'holds something else than moves: + up, - down, = level, * free'))
  .meta({
    description:
      'Melody direction between neighbouring sung characters, one fewer than there are: `+` up, `-` down, `=` level, `*` free.',
    override: {
      type: 'string',
      pattern: `^[${MOVE_SIGNS}]*$`,
      maxLength: MAX_LINE_CHARACTERS,
      examples: ['-+='],
    },
  });

const melodyCode = z
  .string({ error: 'is a row of tone codes, such as "3024": text is needed' })
  .max(MAX_LINE_CHARACTERS, {
    error: `has more than ${MAX_LINE_CHARACTERS} digits; give one for each sung character`,
    abort: true,
  })
  .regex(/^[0234]*$/, 'holds something else than 0, 2, 3 and 4, the digits of tone codes')
  .meta({
    description: 'The melody as tone codes, one digit a sung character: 0 lowest, then 2, 4, and 3 the highest.',
    examples: ['3402'],
  });

const pitchError = 'is no MIDI pitch: 0 to 127, such as 60, or null for a free note';

const melodyNotes = boundedList(
  z.array(z.number({ error: pitchError }).min(0, pitchError).max(127, pitchError).nullable(), {
    error: 'is a list of MIDI pitches, one a sung character: a list is needed',
  }),
  { maxItems: MAX_LINE_CHARACTERS, advice: 'give one note for each sung character' },
).meta({
  description:
    'A MIDI pitch (0 to 127) for each sung character; fractions are rounded to semitones, null leaves a note free.',
  examples: [[60, 58, 62, 62]],
});

export const tolerance = z
  .enum(TOLERANCES, { error: `is one of ${TOLERANCES.join(', ')}` })
  .default('strict')
  .meta({
    description:
      '`strict`: every disagreement of tones and melody is a risk. `singable`: only a move that published songs make less than once in twenty between these tones.',
  });

/** The fields of a sung line; {@link checkSungLine} checks them against each other. */
export const sungLineFields = {
  line: lineText,
  moves: movesText.optional(),
  melody: melodyNotes.optional(),
  melody_code: melodyCode.optional(),
  readings: chosenReadings(MAX_LINE_CHARACTERS).optional(),
} as const;

interface MelodyField {
  /** The name of its values, of which a line of so many sung characters needs `countFor`. */
  readonly unit: string;
  readonly countFor: (sungCount: number) => number;
  /** The end of the message about another number of values. */
  readonly remedy: (expected: number) => string;
}

/** The fields that give a melody, of which a line has one. */
const MELODY_FIELDS = {
  moves: {
    unit: 'moves',
    countFor: (sungCount) => Math.max(0, sungCount - 1),
    remedy: (expected) => ` and so needs ${expected}`,
  },
  melody: { unit: 'notes', countFor: (sungCount) => sungCount, remedy: () => ': give one note for each' },
  melody_code: { unit: 'digits', countFor: (sungCount) => sungCount, remedy: () => ': give one digit for each' },
} satisfies Record<string, MelodyField>;
const MELODY_NAMES = Object.keys(MELODY_FIELDS) as (keyof typeof MELODY_FIELDS)[];

/**
 * {@link checkSungLine} in JSON Schema: how the melody is given. Under `dependentSchemas`, because generators of clients make
 * unions of a `oneOf` beside properties.
 */
export function exactlyOneMelody({ orNone }: { orNone: boolean }) {
  const given = MELODY_NAMES.map((name) => ({ required: [name] }));
  return { dependentSchemas: { line: { oneOf: orNone ? [...given, { not: { anyOf: given } }] : given } } };
}

interface SungLineInput {
  readonly line?: string | undefined;
  readonly moves?: string | undefined;
  readonly melody?: readonly (number | null)[] | undefined;
  readonly melody_code?: string | undefined;
  readonly readings?: readonly ChosenReading[] | undefined;
}

/** Reports inconsistencies between fields of a sung line. Called for lines whose fields are valid one by one. */
export function checkSungLine(input: SungLineInput, context: z.RefinementCtx): void {
  const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  const { line, readings = [] } = input;
  if (line === undefined) return;
  const sungCount = countSung(line);
  const [name, other] = MELODY_NAMES.filter((field) => input[field] !== undefined);
  if (other) {
    addIssue(other, `is given beside ${name}: give exactly one of moves, melody and melody_code`);
    return;
  }
  if (!name && sungCount > 0) {
    addIssue('melody', 'is needed, or moves or melody_code: give exactly one of them');
    return;
  }
  if (name) {
    const { unit, countFor, remedy } = MELODY_FIELDS[name];
    const [count, expected] = [input[name]!.length, countFor(sungCount)];
    if (count !== expected)
      addIssue(name, `has ${count} ${unit}, but the line has ${sungCount} sung characters${remedy(expected)}`);
  }
  const problem = positionsProblem(line, readings);
  if (problem !== undefined) addIssue('readings', problem);
}

export function melodyOf({ moves, melody, melody_code: melodyCode }: SungLineInput): MoveList {
  if (melodyCode !== undefined) return movesOfCodes(Array.from(melodyCode) as CodeDigit[]);
  return melody === undefined ? movesOfText(moves ?? '') : movesOfMelody(melody);
}

/** Parts of responses that fix-contour and check share. */

const moveView = z.enum(['+', '-', '=']);

export const characterView = z
  .object({
    position: z.int().meta({ description: 'Sung position, from 0' }),
    char: z.string(),
    jyutping: z.string().nullable(),
    reading_by: z.enum(['melody']).optional().meta({
      description:
        'Present where the melody decided between readings that are heard for the same meaning: 為何 as wai4 or wai6',
    }),
    tone: z.int().min(1).max(6).nullable(),
    pitch: z.literal([0, 2, 4, 6]).nullable().meta({ description: 'Pitch level, 6 the highest' }),
    melody_move: moveView.nullable().meta({ description: 'Move of the melody into this character' }),
    lyric_move: moveView.nullable().meta({ description: 'Move of the tones into this character' }),
  })
  .meta({ id: 'ContourCharacter' });

export const normalizedFrom = z.string().optional().meta({
  description: 'The line as it was sent, where it is simplified and was read in its traditional form',
});

export const riskFields = {
  position: z.int().meta({ description: 'Sung position: the risk lies between it and the one before' }),
  melody_move: moveView,
  lyric_move: moveView,
  severity: z
    .enum(['contrary', 'oblique'])
    .meta({ description: 'contrary: songs make the move less than once in fifty; oblique: more often' }),
  sung_share: z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'How often published songs make this move between these two tones, to four decimals' }),
} as const;

export function toRiskFields({ position, melodyMove, lyricMove, severity, sungShare }: Risk) {
  return {
    position,
    melody_move: melodyMove,
    lyric_move: lyricMove,
    severity,
    sung_share: Math.round(sungShare * 10_000) / 10_000,
  };
}

export function toCharacterView({
  melodyMove,
  lyricMove,
  isReadByMelody,
  ...character
}: ContourCharacter): z.infer<typeof characterView> {
  return {
    ...character,
    ...(isReadByMelody ? { reading_by: 'melody' } : {}),
    melody_move: melodyMove,
    lyric_move: lyricMove,
  };
}
