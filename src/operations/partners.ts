import { z } from 'zod';
import { selectionsOf } from '../lexicon/facets.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import {
  PARTNER_RELATIONS,
  PARTNER_SOURCES,
  PARTNER_TABLE,
  PARTS_OF_SPEECH_WITH,
  type PartnerRelation,
  type PartnerSource,
  partnerPage,
} from '../lexicon/partner-relations.ts';
import type { Lexicon, PartnerEntry, PartnerPage } from '../lexicon/store.ts';
import type { Headword } from '../lexicon/typed-words.ts';
import { bytesWithWords, relatedView, toEntryView, withSense } from './entry-view.ts';
import {
  type Change,
  type Hint,
  hints,
  hintsField,
  hintsOfChanges,
  LEAVES_NOTHING,
  PATHS,
  withoutEach,
} from './hints.ts';
import { operation } from './operation.ts';
import { searchInstead } from './page-hints.ts';
import { referencesOf, soundFiltersOf } from './page-query.ts';
import {
  type Cursor,
  checkCursor,
  cursor,
  encodeCursor,
  limit,
  offset,
  offsetOrCursor,
  queryHash,
} from './parameters/paging-parameters.ts';
import { choice, listFrom } from './parameters/parameters.ts';
import { after, before, codePatterns, looseRhyme, moves, rhymeCharacter } from './parameters/sound-parameters.ts';
import { facetParameters, sense, vulgar, word } from './parameters/word-parameters.ts';
import { NO_HEADWORD } from './prices.ts';
import { normalizedWord, pageAboutWord, rhymeReading, rhymeReadingField } from './reference.ts';
import { type MovesRequest, movesRules } from './sound-constraints.ts';

const { length, reg, pos } = facetParameters;

export const partnerRelations = (description: string) => listFrom<PartnerRelation>(PARTNER_RELATIONS, { description });

const relationsText = PARTNER_TABLE.map(({ name, about }) => `${name} (${about})`).join(', ');

const [movesTooShortRule, beforeRule, afterRule] = movesRules<MovesRequest>();

const query = z
  .strictObject({
    word,
    sense: sense('Only partners that go with this sense of the word.').optional(),
    relation: partnerRelations('What the partners are to the word, by default any; the first six are of nouns.'),
    code: codePatterns,
    rhyme_char: rhymeCharacter.optional(),
    loose_rhyme: looseRhyme,
    moves: moves.optional(),
    before: before.optional(),
    after: after.optional(),
    length,
    reg,
    pos,
    source: choice(
      ['all', ...PARTNER_SOURCES],
      { description: 'Written down as pairs, found in phrases of the lexicon, or all.' },
      'all',
    ).default('all'),
    vulgar,
    limit,
    offset,
    cursor,
  })
  .refine(...offsetOrCursor)
  .refine(...movesTooShortRule)
  .refine(...beforeRule)
  .refine(...afterRule);

const partnerView = relatedView
  .omit({ source: true })
  .extend({
    relation: z.enum(PARTNER_RELATIONS).meta({ description: `What the partner is to the word: ${relationsText}` }),
    source: z.enum(PARTNER_SOURCES),
  })
  .meta({ id: 'PartnerEntry', description: 'A partner of the word, and what it is to it' });

const response = z
  .object({
    word: z.string().meta({ description: 'The source word' }),
    normalized_from: normalizedWord,
    rhyme_reading: rhymeReading,
    relation_source: z.enum(['all', ...PARTNER_SOURCES]),
    relation_counts: z
      .partialRecord(z.enum(PARTNER_RELATIONS), z.int())
      .meta({ description: 'Partners of each relation under all other filters; relations without any are absent' }),
    words: z.array(partnerView),
    total: z.int().meta({ description: 'Exact number of partners that match' }),
    limit: z.int().meta({ description: 'Page size used' }),
    offset: z.int().meta({ description: 'Words before this page' }),
    next_cursor: z.string().nullable().meta({ description: '`cursor` of the next page; null on the last' }),
    hints,
  })
  .meta({ id: 'Partners' });

type Query = z.output<typeof query>;

/** Filters of a page of partners. */
interface PartnerRequest
  extends Partial<
    Pick<Query, 'relation' | 'code' | 'rhyme_char' | 'moves' | 'before' | 'after' | 'length' | 'reg' | 'pos'>
  > {
  readonly word: string;
  readonly loose_rhyme: boolean;
  readonly source: PartnerSource | 'all';
  readonly vulgar: boolean;
  readonly limit: number;
  readonly offset?: number | undefined;
}

/** The partners of a word as it was typed. */
export function partnersOf(request: PartnerRequest, lexicon: Lexicon) {
  const { word, relation, source, vulgar, limit, offset = 0 } = request;
  const pageOf = async (headword: string, lookups: ReadonlyMap<string, Headword>): Promise<PartnerPage> =>
    lexicon.partners({
      word: headword,
      ...(relation ? { relations: relation } : {}),
      source,
      words: { ...selectionsOf(['length', 'reg', 'pos'], request), ...(vulgar ? {} : { vulgar: false }) },
      sound: await soundFiltersOf(request, lexicon, lookups),
      offset,
      limit,
    });
  return pageAboutWord(word, referencesOf(request), lexicon, pageOf);
}

function toPartnerView(partner: PartnerEntry): z.infer<typeof partnerView> {
  const { relation, source, relationScore } = partner;
  return { ...toEntryView(partner), source, score: relationScore, relation };
}

/** No list of partners is longer. */
const MAX_PARTNERS = 2000;

