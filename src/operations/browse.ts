import { z } from 'zod';
import { FINALS } from '../cantonese/jyutping.ts';
import { READING_FACETS, selectionsOf } from '../lexicon/facets.ts';
import type { PageOrder } from '../lexicon/query.ts';
import { hintsField, PATHS } from './hints.ts';
import { operation } from './operation.ts';
import { hintsOfPage } from './page-request.ts';
import { answerPage, pageBytes, pageResponse, wordFiltersOf } from './page-view.ts';
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
  handle: ({ query }, lexicon) =>
    answerPage(query, lexicon, 'browse', async (place, isFirst) => {
      const order: PageOrder = { by: query.ends_line ? 'lineEnd' : 'popularity' };
      const [words, sound] = [wordFiltersOf(query), selectionsOf(READING_FACETS, query)];
      const page = await lexicon.page({ words, sound, order, ...place });
      const isOdd = page.total === 0 || query.rhyme?.some((final) => !FINALS.includes(final));
      if (!isFirst || !isOdd) return { page, fields: {} };
      const outcome = { total: page.total, order: { by: order }, vulgar: query.vulgar };
      return { page, fields: hintsField(await hintsOfPage(query, PATHS.browse, lexicon, outcome)) };
    }),
});
