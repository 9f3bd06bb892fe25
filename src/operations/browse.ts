import { z } from 'zod';
import { FINALS } from '../cantonese/jyutping.ts';
import { READING_FACETS, selectionsOf } from '../lexicon/facets.ts';
import type { PageOrder } from '../lexicon/query.ts';
import { PROBLEMS, Problem } from '../problem.ts';
import { hintsField, PATHS } from './hints.ts';
import { operation } from './operation.ts';
import { hintsOfPage, readPage } from './page-request.ts';
import { answerPage, pageBytes, pageResponse, wordFiltersOf } from './page-view.ts';
import { cursor, limit, offset, offsetOrCursor } from './parameters/paging-parameters.ts';
import { quoted, text } from './parameters/parameters.ts';
import { absoluteCodes, codePatterns, looseRhyme, rhymeCharacter, rhymeFinals } from './parameters/sound-parameters.ts';
import { endsLine, facetFilters, facets, quality } from './parameters/word-parameters.ts';

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

const { category: _, ...filters } = facetFilters;

const categoryPath = z.strictObject({
  name: text({ description: 'A `name` of /api/lexicon/categories.', example: 'noun.feeling' }),
});

const categoryQuery = z
  .strictObject({
    rhyme_char: rhymeCharacter.optional(),
    loose_rhyme: looseRhyme,
    code: codePatterns,
    ...filters,
    quality,
    limit,
    offset,
    cursor,
  })
  .refine(...offsetOrCursor);

export const categoryWords = operation({
  id: 'categoryWords',
  tag: 'Search',
  summary: 'Words of a category',
  description: 'Search within one semantic category, most popular first. An unknown category is a 404.',
  tool: {
    name: 'list_category_words',
    whenToUse: 'Use it to collect words of one semantic category, such as plants or feelings.',
    defaults: { limit: 20 },
  },
  example: {
    summary: 'Feelings with the tones 3 and 0',
    parameters: { name: 'noun.feeling', code: ['30'], limit: 3 },
  },
  problems: ['category_not_found'],
  request: { path: categoryPath, query: categoryQuery },
  response: pageResponse,
  serialize: pageBytes,
  async handle({ path: { name }, query }, lexicon) {
    const categories = await lexicon.categories();
    if (!categories.some((category) => category.name === name)) {
      const detail = `${quoted(name)} is no category. ${PROBLEMS.category_not_found.advice}`;
      throw new Problem('category_not_found', { detail });
    }
    return readPage({ ...query, category: [name] }, lexicon, 'category words');
  },
});
