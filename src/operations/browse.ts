import { z } from 'zod';
import { PATHS } from './hints.ts';
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
  tag: 'Search',
  summary: 'Browse by facets',
  description:
    'Words by any combination of facets, most popular first or, with `ends_line`, those that end a line best, with counts of the facets on request. The order is stable; paging may go as deep as there are words.',
  tool: {
    name: 'browse_words',
    whenToUse: 'Use it to collect words of a feeling, theme, category or rhyme; ask for `facets` to see what there is.',
    defaults: { limit: 20 },
  },
  example: {
    summary: 'Joyful words of two characters, with the registers that they have',
    parameters: { emotion: ['喜悅'], length: [2], facets: ['reg', 'pos'], limit: 3 },
  },
  request: { query },
  response: pageResponse,
  serialize: pageBytes,
  handle: ({ query }, lexicon) => readPage(query, lexicon, 'browse', PATHS.browse),
});
