import { z } from 'zod';
import { RELATION_SOURCES, RELATION_TYPES, type RelationType } from '../lexicon/entry.ts';
import { selectionsOf } from '../lexicon/facets.ts';
import type { RelationQuery } from '../lexicon/query.ts';
import type { Lexicon } from '../lexicon/store.ts';
import type { Headword } from '../lexicon/typed-words.ts';
import { NO_HEADWORD } from '../metering/price.ts';
import { pageAboutWord } from './about-word.ts';
import { relatedView, toRelatedView } from './entry-view.ts';
import { hints, hintsField } from './hints.ts';
import { operation } from './operation.ts';
import { soundFiltersOf } from './page-request.ts';
import { limit, offset } from './parameters/paging-parameters.ts';
import { codePatterns, looseRhyme, rhymeCharacter } from './parameters/sound-parameters.ts';
import { facetParameters, sense, source, vulgar, word } from './parameters/word-parameters.ts';
import { rhymeReading, rhymeReadingField } from './reference.ts';
import { type RelationRequest, relationHints } from './relation-hints.ts';

const { length, reg, pos } = facetParameters;

const query = z.strictObject({
  word,
  sense: sense(
    'Only the words of one sense of the word, by its id on the card. A sense that the word does not have leaves nothing.',
  ),
  code: codePatterns,
  rhyme_char: rhymeCharacter.optional(),
  loose_rhyme: looseRhyme,
  length,
  reg,
  pos,
  source,
  vulgar,
  limit,
  offset,
});

const response = z
  .object({
    word: z.string().meta({ description: 'The source word' }),
    normalized_from: z
      .string()
      .optional()
      .meta({ description: 'The form that was sent of a word or character which was read in its Hong Kong form' }),
    rhyme_reading: rhymeReading,
    relation_type: z.enum(RELATION_TYPES),
    relation_source: z.enum(['all', ...RELATION_SOURCES]),
    words: z.array(relatedView),
    total: z.int().meta({ description: 'Exact number of related words that match' }),
    limit: z.int().meta({ description: 'Page size used' }),
    offset: z.int().meta({ description: 'Words before this page' }),
    hints,
  })
  .meta({ id: 'Relations' });

const request = { query };

type Query = z.output<typeof query>;

async function relationQuery(
  type: RelationType,
  word: string,
  request: Query,
  lookups: ReadonlyMap<string, Headword>,
  lexicon: Lexicon,
): Promise<RelationQuery> {
  const { source, limit, offset = 0, vulgar } = request;
  const words = {
    ...selectionsOf(['length', 'reg', 'pos'], request),
    ...(vulgar ? {} : { vulgar: false }),
  };
  const sound = await soundFiltersOf(request, lexicon, lookups);
  const { sense } = request;
  return { word, type, ...(sense === undefined ? {} : { sense }), source, words, sound, offset, limit };
}

export async function relationsPage(type: RelationType, query: Query, lexicon: Lexicon) {
  const { word: typed, rhyme_char: rhymeCharacter, source, limit, offset = 0 } = query;
  const about = await pageAboutWord(typed, rhymeCharacter ? [rhymeCharacter] : [], lexicon, async (headword, lookups) =>
    lexicon.relations(await relationQuery(type, headword, query, lookups, lexicon)),
  );
  const { page, word: headword, senses, isUserInput, normalizedFrom, lookups } = about;
  const queryOf = ({ sense, code, rhyme_char, loose_rhyme }: RelationRequest) =>
    relationQuery(type, headword, { ...query, sense, code, rhyme_char, loose_rhyme }, lookups, lexicon);
  const shortAnswer = { type, word: headword, request: query, total: page.total, queryOf };
  return {
    ...(isUserInput ? { [NO_HEADWORD]: true as const } : {}),
    word: headword,
    ...(normalizedFrom === undefined ? {} : { normalized_from: normalizedFrom }),
    ...rhymeReadingField(rhymeCharacter, lookups),
    relation_type: type,
    relation_source: source,
    words: page.words.map(toRelatedView),
    total: page.total,
    limit,
    offset,
    ...hintsField(offset === 0 ? await relationHints(shortAnswer, senses, lexicon) : []),
  };
}

const DESCRIPTION =
  'Related words, those of curated sources first, then by nearness. Of a word whose senses are told apart they come sense by sense, and say which. Filters on sound and form are intersected with the relation; where they leave nothing, `total` is 0, and `hints` name ways on. A word that is not in the lexicon has no relations.';

export const synonyms = operation({
  id: 'synonyms',
  tag: 'Words',
  summary: 'Words of like meaning',
  description: DESCRIPTION,
  tool: {
    name: 'find_synonyms',
    whenToUse:
      'Use it to replace a word by one that means the same and fits the melody (`code`) or the rhyme (`rhyme_char`). When little is left, `hints` say which tool finds more.',
    defaults: { limit: 20 },
  },
  example: {
    summary: 'Words like 開心 of four characters that rhyme with 愛, the rhyme widened',
    parameters: { word: '開心', rhyme_char: '愛', loose_rhyme: true, length: [4], limit: 3 },
  },
  request,
  response,
  handle: ({ query }, lexicon) => relationsPage('syn', query, lexicon),
});

export const antonyms = operation({
  id: 'antonyms',
  tag: 'Words',
  summary: 'Words of opposite meaning',
  description: DESCRIPTION,
  tool: { name: 'find_antonyms', whenToUse: 'Use it for contrast.', defaults: { limit: 20 } },
  example: {
    summary: 'The opposite of 開心 with the tones 2 and 0: few, so that the answer names ways on',
    parameters: { word: '開心', code: ['20'], length: [2], reg: ['雅'], limit: 3 },
  },
  request,
  response,
  handle: ({ query }, lexicon) => relationsPage('ant', query, lexicon),
});
