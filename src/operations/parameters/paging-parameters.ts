import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { PagePlace } from '../../lexicon/query.ts';
import type { Lexicon } from '../../lexicon/store.ts';
import { invalidRequest, Problem } from '../../problem.ts';
import { integer, type ParseResult, parameter, rule, wordCount } from './parameters.ts';

/** The start of a query's next page, in one generation of the lexicon. */
export interface Cursor {
  readonly generation: string;
  /** {@link queryHash} of the query that it belongs to. */
  readonly query: string;
  /** Words before the next page. */
  readonly offset: number;
  readonly after: PagePlace;
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

/** They say where a page is, not which query it is of. */
const PLACE_PARAMETERS: ReadonlySet<string> = new Set(['limit', 'offset', 'cursor', 'facets']);

/** Equal for equal queries, whatever the order of their parameters. Tells a mistake, and protects nothing: who makes up a cursor has a page. */
export function queryHash(endpoint: string, query: object): string {
  const values = query as Readonly<Record<string, unknown>>;
  const criteria: [string, unknown][] = [];
  for (const name of Object.keys(values).sort())
    if (values[name] !== undefined && !PLACE_PARAMETERS.has(name)) criteria.push([name, values[name]]);
  return crc32(JSON.stringify([endpoint, criteria])).toString(36);
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
  // See lineEndPlace for the second half of the places.
  if (cursor.after.order >= 2 * entries || cursor.offset > entries)
    throw invalidCursor('points outside the lexicon; take next_cursor of a page as it is');
}

export const DEFAULT_LIMIT = 50;

export const limit = wordCount(
  { min: 1 },
  { description: 'Page size. The most depends on the plan (anonymous 100); more is lowered to it.', example: 20 },
  DEFAULT_LIMIT,
);

/** Undefined rather than 0, to tell it from an explicit offset beside a cursor. */
export const offset = integer(
  { min: 0 },
  { description: 'Words to skip, without a limit.', example: 100 },
  0,
).optional();

export const cursor = parameter(
  (text): ParseResult<Cursor> => {
    const value = decodeCursor(text);
    return value ? { value } : { problem: 'is no cursor of this service; take next_cursor of the page before' };
  },
  {
    description:
      '`next_cursor` of the page before, with the other parameters unchanged and without `offset`. It ends with its generation of the lexicon (410 `cursor_expired`).',
  },
).optional();

/** The rule that only one of offset and cursor is given, for a schema's `refine`. */
export const offsetOrCursor = rule<{ offset?: unknown; cursor?: unknown }>(
  'offset',
  'cannot be given beside cursor, which already says where the page begins; leave one out',
  (query) => query.offset === undefined || query.cursor === undefined,
);
