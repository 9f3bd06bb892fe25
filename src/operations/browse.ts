import { z } from 'zod';
import { operation } from './operation.ts';
import { pageBytes, pageResponse, readPage } from './page-request.ts';
import { cursor, limit, offset, offsetOrCursor } from './parameters/paging-parameters.ts';
import { absoluteCodes, rhymeFinals } from './parameters/sound-parameters.ts';
import { endsLine, facetFilters, facets } from './parameters/word-parameters.ts';

const query = z
  .strictObject({
    rhyme: rhymeFinals,
    code: absoluteCodes,
    ...facetFilters,
    ends_line: endsLine,
    facets,
    limit,
    offset,
    cursor,
  })
  .refine(...offsetOrCursor);

export const browse = operation({
  id: 'browse',
  summary: 'Browse by facets',
  description:
    'Words by any combination of facets, most popular first or, with `ends_line`, those that end a line best, with counts of the facets on request. The order is stable; paging may go as deep as there are words.',
  request: { query },
  response: pageResponse,
  serialize: pageBytes,
  handle: ({ query }, lexicon) => readPage(query, lexicon, 'browse'),
});
