import { z } from 'zod';
import { foldedText } from '../../cantonese/latin.ts';

/** Checks before normalisation, which bound its time. */

/** Most consecutive combining marks, as in the Stream-Safe Text Format (UAX #15). Normalising sorts each run of them in quadratic time. */
const MAX_COMBINING_MARKS = 30;
/** Matches one mark more than permitted. */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Tabs and line breaks are white space, which people paste. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\n\r]/u;

/** Why a text cannot match anything; undefined if it is valid. */
function textProblem(text: string): string | undefined {
  if (!text.isWellFormed()) return 'holds half of a surrogate pair; send whole characters in UTF-8';
  const control = controlProblem(text);
  if (control !== undefined) return control;
  if (TOO_MANY_MARKS.test(text))
    return `holds more than ${MAX_COMBINING_MARKS} combining marks side by side; take some out`;
  return undefined;
}

/** Why a text with a control character is refused; undefined without one. */
function controlProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character; take it out';
  return CONTROL_CHARACTER.test(text) ? 'holds a control character; take it out' : undefined;
}

/** Why a text is too long; undefined if it has at most `maxCharacters` characters. */
export function lengthProblem(text: string, maxCharacters: number): string | undefined {
  const length = countCharacters(text);
  return length > maxCharacters ? `has ${length} characters; at most ${maxCharacters} are taken` : undefined;
}

/** The text in NFC, or why it is invalid. The length is checked first, on the text as sent. */
export function normalizedText(text: string, maxCharacters: number): ParseResult<string> {
  const problem = lengthProblem(text, maxCharacters) ?? textProblem(text);
  return problem === undefined ? { value: text.normalize('NFC') } : { problem };
}

const FULL_WIDTH = /[！-～]/gu;
/** Distance of a full-width sign from its ASCII one. */
const FULL_WIDTH_OFFSET = 0xfee0;

/** Full-width digits, letters and signs as ASCII, as a Chinese keyboard types them. For values that are no words: Ａ is a headword. */
export function halfWidth(text: string): string {
  return text.replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET));
}

/** Counts code points without allocating an array. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A value, or why there is none. */
export type ParseResult<T> = { readonly value: T } | { readonly problem: string };

/**
 * Parameters arrive as strings. Each builder returns a zod schema that parses one kind of parameter, with messages that say how to
 * correct a value, and with the metadata of the OpenAPI document: type, description and example.
 */

/** Metadata of a parameter in the OpenAPI document. */
interface ParameterDoc {
  readonly description: string;
  readonly example?: string | number | boolean | readonly (string | number)[];
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** The message for an empty value of an optional parameter. */
export const EMPTY_PROBLEM = 'is empty; give a value or leave it out';
const MAX_TEXT_CHARACTERS = 100;
const MAX_VALUES = 100;

/** Control characters but tabs and line breaks, as a class of JSON Schema in the syntax that all generators of clients read. */
const CONTROL = '\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F';
export const NO_CONTROL = `^[^${CONTROL}]*$`;
/** Pattern of texts without control characters that are not only white space, which is trimmed. */
export const NOT_BLANK = `^[^${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`;

/** The JSON Schema keywords of a non-empty string. */
const NON_EMPTY_TEXT: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: MAX_TEXT_CHARACTERS,
  pattern: NOT_BLANK,
};

