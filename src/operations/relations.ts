import { z } from 'zod';
import { RELATION_SOURCES, RELATION_TYPES, type RelationType } from '../lexicon/entry.ts';
import { selectionsOf } from '../lexicon/facets.ts';
import type { RelationQuery } from '../lexicon/query.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { nearbyWords } from '../lexicon/suggest-words.ts';
import type { Headword } from '../lexicon/typed-words.ts';
import { bytesWithWords, relatedView, toRelatedView } from './entry-view.ts';
import {
  type Change,
  type Hint,
  hints,
  hintsField,
  hintsOfChanges,
  PATHS,
  parametersOfRequest,
  WITHOUT_RHYME_CHARACTER,
} from './hints.ts';
import { operation } from './operation.ts';
import { searchInstead } from './page-hints.ts';
import { type PageRequest, soundFiltersOf } from './page-query.ts';
import { limit, offset } from './parameters/paging-parameters.ts';
import { codePatterns, looseRhyme, rhymeCharacter } from './parameters/sound-parameters.ts';
import { facetParameters, sense, source, vulgar, word } from './parameters/word-parameters.ts';
import { NO_HEADWORD } from './prices.ts';
import { normalizedWord, pageAboutWord, rhymeReading, rhymeReadingField } from './reference.ts';

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
    normalized_from: normalizedWord,
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
  const firstPage = { lexicon, type, word: headword, senses, request: query, total: page.total, queryOf };
  return {
    ...(isUserInput ? { [NO_HEADWORD]: true as const } : {}),
    word: headword,
    normalized_from: normalizedFrom,
    ...rhymeReadingField(rhymeCharacter, lookups),
    relation_type: type,
    relation_source: source,
    words: page.words.map(toRelatedView),
    total: page.total,
    limit,
    offset,
    ...hintsField(offset === 0 ? await relationHints(firstPage) : []),
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
  serialize: bytesWithWords,
  handle: ({ query }, lexicon) => relationsPage('syn', query, lexicon),
});

export const antonyms = operation({
  id: 'antonyms',
  tag: 'Words',
  summary: 'Words of opposite meaning',
  description: DESCRIPTION,
  tool: { name: 'find_antonyms', whenToUse: 'Use it for contrast.', defaults: { limit: 20 } },
  example: {
    summary: 'The opposite of 開心 with the tones 4 and 0: few, so that the answer names ways on',
    parameters: { word: '開心', code: ['40'], length: [2], reg: ['雅'], limit: 3 },
  },
  request,
  response,
  serialize: bytesWithWords,
  handle: ({ query }, lexicon) => relationsPage('ant', query, lexicon),
});

const SHORT_TOTAL = 3;
/** Bound on the hints that each give something up. */
const MAX_WAYS = 4;
const MAX_NEARBY = 3;

/** The parameters of a request for related words. */
interface RelationRequest
  extends Pick<PageRequest, 'sense' | 'code' | 'rhyme_char' | 'length' | 'reg' | 'pos' | 'limit'> {
  readonly loose_rhyme: boolean;
  readonly source: string;
  readonly vulgar: boolean;
}

/** A first page of related words, for which there may be hints. */
interface FirstPage {
  readonly lexicon: Lexicon;
  readonly type: RelationType;
  /** The word that was asked for, as a headword where it is one. */
  readonly word: string;
  /** Its told senses; undefined where it is no word of the lexicon. */
  readonly senses: readonly string[] | undefined;
  readonly request: RelationRequest;
  readonly total: number;
  /** The query of other parameters for the same word. */
  readonly queryOf: (request: RelationRequest) => Promise<RelationQuery>;
}

/** Hints for a first page with few words, or with something odd. */
async function relationHints(page: FirstPage): Promise<Hint[]> {
  const { request, total, senses } = page;
  const odd = relationOddities(page);
  if (total >= SHORT_TOTAL) return odd;
  // A request without a filter would still be for a sense that is not there.
  const isUnknownSense = request.sense !== undefined && senses?.includes(request.sense) === false;
  if (isUnknownSense) return [...odd, ...(await hintsOfChanges([withoutSense(page, senses)]))];
  const ways = await hintsOfChanges(await relaxations(page), { above: total, most: MAX_WAYS });
  if (total > 0 || odd.length + ways.length > 0) return [...odd, ...ways];
  return hintsOfChanges(senses ? [otherRelation(page)] : await otherWords(page));
}

