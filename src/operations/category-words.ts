import { z } from 'zod';
import { PROBLEMS, Problem } from '../problem.ts';
import { operation } from './operation.ts';
import { readPage } from './page-request.ts';
import { pageBytes, pageResponse } from './page-view.ts';
import { cursor, limit, offset, offsetOrCursor } from './parameters/paging-parameters.ts';
import { quoted, text } from './parameters/parameters.ts';
import { codePatterns, looseRhyme, rhymeCharacter } from './parameters/sound-parameters.ts';
import { facetFilters, quality } from './parameters/word-parameters.ts';

const { category: _, ...filters } = facetFilters;

const path = z.strictObject({
  name: text({ description: 'A `name` of /api/lexicon/categories.', example: 'noun.feeling' }),
});

const query = z
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
  request: { path, query },
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
