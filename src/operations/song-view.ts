import { z } from 'zod';
import type { CheckedLine } from '../lyrics/check-lines.ts';
import { type ComparedSection, compareSections } from '../lyrics/compare-sections.ts';
import { closeRhymes, compareWithScheme, repeatedEnds, type WantedRhyme } from '../lyrics/song-rhymes.ts';
import { boundedList } from './chosen-readings.ts';
import { checkSungLine, exactlyOneMelody, sungLineFields } from './contour-body.ts';
import { countCharacters, NO_CONTROL, normalizedText } from './parameters/parameters.ts';

/** Request fields of check for a song as a whole: sections and a rhyme scheme. */

const MAX_SECTION_CHARACTERS = 60;
const MAX_SCHEME_CHARACTERS = 1000;

const sectionName = z
  .string({ error: 'is the name of a section, such as "verse 1": text is needed' })
  .transform((text, context) => {
    const parsed = normalizedText(text, MAX_SECTION_CHARACTERS);
    if ('value' in parsed && parsed.value !== '') return parsed.value;
    context.addIssue({ code: 'custom', message: 'problem' in parsed ? parsed.problem : 'is empty; leave it out' });
    return z.NEVER;
  })
  .meta({
    description:
      'Name of the section to which the line belongs. Consecutive lines with the same name are a section; sections with lines of the same moves are compared.',
    override: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_SECTION_CHARACTERS,
      pattern: NO_CONTROL,
      examples: ['verse 2'],
    },
  });

/** Lines that need not rhyme. */
const FREE = /[-X]/;

/** A letter for each line with something sung; undefined for a line that need not rhyme. */
export const rhymeScheme = z
  .string({ error: 'is a row of letters, such as "AABA": text is needed' })
  .max(MAX_SCHEME_CHARACTERS, { error: `has more than ${MAX_SCHEME_CHARACTERS} letters`, abort: true })
  .regex(/^[A-Za-z\-\s/]*$/, {
    error: 'holds something else than letters: A, B, … by rhyme, X or - for a line that need not rhyme',
    abort: true,
  })
  .transform((text) =>
    Array.from(text.replace(/[\s/]/g, '').toUpperCase(), (letter) => (FREE.test(letter) ? undefined : letter)),
  )
  .meta({
    description:
      'The rhyme scheme that is wanted: a letter for each line with something sung, the same for lines that should rhyme; `X` or `-` for a line that need not. Spaces and `/` between stanzas are read over.',
    override: {
      type: 'string',
      pattern: '^[A-Za-z\\-\\s/]*$',
      maxLength: MAX_SCHEME_CHARACTERS,
      examples: ['AABA'],
    },
  });

/** Response fields of check for a song as a whole: its sections and its rhymes. */

const lineNumbers = z.array(z.int());
const places = z.array(z.object({ line: z.int(), position: z.int() }));

const section = z
  .object({
    section: z.string(),
    lines: lineNumbers.meta({ description: 'Numbers of its lines with something sung, from 0' }),
    risk_count: z.int(),
    melody_of: z.int().nullable().meta({
      description:
        'Number of the earlier section whose melody it repeats: more than half of its lines, in order, have the same moves; one with a move more or less counts half. null where it has a melody of its own',
    }),
    only_here: places.meta({ description: 'Risks that the section `melody_of` does not have at the same place' }),
    in_both: places.meta({ description: 'Risks that it has there too: the melody is hard to fit' }),
    other_moves: lineNumbers.meta({
      description: 'Lines without a line of the same moves there, which are not compared',
    }),
  })
  .meta({ id: 'CheckedSection' });

const rhymed = z.array(z.object({ line: z.int(), rhyme: z.string().nullable() }));

const wantedRhyme = z
  .object({
    letter: z.string(),
    lines: lineNumbers,
    rhyme: z.string().nullable().meta({ description: 'The final that most of the lines have' }),
    close: rhymed.meta({
      description: 'Lines with another final that songs rhyme with it: an with ang and am, on with ong',
    }),
    off: rhymed.meta({ description: 'Lines that do not rhyme with it' }),
  })
  .meta({ id: 'WantedRhyme', description: 'Lines that should rhyme with each other' });

