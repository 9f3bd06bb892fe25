import { z } from 'zod';
import { FINALS } from '../cantonese/jyutping.ts';
import { READING_FACETS, selectionsOf } from '../lexicon/facets.ts';
import type { PageOrder } from '../lexicon/query.ts';
import { PROBLEMS, Problem } from '../problem.ts';
import { hintsField, PATHS } from './hints.ts';
import { operation } from './operation.ts';
import { hintsOfPage } from './page-hints.ts';
import { wordFiltersOf } from './page-query.ts';
import { answerPage, pageBytes, pageResponse, readPage } from './page-view.ts';
import { cursor, limit, offset, offsetOrCursor } from './parameters/paging-parameters.ts';
import { choice, quoted, rule, text } from './parameters/parameters.ts';
import {
  absoluteCodes,
  after,
  before,
  codePatterns,
  jyutpingPattern,
  lazyRules,
  looseRhyme,
  moves,
  near,
  rhymeCharacter,
  rhymeDepth,
  rhymeFinals,
} from './parameters/sound-parameters.ts';
import {
  characters,
  endsLine,
  facetFilters,
  facets,
  quality,
  sense,
  vulgarUnlessOffered,
  word,
} from './parameters/word-parameters.ts';
import { partnerRelations } from './partners.ts';
import { fitsPhrase, movesRules } from './sound-constraints.ts';

export const MAX_LIKE_CHARACTERS = 60;

const SORTS = ['popularity', 'sound', 'similarity', 'char'] as const;

const parameters = z.strictObject({
  q: text({
    description: 'Words of the definition, or characters of the word: all of them, in any order.',
    example: 'look forward',
  }).optional(),
  starts: characters('begins with', '海'),
  ends: characters('ends with', '心'),
  contains: characters('contains, side by side', '開心'),
  rhyme_char: rhymeCharacter.optional(),
  rhyme_depth: rhymeDepth,
  loose_rhyme: looseRhyme,
  rhyme: rhymeFinals,
  code: codePatterns,
  moves: moves.optional(),
  before: before.optional(),
  after: after.optional(),
  jyutping: jyutpingPattern.optional(),
  lazy: lazyRules,
  ...facetFilters,
  vulgar: vulgarUnlessOffered('`like` is one, or is absent'),
  quality,
  near: near.optional(),
  like: text(
    {
      description:
        'What to be close to in meaning: a word, several words or a phrase, in Chinese or English, of up to 60 characters. Orders by similarity; jokes, archaic words and specialist entries last. What is negated (唔開心, not happy) is turned round. A word, its other spellings and its antonyms are left out of its own list, and coarse words unless it is one. `understood` says what was made of it, `near_total` how many words are near.',
      example: '孤單的夜晚',
    },
    MAX_LIKE_CHARACTERS,
  ).optional(),
  sense: sense(
    'Of a word in `like`: only what is like one of its senses, by its id on the card. A sense that the word does not have leaves nothing.',
  ),
  compose: choice(['2'], {
    description:
      'Adds `phrases` of two words that go together, for what `like` says and the three to five places of `moves`, with `before` and `after`. Other filters are of words alone.',
  }).optional(),
  partner_of: word
    .meta({
      description: 'Keeps what goes with this word, see /api/lexicon/partners.',
      example: '眼淚',
    })
    .optional(),
  partner: partnerRelations('What they are to it, by default any.'),
  sort: choice(SORTS, {
    description:
      'Order: by popularity, by closeness of sound (needs `near`), by closeness of meaning (needs `like`), by code point. `near` or `like` alone imply theirs.',
  }).optional(),
  ends_line: endsLine,
  facets,
  limit,
  offset,
  cursor,
});

type Query = z.output<typeof parameters>;

const [movesTooShortRule, beforeRule, afterRule] = movesRules<Query>();

const query = parameters
  .refine(...offsetOrCursor)
  .refine(
    ...rule<Query>(
      'sort',
      'sound needs a sound to be close to; add near, for example near=海洋',
      ({ sort, near }) => sort !== 'sound' || near !== undefined,
    ),
  )
  .refine(
    ...rule<Query>(
      'sort',
      'similarity needs a meaning to be close to; add like, for example like=開心',
      ({ sort, like }) => sort !== 'similarity' || like !== undefined,
    ),
  )
  .refine(
    ...rule<Query>(
      'sense',
      'is that of a word to be like; add like, for example like=開',
      ({ sense, like }) => sense === undefined || like !== undefined,
    ),
  )
  .refine(
    ...rule<Query>(
      'sort',
      'is needed where near and like are both given; add sort=sound or sort=similarity',
      ({ sort, near, like }) => sort !== undefined || near === undefined || like === undefined,
    ),
  )
  .refine(
    ...rule<Query>(
      'ends_line',
      'orders by popularity and a weight, and cannot be given beside another order; leave out ends_line, or sort, near and like',
      ({ ends_line: endsLine, sort = 'popularity', near, like }) =>
        !endsLine || (sort === 'popularity' && near === undefined && like === undefined),
    ),
  )
  .refine(
    ...rule<Query>(
      'compose',
      'needs like, and moves for three to five characters; add like=孤單的夜晚 and moves=+-=',
      (input) => input.compose === undefined || (input.like !== undefined && fitsPhrase(input)),
    ),
  )
  .refine(...beforeRule)
  .refine(...afterRule)
  .refine(...movesTooShortRule)
  .refine(
    ...rule<Query>(
      'partner',
      'says how words go with another; add partner_of, for example partner_of=眼淚',
      ({ partner, partner_of: partnerOf }) => partner === undefined || partnerOf !== undefined,
    ),
  );

export const search = operation({
  id: 'search',
  tag: 'Search',
  summary: 'Search by sound, melody, meaning and form',
  description:
    'All filters of browse, and those that a lyricist needs to fit a melody: rhyme with a character, tone-code patterns, relative movement with what stands before and after; and `partner_of`, what goes with a word. Orders by popularity, closeness of sound, closeness of meaning to a word or phrase in Chinese or English (`like`), or character.',
  tool: {
    name: 'search_words',
    whenToUse:
      'Use it to find the word that fits a place in a line: its tones (`code`, or `moves` with `before` and `after`), its rhyme (`rhyme_char`), its meaning (`like`: a word, or a phrase of what it should say, in Chinese or English; `q`: words of its definition). Filters are intersected: when nothing is found, take one away; `like` never filters.',
    defaults: { limit: 20 },
  },
  example: {
    summary: 'Words of two high tones that rhyme with 愛',
    parameters: { code: ['33'], rhyme_char: '愛', limit: 3 },
    withKey: true,
  },
  request: { query },
  response: pageResponse,
  serialize: pageBytes,
  handle: ({ query }, lexicon) => readPage(query, lexicon, 'search'),
});

const browseQuery = z
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
  request: { query: browseQuery },
  response: pageResponse,
  serialize: pageBytes,
  handle: ({ query }, lexicon) =>
    answerPage(query, lexicon, 'browse', async (place, isFirst) => {
      const order: PageOrder = { by: query.ends_line ? 'lineEnd' : 'popularity' };
      const [words, sound] = [wordFiltersOf(query), selectionsOf(READING_FACETS, query)];
      const page = await lexicon.page({ words, sound, order, ...place });
      const isOdd = page.total === 0 || query.rhyme?.some((final) => !FINALS.includes(final));
      if (!isFirst || !isOdd) return { page, fields: {} };
      const outcome = { total: page.total, order, vulgar: query.vulgar };
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
