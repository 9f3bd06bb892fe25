import { z } from 'zod';
import { boundedList } from './bounded-list.ts';
import { checkSungLine, exactlyOneMelody, sungLineFields } from './contour-body.ts';
import { countCharacters } from './parameters/parameters.ts';
import { sectionName } from './song-view.ts';

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

/** Each line may be within its limit, but all of them together too large. */
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
