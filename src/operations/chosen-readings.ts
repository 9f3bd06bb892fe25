import { z } from 'zod';
import type { ChosenReadings } from '../cantonese/annotation.ts';
import { parseSyllable } from '../cantonese/jyutping.ts';
import { isSung, lineUnits } from '../cantonese/line-units.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { quoted } from './parameters/parameters.ts';

/**
 * Readings that the writer has chosen for a line, each by the position of its character: among all characters of the line (`position`),
 * or among the sung ones (`sung_position`).
 */

/** Longest jyutping syllable, with room for white space. */
const MAX_SYLLABLE_CHARACTERS = 20;

export const syllable = z
  .string({ error: 'is one syllable of jyutping: text is needed' })
  .transform((text, context) => {
    const jyutping = text.length > MAX_SYLLABLE_CHARACTERS ? '' : text.trim().toLowerCase();
    if (parseSyllable(jyutping)) return jyutping;
    context.addIssue({ code: 'custom', message: `${quoted(text)} is not a toned syllable of jyutping, such as hoi1` });
    return z.NEVER;
  })
  .meta({
    override: {
      type: 'string',
      pattern: '^\\s*[A-Za-z]+[1-6]\\s*$',
      maxLength: MAX_SYLLABLE_CHARACTERS,
      examples: ['cung5'],
    },
  });

const positionUpTo = (last: number) =>
  z
    .int('is not a whole number')
    .min(0, 'is below 0, the first place')
    .max(last, `is beyond ${last}, the last place that a line may have`)
    .optional();

/** A field with a list of chosen readings. @param maxCharacters number of characters that a line may have */
export function chosenReadings(maxCharacters: number) {
  const item = z
    .strictObject({
      position: positionUpTo(maxCharacters - 1),
      sung_position: positionUpTo(maxCharacters - 1),
      jyutping: syllable,
    })
    .refine(
      ({ position, sung_position: sung }) => (position === undefined) !== (sung === undefined),
      'names its place by exactly one of position and sung_position',
    )
    // JSON Schema for jyutping and one of the two.
    .meta({ override: { minProperties: 2, maxProperties: 2 } });
  return boundedList(z.array(item, { error: 'is a list of {position, jyutping}: a list is needed' }), {
    maxItems: maxCharacters,
    advice: 'give one for each sung character at most',
  }).meta({
    description:
      'Readings that the writer has chosen, by `position` (characters of the line, signs and spaces too) or `sung_position`, both from 0. They hold for the characters as they are: leave out a place whose character you take from a suggestion.',
  });
}

export interface ChosenReading {
  readonly position?: number | undefined;
  readonly sung_position?: number | undefined;
  readonly jyutping: string;
}

/** The problem with the positions of chosen readings; undefined if there is none. */
export function positionsProblem(line: string, readings: readonly ChosenReading[]): string | undefined {
  const units = lineUnits(line);
  const sungCount = units.filter(isSung).length;
  const positions = readings.flatMap(({ position }) => position ?? []);
  const sungPositions = readings.flatMap(({ sung_position: sung }) => sung ?? []);
  // A caller who knows sung_position counts all characters by position.
  const countsAllCharacters = sungPositions.length > 0 || !positions.every((position) => position < sungCount);
  if (countsAllCharacters)
    for (const position of positions) {
      const unit = units[position];
      if (unit === undefined)
        return `position ${position} is beyond the last character of the line, ${units.length - 1}`;
      if (!isSung(unit)) return `position ${position} is a space or punctuation, which has no reading`;
    }
  const beyond = sungPositions.find((position) => position >= sungCount);
  if (beyond !== undefined) return `sung_position ${beyond} is beyond the last sung character, ${sungCount - 1}`;
  const both = positions.find((position) => sungPositions.includes(units.slice(0, position).filter(isSung).length));
  if (both !== undefined) return `position ${both} is given by sung_position too; choose one reading`;
  return duplicateIn(positions, 'position') ?? duplicateIn(sungPositions, 'sung_position');
}

function duplicateIn(positions: readonly number[], name: string): string | undefined {
  const twice = positions.find((position, i) => positions.indexOf(position) < i);
  return twice === undefined ? undefined : `${name} ${twice} is given twice; choose one reading`;
}

/** The readings by sung position. */
export function bySungPosition(
  line: string,
  readings: readonly ChosenReading[] = [],
  table: WordTable,
): ChosenReadings {
  const units = lineUnits(line);
  const sungIndices = units.flatMap((unit, index) => (isSung(unit) ? [index] : []));
  const countsSung = positionsCountSung(readings, units, sungIndices, table);
  return new Map(
    readings.map(({ position, sung_position: sung, jyutping }) => [
      sung ?? (countsSung ? position! : sungIndices.indexOf(position!)),
      jyutping,
    ]),
  );
}

/**
 * A `position` counts all characters of the line. In this version it counts sung ones alone where all readings can only be meant so, or
 * more of them are then readings of the characters there, and none is given by `sung_position`.
 */
function positionsCountSung(
  readings: readonly ChosenReading[],
  units: readonly string[],
  sungIndices: readonly number[],
  table: WordTable,
): boolean {
  const mayCountSung = readings.every(({ position }) => position !== undefined && position < sungIndices.length);
  if (!mayCountSung) return false;
  if (readings.some(({ position }) => !sungIndices.includes(position!))) return true;
  const isListedAt = (index: number, jyutping: string) => {
    const unit = units[index]!;
    return table.find(table.formOf?.(unit) ?? unit)?.readings.includes(jyutping) ?? false;
  };
  const countListed = (indexOf: (position: number) => number) =>
    readings.filter(({ position, jyutping }) => isListedAt(indexOf(position!), jyutping)).length;
  return countListed((position) => sungIndices[position]!) > countListed((position) => position);
}

interface Bounds {
  readonly maxItems: number;
  /** Advice for the message about too many items. */
  readonly advice: string;
  /** Why a list of a permitted length is too large nevertheless; undefined when it is not. */
  readonly totalProblem?: (items: readonly unknown[]) => string | undefined;
}

/** A list in a body, whose length is checked before its items. Zod's own array parses every item and reports all their problems first. */
export function boundedList<T extends z.ZodArray>(list: T, { maxItems, advice, totalProblem }: Bounds) {
  return z.preprocess(
    (input, context) => {
      const problem = Array.isArray(input) ? sizeProblem(input) : undefined;
      if (problem === undefined) return input;
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    },
    // The bound is for the OpenAPI document.
    list.max(maxItems),
  );

  function sizeProblem(items: readonly unknown[]): string | undefined {
    if (items.length > maxItems) return `has ${items.length} items; at most ${maxItems} are taken: ${advice}`;
    return totalProblem?.(items);
  }
}
