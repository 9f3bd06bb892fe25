import { MEANING_COMPONENTS } from './meaning.ts';

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
  for (let column = 0, position = 0; column < components; column++)
    for (let row = 0; row < count; row++) rows[row * components + column] = columns.readInt8(position++);
  return { names, rows };
}

/** What finds the row of a name. */
export function rowFinder({ names, rows }: MeaningTable): (name: string) => Int8Array | undefined {
  const places = new Map(names.map((name, place) => [name, place]));
  return (name) => {
    const place = places.get(name);
    if (place === undefined) return undefined;
    return rows.subarray(place * MEANING_COMPONENTS, (place + 1) * MEANING_COMPONENTS);
  };
}

const ENGLISH_TOKEN = /[a-z]{2,}/g;

/** The English tokens of a text, as the table of tokens has them: each once, in order of appearance. */
export function englishTokens(text: string): string[] {
  return [...new Set(text.toLowerCase().match(ENGLISH_TOKEN) ?? [])];
}
