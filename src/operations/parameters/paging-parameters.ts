import { type Cursor, decodeCursor } from '../cursor.ts';
import type { ParseResult } from '../parse-result.ts';
import { integer, parameter, rule } from './parameters.ts';

export const DEFAULT_LIMIT = 50;

export const limit = integer(
  { min: 1 },
  { description: 'Page size. The most depends on the plan (anonymous 100); more is lowered to it.', example: 20 },
  DEFAULT_LIMIT,
).default(DEFAULT_LIMIT);

/** Undefined rather than 0, to tell it from an explicit offset beside a cursor. */
export const offset = integer(
  { min: 0 },
  { description: 'Words to skip. There is no most: the last page of everything works.', example: 100 },
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

/** For a schema's `refine`: either offset or cursor. */
export const offsetOrCursor = rule<{ offset?: unknown; cursor?: unknown }>(
  'offset',
  'cannot be given beside cursor, which already says where the page begins; leave one out',
  (query) => query.offset === undefined || query.cursor === undefined,
);
