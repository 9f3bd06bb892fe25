import { z } from 'zod';
import type {} from 'zod-openapi';
import { lengthProblem, normalizedText, textProblem } from './text.ts';

/**
 * Parameters arrive as text. Each builder here answers a zod schema that reads one kind of parameter, with messages that say
 * what to do, and that carries what the API document needs: the type it stands for, a description and an example.
 */

/** What the API document says of a parameter. */
export interface Doc {
  readonly description: string;
  readonly example?: string | number | boolean | readonly (string | number)[];
}

/** A value, or why there is none. */
export type Read<T> = { readonly value: T } | { readonly problem: string };

type JsonSchema = Readonly<Record<string, unknown>>;

/** What is said of an empty value of a parameter that may be left out. */
export const EMPTY_PROBLEM = 'is empty; give a value or leave it out';
const LONGEST_TEXT = 100;
const MOST_VALUES = 100;

/** What the document says of a text that must not be empty. */
const SOME_TEXT: JsonSchema = { type: 'string', minLength: 1, maxLength: LONGEST_TEXT };

/** NFC, without white space at the ends; a problem when nothing is left or it is longer than `longest` characters. */
export function cleanText(text: string, longest = LONGEST_TEXT): Read<string> {
  const trimmed = text.trim();
  return trimmed === '' ? { problem: EMPTY_PROBLEM } : normalizedText(trimmed, longest);
}

function reading<T>(read: (text: string) => Read<T>, doc: Doc, type: JsonSchema) {
  const override = { ...type, ...(doc.example === undefined ? {} : { examples: [doc.example] }) };
  return z
    .string()
    .transform((text, context): T => {
      const result = read(text);
      if ('value' in result) return result.value;
      context.addIssue({ code: 'custom', message: result.problem });
      return z.NEVER;
    })
    .meta({ description: doc.description, override });
}

/** A parameter that `read` understands; white space at its ends is taken off first. */
export function parameter<T>(read: (text: string) => Read<T>, doc: Doc, type: JsonSchema = SOME_TEXT) {
  return reading(
    (text) => {
      const clean = cleanText(text);
      return 'problem' in clean ? clean : read(clean.value);
    },
    doc,
    type,
  );
}

/** A parameter that `read` gets as it was sent: at most `longest` characters. */
export function rawParameter<T>(read: (text: string) => Read<T>, doc: Doc, longest: number) {
  return reading(
    (text) => {
      const problem = lengthProblem(text, longest) ?? textProblem(text);
      return problem ? { problem } : read(text);
    },
    doc,
    { type: 'string', minLength: 1, maxLength: longest },
  );
}

/** A word, or some characters. */
export function text(doc: Doc) {
  return parameter((value) => ({ value }), doc);
}

function readList<T>(whole: string, readItem: (item: string) => Read<T>): Read<readonly T[]> {
  const parts = whole.split(',');
  if (parts.length > MOST_VALUES) return { problem: `has ${parts.length} values; at most ${MOST_VALUES} are taken` };
  const values = new Set<T>();
  for (const part of parts) {
    const clean = cleanText(part);
    if ('problem' in clean)
      return parts.length > 1 && part.trim() === ''
        ? { problem: 'has nothing between two commas, or beside one; take the comma out' }
        : clean;
    const item = readItem(clean.value);
    if ('problem' in item) return item;
    values.add(item.value);
  }
  return { value: [...values] };
}

/** An optional comma list, meaning any of its values; each is read by `readItem`. */
export function listOf<T>(readItem: (item: string) => Read<T>, doc: Doc, items: JsonSchema = SOME_TEXT) {
  const type = { type: 'array', items, minItems: 1, maxItems: MOST_VALUES };
  // The API document only sees what is said of a parameter on its outermost schema.
  return reading((whole) => readList(whole, readItem), doc, type)
    .optional()
    .meta({ param: { style: 'form', explode: false } });
}

/** A comma list of values that come from the data: unknown ones are no error. */
export function listOfNames(doc: Doc) {
  return listOf<string>((value) => ({ value }), doc);
}

function oneOfThese<T extends string>(legal: readonly T[], given: string): Read<T> {
  const value = legal.find((one) => one === given);
  return value === undefined ? { problem: `${quoted(given)} is not one of ${legal.join(', ')}` } : { value };
}

/** A comma list of values from a fixed list. */
export function listFrom<T extends string>(legal: readonly T[], doc: Doc) {
  return listOf((item) => oneOfThese(legal, item), doc, { type: 'string', enum: legal });
}

/** One value of a fixed list. */
export function choice<T extends string>(legal: readonly T[], doc: Doc, whenAbsent?: T) {
  const type = { type: 'string', enum: legal, ...(whenAbsent === undefined ? {} : { default: whenAbsent }) };
  return parameter((given) => oneOfThese(legal, given), doc, type);
}

export function flag(doc: Doc, whenAbsent: boolean) {
  const read = (given: string): Read<boolean> =>
    given === 'true' || given === 'false'
      ? { value: given === 'true' }
      : { problem: `${quoted(given)} is neither true nor false` };
  return parameter(read, doc, { type: 'boolean', default: whenAbsent }).default(whenAbsent);
}

/** @param range whole numbers, both ends included; without a `most`, what is too large to count with is the largest that is not */
export function readInteger(given: string, range: { least: number; most?: number }): Read<number> {
  const most = range.most ?? Number.POSITIVE_INFINITY;
  const value = /^-?\d+$/.test(given) ? Number(given) : Number.NaN;
  if (value >= range.least && value <= most) return { value: Math.min(value, Number.MAX_SAFE_INTEGER) };
  const wanted = range.most === undefined ? `of ${range.least} or more` : `from ${range.least} to ${range.most}`;
  return { problem: `${quoted(given)} is not a whole number ${wanted}` };
}

export function integer(range: { least: number; most?: number }, doc: Doc, whenAbsent?: number) {
  return parameter((given) => readInteger(given, range), doc, {
    type: 'integer',
    minimum: range.least,
    ...(range.most === undefined ? {} : { maximum: range.most }),
    ...(whenAbsent === undefined ? {} : { default: whenAbsent }),
  });
}

/**
 * A rule between parameters, for a schema's `refine`. It is looked at even where some parameters are wrong, so that everything is
 * reported at once: `holds` may meet values that did not pass.
 */
export function rule<Q>(name: keyof Q & string, message: string, holds: (query: Q) => boolean) {
  const options = { path: [name], message, when: () => true };
  return [holds, options] satisfies [unknown, unknown];
}

const SHOWN = 40;

/** How a caller's own text is shown in a message: short, and never with signs that do not print. */
export function quoted(text: string): string {
  // No character takes more than two units: what lies behind is not looked at.
  const printed = text.slice(0, 2 * SHOWN + 2).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
  const characters = [...printed];
  return `“${characters.length > SHOWN ? characters.slice(0, SHOWN).join('') + '…' : printed}”`;
}
