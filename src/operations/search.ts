import { z } from 'zod';
import { operation } from './operation.ts';
import { readPage } from './page-request.ts';
import { pageBytes, pageResponse } from './page-view.ts';
import { cursor, limit, offset, offsetOrCursor } from './parameters/paging-parameters.ts';
import { choice, rule, text } from './parameters/parameters.ts';
import {
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
