import { z } from 'zod';
import type {} from 'zod-openapi';
import type { ParseResult } from '../parse-result.ts';
import { lengthProblem, normalizedText, textProblem } from '../text.ts';

/**
 * Parameters arrive as text. Each builder here answers a zod schema that reads one kind of parameter, with messages that say
 * what to do, and that carries what the API document needs: the type it stands for, a description and an example.
 */

/** What the API document says of a parameter. */
export interface ParameterDoc {
  readonly description: string;
  readonly example?: string | number | boolean | readonly (string | number)[];
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** What is said of an empty value of a parameter that may be left out. */
export const EMPTY_PROBLEM = 'is empty; give a value or leave it out';
const MAX_TEXT_CHARACTERS = 100;
const MAX_VALUES = 100;

/** What the document says of a text that must not be empty. */
const NON_EMPTY_TEXT: JsonSchema = { type: 'string', minLength: 1, maxLength: MAX_TEXT_CHARACTERS };

/** NFC, without white space at the ends; a problem when nothing is left or it is longer than `longest` characters. */
export function cleanText(text: string, maxCharacters = MAX_TEXT_CHARACTERS): ParseResult<string> {
  const trimmed = text.trim();
  return trimmed === '' ? { problem: EMPTY_PROBLEM } : normalizedText(trimmed, maxCharacters);
}

function textSchema<T>(parse: (text: string) => ParseResult<T>, doc: ParameterDoc, type: JsonSchema) {
  const override = { ...type, ...(doc.example === undefined ? {} : { examples: [doc.example] }) };
  return z
    .string()
    .transform((text, context): T => {
      const result = parse(text);
      if ('value' in result) return result.value;
      context.addIssue({ code: 'custom', message: result.problem });
      return z.NEVER;
    })
    .meta({ description: doc.description, override });
}

/** A parameter that `read` understands; white space at its ends is taken off first. */
export function parameter<T>(
  parse: (text: string) => ParseResult<T>,
  doc: ParameterDoc,
  type: JsonSchema = NON_EMPTY_TEXT,
) {
  return textSchema(
    (text) => {
      const clean = cleanText(text);
      return 'problem' in clean ? clean : parse(clean.value);
    },
    doc,
    type,
  );
}

/** A parameter that `read` gets as it was sent: at most `longest` characters. */
export function rawParameter<T>(parse: (text: string) => ParseResult<T>, doc: ParameterDoc, maxCharacters: number) {
  return textSchema(
    (text) => {
      const problem = lengthProblem(text, maxCharacters) ?? textProblem(text);
      return problem ? { problem } : parse(text);
    },
    doc,
    { type: 'string', minLength: 1, maxLength: maxCharacters },
  );
}

/** A word, or some characters. */
export function text(doc: ParameterDoc) {
  return parameter((value) => ({ value }), doc);
}

function parseList<T>(listText: string, parseItem: (item: string) => ParseResult<T>): ParseResult<readonly T[]> {
  const parts = listText.split(',');
  if (parts.length > MAX_VALUES) return { problem: `has ${parts.length} values; at most ${MAX_VALUES} are taken` };
  const values = new Set<T>();
  for (const part of parts) {
    const clean = cleanText(part);
    if ('problem' in clean)
      return parts.length > 1 && part.trim() === ''
        ? { problem: 'has nothing between two commas, or beside one; take the comma out' }
        : clean;
    const item = parseItem(clean.value);
    if ('problem' in item) return item;
    values.add(item.value);
  }
  return { value: [...values] };
}

/** An optional comma list, meaning any of its values; each is read by `parseItem`. */
export function listOf<T>(
  parseItem: (item: string) => ParseResult<T>,
  doc: ParameterDoc,
  items: JsonSchema = NON_EMPTY_TEXT,
) {
  const type = { type: 'array', items, minItems: 1, maxItems: MAX_VALUES };
  // The API document only sees what is said of a parameter on its outermost schema.
  return textSchema((listText) => parseList(listText, parseItem), doc, type)
    .optional()
    .meta({ param: { style: 'form', explode: false } });
}

/** A comma list of values that come from the data: unknown ones are no error. */
export function listOfNames(doc: ParameterDoc) {
  return listOf<string>((value) => ({ value }), doc);
}

function parseEnum<T extends string>(allowed: readonly T[], input: string): ParseResult<T> {
  const value = allowed.find((candidate) => candidate === input);
  return value === undefined ? { problem: `${quoted(input)} is not one of ${allowed.join(', ')}` } : { value };
}

/** A comma list of values from a fixed list. */
export function listFrom<T extends string>(allowed: readonly T[], doc: ParameterDoc) {
  return listOf((item) => parseEnum(allowed, item), doc, { type: 'string', enum: allowed });
}

/** One value of a fixed list. */
export function choice<T extends string>(allowed: readonly T[], doc: ParameterDoc, defaultValue?: T) {
  const type = { type: 'string', enum: allowed, ...(defaultValue === undefined ? {} : { default: defaultValue }) };
  return parameter((input) => parseEnum(allowed, input), doc, type);
}

export function flag(doc: ParameterDoc, defaultValue: boolean) {
  const parse = (input: string): ParseResult<boolean> =>
    input === 'true' || input === 'false'
      ? { value: input === 'true' }
      : { problem: `${quoted(input)} is neither true nor false` };
  return parameter(parse, doc, { type: 'boolean', default: defaultValue }).default(defaultValue);
}

/** @param range whole numbers, both ends included; without a `most`, what is too large to count with is the largest that is not */
export function parseInteger(input: string, range: { min: number; max?: number }): ParseResult<number> {
  const max = range.max ?? Number.POSITIVE_INFINITY;
  const value = /^-?\d+$/.test(input) ? Number(input) : Number.NaN;
  if (value >= range.min && value <= max) return { value: Math.min(value, Number.MAX_SAFE_INTEGER) };
  const expected = range.max === undefined ? `of ${range.min} or more` : `from ${range.min} to ${range.max}`;
  return { problem: `${quoted(input)} is not a whole number ${expected}` };
}

export function integer(range: { min: number; max?: number }, doc: ParameterDoc, defaultValue?: number) {
  return parameter((input) => parseInteger(input, range), doc, {
    type: 'integer',
    minimum: range.min,
    ...(range.max === undefined ? {} : { maximum: range.max }),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  });
}

/**
 * A rule between parameters, for a schema's `refine`. It is looked at even where some parameters are wrong, so that everything is
 * reported at once: `holds` may meet values that did not pass.
 */
export function rule<Q>(name: keyof Q & string, message: string, isValid: (query: Q) => boolean) {
  const options = { path: [name], message, when: () => true };
  return [isValid, options] satisfies [unknown, unknown];
}

const MAX_QUOTED_CHARACTERS = 40;

/** How a caller's own text is shown in a message: short, and never with signs that do not print. */
export function quoted(text: string): string {
  // No character takes more than two units: what lies behind is not looked at.
  const printable = text.slice(0, 2 * MAX_QUOTED_CHARACTERS + 2).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
  const characters = [...printable];
  return `“${characters.length > MAX_QUOTED_CHARACTERS ? characters.slice(0, MAX_QUOTED_CHARACTERS).join('') + '…' : printable}”`;
}