export const sectionsField = z
  .array(section)
  .optional()
  .meta({ description: 'The sections in order; absent where no line names one' });

export const rhymesField = z.object({
  wanted: z.array(wantedRhyme).optional().meta({ description: 'By letter of `scheme`; absent without it' }),
  close: z
    .array(z.array(z.string()))
    .meta({ description: 'Pairs of different finals of line ends that songs rhyme with each other' }),
  repeated: z
    .array(z.object({ char: z.string(), jyutping: z.string(), words: z.array(z.string()), lines: lineNumbers }))
    .meta({
      description: 'Characters that end several lines in the same reading. A line that is repeated whole counts once',
    }),
});

function toSectionView({ name, lines, ...compared }: ComparedSection): z.infer<typeof section> {
  return {
    section: name,
    lines: [...lines],
    risk_count: compared.riskCount,
    melody_of: compared.melodyOf,
    only_here: [...compared.onlyHere],
    in_both: [...compared.inBoth],
    other_moves: [...compared.otherMoves],
  };
}

function toWantedView({ letter, rhyme, ...wanted }: WantedRhyme): z.infer<typeof wantedRhyme> {
  return { letter, lines: [...wanted.lines], rhyme, close: [...wanted.close], off: [...wanted.off] };
}

/** Names of sections by line; undefined where a line has none. */
type SectionNames = readonly (string | undefined)[];

export function toSectionsView(lines: readonly CheckedLine[], names: SectionNames): z.infer<typeof sectionsField> {
  if (names.every((name) => name === undefined)) return undefined;
  const compared = compareSections(
    lines.map(({ chars, risks }, i) => ({
      section: names[i],
      melody: chars.map(({ melodyMove }) => melodyMove),
      riskPositions: risks.map(({ position }) => position),
    })),
  );
  return compared.map(toSectionView);
}

export function toRhymesView(
  lines: readonly CheckedLine[],
  scheme: readonly (string | undefined)[] | undefined,
): z.infer<typeof rhymesField> {
  return {
    wanted: scheme && compareWithScheme(lines, scheme).map(toWantedView),
    close: closeRhymes(lines),
    repeated: repeatedEnds(lines).map((end) => ({ ...end, words: [...end.words], lines: [...end.lines] })),
  };
}

/** The lines of a song with their melody, as check and repair take them. */

const MAX_LINES = 200;
/** Limits over all lines, by field: as many characters as annotate accepts, and what belongs to them. */
const MAX_TOTALS = { line: 5000, moves: 5000, melody: 5000, melody_code: 5000, readings: 1000 } as const;
const UNIT_NAMES = {
  line: 'characters',
  moves: 'moves',
  melody: 'notes',
  melody_code: 'digits',
  readings: 'readings',
} as const;

/** The problem of lines that are within their limits one by one and too large together; undefined if there is none. */
function totalsProblem(lines: readonly unknown[]): string | undefined {
  for (const [field, max] of Object.entries(MAX_TOTALS) as [keyof typeof UNIT_NAMES, number][]) {
    const count = lines.reduce<number>(
      (sum, line) => sum + lengthOf((line as Record<string, unknown> | null)?.[field]),
      0,
    );
    if (count > max)
      return `have ${count} ${UNIT_NAMES[field]} together; at most ${max} are taken: send the song in parts`;
  }
  return undefined;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return countCharacters(value);
  return Array.isArray(value) ? value.length : 0;
}

const sungLine = z
  .strictObject({ ...sungLineFields, section: sectionName.optional() })
  .superRefine(checkSungLine)
  // A line without sung characters needs no melody.
  .meta({ override: exactlyOneMelody({ orNone: true }) });

/** The lines of a song. */
export const songLines = boundedList(
  z
    .array(sungLine, {
      error: 'is a list of {line, moves or melody}: a list is needed',
    })
    .min(1, 'is empty; give at least one line'),
  { maxItems: MAX_LINES, advice: 'send the song in parts', totalProblem: totalsProblem },
).meta({
  description: `The lines of a song: ${MAX_LINES} at most, and at most ${MAX_TOTALS.line} characters and ${MAX_TOTALS.readings} readings together.`,
});