/** Another request for related words, of the same word and type unless given. */
function relationChange(
  { queryOf, lexicon, ...page }: FirstPage,
  param: string,
  problem: string,
  changed: Partial<RelationRequest> = {},
  { word = page.word, type = page.type }: { readonly word?: string; readonly type?: RelationType } = {},
): Change {
  const request = { ...page.request, ...changed };
  const total = async () => {
    const [count] = await lexicon.relationTotals([{ ...(await queryOf(request)), word, type }]);
    return count!;
  };
  return { param, problem, path: PATHS[type], request: { ...request, word }, total };
}

function withoutSense(page: FirstPage, senses: readonly string[]): Change {
  const problem =
    senses.length > 0
      ? `is none of its senses, which are ${senses.join(', ')}`
      : 'of this word there is one sense alone';
  return relationChange(page, 'sense', problem, { sense: undefined });
}

/** Requests that each give up a filter, the one that a writer gives up most easily first, and a search by likeness. */
async function relaxations(page: FirstPage): Promise<Change[]> {
  const { rhyme_char: rhyme, code, loose_rhyme: isLoose } = page.request;
  const change = (param: string, problem: string, changed: Partial<RelationRequest>) =>
    relationChange(page, param, problem, changed);
  const like = await wordsLike(page);
  return [
    ...(rhyme && !isLoose
      ? [change('rhyme_char', 'few related words have the very rhyme', { loose_rhyme: true })]
      : []),
    ...(code ? [change('code', 'few related words have the code', { code: undefined })] : []),
    ...(rhyme ? [change('rhyme_char', 'few related words rhyme', { rhyme_char: undefined, loose_rhyme: false })] : []),
    ...(like ? [like] : []),
  ];
}

/** Words that may be meant by one that the lexicon does not have, else a search with the same filters. */
async function otherWords(page: FirstPage): Promise<Change[]> {
  const { word, request, lexicon } = page;
  const others = await nearbyWords(word, MAX_NEARBY, lexicon);
  if (others.length === 0)
    return [searchInstead('word', 'is not in the lexicon, and no word is near it', filtersOf(request), lexicon)];
  return others.map((near) =>
    relationChange(page, 'word', `is not in the lexicon; ${near} is near`, {}, { word: near }),
  );
}

/** The antonyms of a word without synonyms, and the reverse. */
function otherRelation(page: FirstPage): Change {
  return page.type === 'ant'
    ? relationChange(page, 'word', 'has no opposite that is known; it has words of like meaning', {}, { type: 'syn' })
    : relationChange(page, 'word', 'has no words of like meaning; it has opposites', {}, { type: 'ant' });
}

/** The filters of a request, as a search has them. */
function filtersOf({
  code,
  rhyme_char,
  loose_rhyme,
  length,
  reg,
  pos,
  limit,
  vulgar,
}: RelationRequest): Partial<PageRequest> {
  return { code, rhyme_char, loose_rhyme, length, reg, pos, limit, vulgar: vulgar ? undefined : false };
}

/** A search under the same filters for words like the word, or like its first opposite. */
async function wordsLike({ type, word, request, queryOf, lexicon }: FirstPage): Promise<Change | undefined> {
  const { sense } = request;
  const unfiltered = { ...request, code: undefined, rhyme_char: undefined };
  const opposite = async () =>
    (await lexicon.relations({ ...(await queryOf(unfiltered)), words: {}, offset: 0, limit: 1 })).words[0]?.entry.char;
  const like = type === 'syn' ? word : await opposite();
  if (like === undefined) return undefined;
  const problem = 'few words are related; by likeness there are more';
  return searchInstead(
    'word',
    problem,
    { like, sense: type === 'syn' ? sense : undefined, ...filtersOf(request) },
    lexicon,
  );
}

/** Hints on parameters that have no effect, whatever is found. */
function relationOddities({ type, word, request, total }: FirstPage): Hint[] {
  if (!request.loose_rhyme || request.rhyme_char || total === 0) return [];
  const params = parametersOfRequest({ ...request, word, loose_rhyme: false });
  return [{ param: 'loose_rhyme', problem: WITHOUT_RHYME_CHARACTER, try: { path: PATHS[type], params, total } }];
}
