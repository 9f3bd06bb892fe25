import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Lexicon, Page } from '../lexicon/store.ts';
import { invalidRequest, Problem } from '../problem.ts';

/** The start of a query's next page, in one generation of the lexicon. */
export interface Cursor {
  readonly generation: string;
  /** {@link queryHash} of the query that it belongs to. */
  readonly query: string;
  /** Words before the next page. */
  readonly offset: number;
  readonly after: NonNullable<Page['next']>;
}

const nonNegativeInt = z.int().min(0);
/** Short names, because cursors are part of URLs. */
const cursorTuple = z.tuple([
  z.literal(1),
  z.string(),
  z.string(),
  nonNegativeInt,
  nonNegativeInt,
  nonNegativeInt.nullable(),
]);

export function encodeCursor({ generation, query, offset, after }: Cursor): string {
  const fields: z.infer<typeof cursorTuple> = [1, generation, query, offset, after.order, after.score ?? null];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Undefined for text that is not a cursor. */
export function decodeCursor(text: string): Cursor | undefined {
  let fields: unknown;
  try {
    fields = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const result = cursorTuple.safeParse(fields);
  if (!result.success) return undefined;
  const [, generation, query, offset, order, score] = result.data;
  return { generation, query, offset, after: { order, ...(score === null ? {} : { score }) } };
}

/** Equal for equal queries, whatever the order of their parameters. */
export function queryHash(endpoint: string, query: Readonly<Record<string, unknown>>): string {
  const presentEntries = Object.entries(query).filter(([, value]) => value !== undefined);
  const sorted = presentEntries.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([endpoint, sorted]), 'base64url').slice(0, 12);
}

/** Throws unless the cursor belongs to this query and the live generation. */
export function checkCursor(cursor: Cursor, query: string, lexicon: Lexicon): void {
  const invalidCursor = (message: string) => invalidRequest([{ in: 'query', name: 'cursor', message }]);
  if (cursor.query !== query)
    throw invalidCursor(
      'belongs to another query; send it with the parameters of the request that gave it (only limit and facets may differ)',
    );
  const { name, entries } = lexicon.generation;
  if (cursor.generation !== name) throw new Problem('cursor_expired');
  if (cursor.after.order >= entries || cursor.offset > entries)
    throw invalidCursor('points outside the lexicon; take next_cursor of a page as it is');
}