/** NFC, folded, trimmed; a problem when the result is empty or longer than `maxCharacters` characters. */
function cleanText(text: string, maxCharacters = MAX_TEXT_CHARACTERS): ParseResult<string> {
  const trimmed = text.trim();
  // Before what was trimmed: a vertical tab is both white space and a control character.
  const problem = text.length === trimmed.length ? undefined : controlProblem(text);
  if (problem !== undefined) return { problem };
  if (trimmed === '') return { problem: EMPTY_PROBLEM };
  const normalized = normalizedText(trimmed, maxCharacters);
  if ('problem' in normalized) return normalized;
  const value = foldedText(normalized.value);
  return value === '' ? { problem: EMPTY_PROBLEM } : { value };
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

/** A parameter parsed by `read`, after trimming. */
export function parameter<T>(
  parse: (text: string) => ParseResult<T>,
  doc: ParameterDoc,
  type: JsonSchema = NON_EMPTY_TEXT,
  maxCharacters = MAX_TEXT_CHARACTERS,
) {
  return textSchema(
    (text) => {
      const clean = cleanText(text, maxCharacters);
      return 'problem' in clean ? clean : parse(clean.value);
    },
    doc,
    type,
  );
}

/** A parameter parsed by `read` without trimming: at most `maxCharacters` characters. */
export function rawParameter<T>(
  parse: (text: string) => ParseResult<T>,
  doc: ParameterDoc,
  maxCharacters: number,
  pattern: string,
) {
  return textSchema(
    (text) => {
      const problem = lengthProblem(text, maxCharacters) ?? textProblem(text);
      return problem ? { problem } : parse(text);
    },
    doc,
    { type: 'string', minLength: 1, maxLength: maxCharacters, pattern },
  );
}

/** A word or some characters. */
export function text(doc: ParameterDoc, maxCharacters = MAX_TEXT_CHARACTERS) {
  return parameter((value) => ({ value }), doc, { ...NON_EMPTY_TEXT, maxLength: maxCharacters }, maxCharacters);
}

function parseList<T>(listText: string, parseItem: (item: string) => ParseResult<T>): ParseResult<readonly T[]> {
  const parts = listText.split(/[,，]/u);
  if (parts.length > MAX_VALUES) return { problem: `has ${parts.length} values; at most ${MAX_VALUES} are taken` };
  const values = new Set<T>();
  for (const part of parts) {
    const clean = cleanText(part);
    if ('problem' in clean)
      return parts.length > 1 && part.trim() === ''
        ? { problem: 'has nothing between two commas, or beside one; take the empty value out' }
        : clean;
    const item = parseItem(clean.value);
    if ('problem' in item) return item;
    values.add(item.value);
  }
  return { value: [...values] };
}

/** An optional comma-separated list that matches any of its values; each is parsed by `parseItem`. */
export function listOf<T>(
  parseItem: (item: string) => ParseResult<T>,
  doc: ParameterDoc,
  items: JsonSchema = NON_EMPTY_TEXT,
) {
  const type = { type: 'array', items, minItems: 1, maxItems: MAX_VALUES };
  // The OpenAPI document uses only the metadata of a parameter's outermost schema.
  return textSchema((listText) => parseList(listText, parseItem), doc, type)
    .optional()
    .meta({ param: { style: 'form', explode: false } });
}

/** A final as a Chinese keyboard types it: ｏｉ. */
const ALL_FULL_WIDTH = /^[！-～]+$/u;

/** A comma-separated list of values that come from the data: unknown ones match nothing. */
export function listOfNames(doc: ParameterDoc) {
  return listOf<string>((value) => ({ value: ALL_FULL_WIDTH.test(value) ? halfWidth(value) : value }), doc);
}

function parseEnum<T extends string>(allowed: readonly T[], input: string): ParseResult<T> {
  const typed = halfWidth(input);
  const value =
    allowed.find((candidate) => candidate === typed) ??
    allowed.find((candidate) => candidate.toLowerCase() === typed.toLowerCase());
  return value === undefined ? { problem: `${quoted(input)} is not one of ${allowed.join(', ')}` } : { value };
}

/** A comma-separated list of values of an enumeration. */
export function listFrom<T extends string>(allowed: readonly T[], doc: ParameterDoc) {
  return listOf((item) => parseEnum(allowed, item), doc, { type: 'string', enum: allowed });
}

/** A parameter with one value of an enumeration. */
export function choice<T extends string>(allowed: readonly T[], doc: ParameterDoc, defaultValue?: T) {
  const type = { type: 'string', enum: allowed, ...(defaultValue === undefined ? {} : { default: defaultValue }) };
  return parameter((input) => parseEnum(allowed, input), doc, type);
}

/** `True` is what Python sends. */
function parseFlag(input: string): ParseResult<boolean> {
  const typed = halfWidth(input).toLowerCase();
  return typed === 'true' || typed === 'false'
    ? { value: typed === 'true' }
    : { problem: `${quoted(input)} is neither true nor false` };
}

export function flag(doc: ParameterDoc, defaultValue: boolean) {
  return parameter(parseFlag, doc, { type: 'boolean', default: defaultValue }).default(defaultValue);
}

/** A flag of which the default depends on the rest of the request. */
export function optionalFlag(doc: ParameterDoc) {
  return parameter(parseFlag, doc, { type: 'boolean' }).optional();
}

/** @param range whole numbers, inclusive; without `max`, up to the largest safe integer */
export function parseInteger(input: string, range: { min: number; max?: number }): ParseResult<number> {
  const max = range.max ?? Number.POSITIVE_INFINITY;
  const typed = halfWidth(input);
  const value = /^-?\d+$/.test(typed) ? Number(typed) : Number.NaN;
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
 * A number of words to list. More than there may be is lowered, by the plan or to `max`, so that a caller who wants
 * all need not know how many that is; every other number outside its range is refused.
 */
export function wordCount(range: { min: number; max?: number }, doc: ParameterDoc, defaultValue: number) {
  const { min, max = Number.MAX_SAFE_INTEGER } = range;
  const parse = (input: string): ParseResult<number> => {
    const parsed = parseInteger(input, { min });
    return 'value' in parsed ? { value: Math.min(parsed.value, max) } : parsed;
  };
  return parameter(parse, doc, { type: 'integer', minimum: min, default: defaultValue }).default(defaultValue);
}

/**
 * A rule between parameters, for a schema's `refine`. It also runs when some parameters are invalid, so that all problems are
 * reported together; `holds` therefore may get values that did not pass.
 */
export function rule<Q>(name: keyof Q & string, message: string, isValid: (query: Q) => boolean) {
  const options = { path: [name], message, when: () => true };
  return [isValid, options] satisfies [unknown, unknown];
}

const MAX_QUOTED_CHARACTERS = 40;

/** Quotes a caller's value in a message: truncated, without characters that do not print. */
export function quoted(text: string): string {
  // A character has at most two UTF-16 units, so the rest need not be read.
  const printable = text.slice(0, 2 * MAX_QUOTED_CHARACTERS + 2).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '�');
  const characters = [...printable];
  return `“${characters.length > MAX_QUOTED_CHARACTERS ? characters.slice(0, MAX_QUOTED_CHARACTERS).join('') + '…' : printable}”`;
}
