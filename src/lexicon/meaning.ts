import type { Sense } from './entry.ts';

/**
 * The meaning of a word as a row of 96 whole numbers from -128 to 127: the components of meaning (length about
 * {@link MEANING_LENGTH}, so that the product of two rows is near its square for words that mean the same), the popularity of the word
 * (127 for the most popular to 0), and {@link ROW_CONSTANT}. English tokens have the components only.
 */
export const MEANING_COMPONENTS = 94;
export const ROW_BYTES = 96;

/** The meaning of a sense: the components of a row. */
export interface SenseMeaning {
  readonly sense: string;
  readonly components: Int8Array;
}

/** Headwords and English tokens whose meaning is wanted. */
export interface MeaningQuery {
  readonly words: readonly string[];
  readonly tokens: readonly string[];
}

/** Rows of words and components of tokens; unknown ones are absent. */
export interface Meanings {
  readonly words: ReadonlyMap<string, Int8Array>;
  readonly tokens: ReadonlyMap<string, Int8Array>;
}

/** Length of the components of a row and of a query vector, before rounding. */
export const MEANING_LENGTH = 40;

/** The last number of each row. With {@link CONSTANT_WEIGHT} it keeps products positive, as Elasticsearch's scores must be. */
export const ROW_CONSTANT = 127;

export const MAX_POPULARITY = 127;
/** The words of the lexicon by whose ranks popularities are measured. */
export const REFERENCE_WORDS = 121_021;
/** Found by lists of feelings: with less, rare literary characters crowd them; with more, expected synonyms drop out. */
const POPULARITY_WEIGHT = 7;
const CONSTANT_WEIGHT = 16;

/** The products of a query vector with the row of the most popular word, if that is unrelated, and if it means the same. */
export const UNRELATED_PRODUCT = CONSTANT_WEIGHT * ROW_CONSTANT + POPULARITY_WEIGHT * MAX_POPULARITY;
export const SAME_MEANING_PRODUCT = UNRELATED_PRODUCT + MEANING_LENGTH * MEANING_LENGTH;

/** The query vector for the components of a row, or of {@link sumOfMeanings}. */
export function meaningVector(row: Int8Array): Int8Array {
  const vector = new Int8Array(ROW_BYTES);
  vector.set(row.subarray(0, MEANING_COMPONENTS));
  vector[MEANING_COMPONENTS] = POPULARITY_WEIGHT;
  vector[MEANING_COMPONENTS + 1] = CONSTANT_WEIGHT;
  return vector;
}

/** The weighted sum of the components of rows of words or tokens, brought to {@link MEANING_LENGTH}; undefined if it is zero. */
export function sumOfMeanings(
  parts: Iterable<readonly [row: Int8Array | Int16Array, weight: number]>,
): Int8Array | undefined {
  const sum = new Float64Array(MEANING_COMPONENTS);
  for (const [row, weight] of parts)
    for (let component = 0; component < MEANING_COMPONENTS; component++) sum[component]! += weight * row[component]!;
  // Loops, and neither Math.hypot nor Int8Array.from: with those the senses of one word took longer than a filtered page.
  let squares = 0;
  for (let component = 0; component < MEANING_COMPONENTS; component++) squares += sum[component]! ** 2;
  if (squares === 0) return undefined;
  const factor = MEANING_LENGTH / Math.sqrt(squares);
  const row = new Int8Array(MEANING_COMPONENTS);
  for (let component = 0; component < MEANING_COMPONENTS; component++)
    row[component] = Math.round(sum[component]! * factor);
  return row;
}

/** Likeness in meaning of two rows: the product of their components, about 1600 for words that mean the same. */
export function likenessOfRows(a: Int8Array, b: Int8Array): number {
  let product = 0;
  for (let component = 0; component < MEANING_COMPONENTS; component++) product += a[component]! * b[component]!;
  return product;
}

/** The place of the vector with the greatest product, of equal ones the first. */
export function nearestVector(vectors: readonly Int8Array[], row: Int8Array): number {
  const products = vectors.map((vector) => likenessOfRows(vector, row));
  return products.indexOf(Math.max(...products));
}