async function partnersPage({ cursor, ...request }: Query, lexicon: Lexicon) {
  const { limit, offset, ...criteria } = request;
  const hash = queryHash('partners', criteria);
  if (cursor) checkCursor(cursor, hash, lexicon);
  const start = cursor?.offset ?? offset ?? 0;
  const { about, page, senseOfPartner } = await findPartners(request, start, lexicon);
  const { word, isUserInput, normalizedFrom, lookups } = about;
  const end = start + page.words.length;
  // A list of partners is short: its pages are found by their offset alone.
  const next: Cursor = { generation: lexicon.generation.name, query: hash, offset: end, after: { order: 0 } };
  return {
    ...(isUserInput ? { [NO_HEADWORD]: true as const } : {}),
    word,
    ...(normalizedFrom === undefined ? {} : { normalized_from: normalizedFrom }),
    ...rhymeReadingField(request.rhyme_char, lookups),
    relation_source: request.source,
    relation_counts: Object.fromEntries(
      PARTNER_RELATIONS.flatMap((relation) => {
        const count = page.counts.get(relation);
        return count === undefined ? [] : [[relation, count]];
      }),
    ),
    words: page.words.map((partner) => withSense(toPartnerView(partner), senseOfPartner(partner))),
    total: page.total,
    limit,
    offset: start,
    next_cursor: page.words.length > 0 && end < page.total ? encodeCursor(next) : null,
    ...hintsField(page.total === 0 ? await partnerHints(request, word, lexicon) : []),
  };
}

type UncursoredQuery = Omit<Query, 'cursor'>;

async function findPartners(request: UncursoredQuery, start: number, lexicon: Lexicon) {
  const { sense, relation: relations, limit } = request;
  // The store does not know the sense that a partner goes with, so all partners are read where a sense is asked for.
  const place = sense === undefined ? { offset: start } : { offset: 0, limit: MAX_PARTNERS, relation: undefined };
  const about = await partnersOf({ ...request, ...place }, lexicon);
  const senseOf = partnerSenseOf(about.word, await lexicon.wordTable());
  const senseOfPartner = ({ entry, relation }: PartnerEntry) => senseOf(entry.char, relation);
  const page =
    sense === undefined
      ? about.page
      : partnerPage(
          about.page.words.filter((partner) => senseOfPartner(partner) === sense),
          { relations, offset: start, limit },
        );
  return { about, page, senseOfPartner };
}

/**
 * A function from a partner of a word to the id of the sense that the partner goes with: of the senses whose part of
 * speech has such partners the only one, or the one that it cues most. Undefined where that decides nothing.
 */
export function partnerSenseOf(
  headword: string,
  words: ListedWords,
): (partner: string, relation: PartnerRelation) => string | undefined {
  const number = words.numberOf(headword);
  const senses = number === undefined ? [] : words.senses(number);
  if (senses.length < 2) return () => undefined;
  return (partner, relation) => {
    const possible = senses.filter(({ pos }) => PARTS_OF_SPEECH_WITH[relation].includes(pos));
    if (possible.length < 2) return possible[0]?.sense;
    const other = words.numberOf(partner);
    if (other === undefined) return undefined;
    const [best, second] = possible
      .map((candidate) => ({ sense: candidate.sense, weight: candidate.weightOf(other) }))
      .sort((a, b) => b.weight - a.weight);
    return best!.weight > second!.weight ? best!.sense : undefined;
  };
}

/** Filters in the order in which a writer gives them up. */
const GIVEN_UP = ['code', 'length', 'pos', 'reg', 'relation', 'sense'] as const;

/** Hints where a word has no such partners: one filter less, or words like it. */
async function partnerHints(request: UncursoredQuery, word: string, lexicon: Lexicon): Promise<Hint[]> {
  const change = (param: string, problem: string, changedRequest: UncursoredQuery): Change => ({
    param,
    problem,
    path: PATHS.partners,
    request: changedRequest,
    total: async () => (await findPartners(changedRequest, 0, lexicon)).page.total,
  });
  const { rhyme_char: rhyme, loose_rhyme: isLoose, moves, source } = request;
  const relaxed = await hintsOfChanges([
    ...(rhyme && !isLoose
      ? [change('rhyme_char', 'no partner has the very rhyme', { ...request, loose_rhyme: true })]
      : []),
    ...(moves === undefined
      ? []
      : [change('moves', LEAVES_NOTHING, { ...request, moves: undefined, before: undefined, after: undefined })]),
    ...(rhyme ? [change('rhyme_char', LEAVES_NOTHING, { ...request, rhyme_char: undefined, loose_rhyme: false })] : []),
    ...(source === 'all' ? [] : [change('source', LEAVES_NOTHING, { ...request, source: 'all' })]),
    ...withoutEach(request, GIVEN_UP).map(({ param, request }) => change(param, LEAVES_NOTHING, request)),
  ]);
  if (relaxed.length > 0) return relaxed;
  const problem = 'no partner of it is known; these are words like it, which may have some';
  return hintsOfChanges([searchInstead('word', problem, { like: word, limit: request.limit }, lexicon)]);
}

export const partners = operation({
  id: 'partners',
  tag: 'Words',
  summary: 'What goes with a word',
  description:
    'Words that stand naturally beside a word in a line. Without `relation` the best of each come in turn; filters are intersected with it.',
  tool: {
    name: 'find_partners',
    whenToUse: 'Use it to build a phrase around a word: its verb, image or object.',
    defaults: { limit: 20 },
  },
  example: {
    summary: 'What tears do, and what one does to them, in one high tone',
    parameters: { word: '眼淚', relation: ['does', 'done_to'], code: ['3'], limit: 3 },
  },
  request: { query },
  response,
  serialize: bytesWithWords,
  handle: ({ query }, lexicon) => partnersPage(query, lexicon),
});