/** Meanings by name, words or English tokens: {@link MEANING_COMPONENTS} whole numbers each. */
export interface MeaningTable {
  /** In code point order. */
  readonly names: readonly string[];
  /** The components of all names, row by row. */
  readonly rows: Int8Array;
}

const NEWLINE = 0x0a;

/**
 * Reads a table's content: a line of JSON with the number of names (as `words` or `tokens`) and `components`; the names, one a line, in
 * code point order; the components as int8, the first of all names, then the second of all names, and so on. Throws an Error that says
 * what is wrong with it.
 */
export function parseMeaningTable(content: Buffer): MeaningTable {
  const headerEnd = content.indexOf(NEWLINE);
  const { words, tokens, components } = JSON.parse(content.toString('utf8', 0, headerEnd)) as {
    readonly words?: number;
    readonly tokens?: number;
    readonly components: number;
  };
  const count = words ?? tokens ?? 0;
  if (components !== MEANING_COMPONENTS) throw new Error(`it has ${components} components, not ${MEANING_COMPONENTS}`);
  const columns = content.subarray(Math.max(0, content.length - count * components));
  const names = content
    .toString('utf8', headerEnd + 1, columns.byteOffset - content.byteOffset)
    .split('\n')
    .slice(0, -1);
  if (names.length !== count) throw new Error(`it has ${names.length} names, not ${count}`);
  const rows = new Int8Array(count * components);
  for (let column = 0, place = 0; column < components; column++)
    for (let row = 0; row < count; row++) rows[row * components + column] = columns.readInt8(place++);
  return { names, rows };
}

/** What finds the row of a name. */
export function rowFinder<Rows extends Int8Array | Float32Array>({
  names,
  rows,
}: {
  readonly names: readonly string[];
  readonly rows: Rows;
}): (name: string) => Rows | undefined {
  const places = new Map(names.map((name, place) => [name, place]));
  return (name) => {
    const place = places.get(name);
    if (place === undefined) return undefined;
    return rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS) as Rows;
  };
}

const ENGLISH_TOKEN = /[a-z]{2,}/g;

/** The English tokens of a text, as the table of tokens has them: each once, in order of appearance. */
export function englishTokens(text: string): string[] {
  return [...new Set(text.toLowerCase().match(ENGLISH_TOKEN) ?? [])];
}

/**
 * The meaning of a told sense, from what somebody wrote of it: the sum of its synonyms, and the sum of the English tokens of its
 * definition, each brought to one length first.
 */
const SENSE_WEIGHTS = { synonyms: 2, definition: 1 } as const;
/** Later synonyms are further away. */
const MAX_SENSE_SYNONYMS = 12;

const NOTE = /\([^()]*\)/g;

const synonymsOf = ({ synonyms }: Sense) => synonyms.slice(0, MAX_SENSE_SYNONYMS);
const tokensOf = ({ definition }: Sense) => englishTokens(definition.replace(NOTE, ' '));

/** The words and tokens of which the meanings of the told senses are made. */
export function partsOfSenses(senses: readonly Sense[]): MeaningQuery {
  const told = senses.filter((sense) => sense.told);
  return { words: [...new Set(told.flatMap(synonymsOf))], tokens: [...new Set(told.flatMap(tokensOf))] };
}

/** @param meanings those of {@link partsOfSenses} */
export function meaningsOfSenses(senses: readonly Sense[], meanings: Meanings): SenseMeaning[] {
  return senses.flatMap((sense) => {
    if (!sense.told) return [];
    const parts = [
      [sumOf(synonymsOf(sense), meanings.words), SENSE_WEIGHTS.synonyms],
      [sumOf(tokensOf(sense), meanings.tokens), SENSE_WEIGHTS.definition],
    ] as const;
    const components = sumOfMeanings(parts.flatMap(([row, weight]) => (row ? [[row, weight] as const] : [])));
    return components ? [{ sense: sense.told.sense, components }] : [];
  });
}

function sumOf(names: readonly string[], rows: ReadonlyMap<string, Int8Array>): Int8Array | undefined {
  return sumOfMeanings(names.flatMap((name) => (rows.has(name) ? [[rows.get(name)!, 1] as const] : [])));
}
