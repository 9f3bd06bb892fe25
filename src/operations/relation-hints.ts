import type { RelationType } from '../lexicon/entry.ts';
import { nearbyWords } from '../lexicon/nearby-words.ts';
import type { RelationQuery, SimilarityFeatures } from '../lexicon/query.ts';
import { similarityFeatures } from '../lexicon/similarity.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { type Hint, hintsOfChanges, PATHS, parametersOfRequest, WITHOUT_RHYME_CHARACTER } from './hints.ts';
import { meaningOfLike } from './like.ts';
import type { Reference } from './reference.ts';

/** Ways on from a short answer about related words: each gives up one thing that was asked for. */

/** Answers with fewer words have ways on. */
const SHORT_TOTAL = 3;

/** In order of nearness. */
const CHANGES = ['loose_rhyme', 'without_code', 'without_rhyme', 'like'] as const;
type Change = (typeof CHANGES)[number];

/** The parameters of a request for related words. */
export interface RelationRequest {
  readonly sense?: string | undefined;
  readonly code?: readonly string[] | undefined;
  readonly rhyme_char?: Reference | undefined;
  readonly loose_rhyme: boolean;
  readonly length?: readonly number[] | undefined;
  readonly reg?: readonly string[] | undefined;
  readonly pos?: readonly string[] | undefined;
  readonly source: string;
  readonly vulgar: boolean;
  readonly limit: number;
}

export interface ShortAnswer {
  readonly type: RelationType;
  /** The word that was asked for, as a headword where it is one. */
  readonly word: string;
  readonly request: RelationRequest;
  readonly total: number;
  /** The query of other parameters for the same word. */
  readonly queryOf: (request: RelationRequest) => Promise<RelationQuery>;
}

/** A request that finds more. */
interface WayOn {
  readonly change: Change;
  readonly total: number;
  readonly path: string;
  readonly params: Record<string, string>;
}

/** The ways on that find more than the answer has: one call of the store for the counts of related words, beside three for `like`. */
async function waysOn(answer: ShortAnswer, lexicon: Lexicon): Promise<WayOn[]> {
  const { type, word, request, total } = answer;
  const changed = relaxedRequests(request);
  const [totals, like] = await Promise.all([relationTotals(answer, changed, lexicon), likeOffer(answer, lexicon)]);
  const ways = changed.map(({ change, relaxed }, i): WayOn => {
    return { change, total: totals[i]!, path: PATHS[type], params: relationParameters(word, relaxed) };
  });
  return [...ways, ...(like ? [like] : [])].filter((way) => way.total > total);
}

interface RelaxedRequest {
  readonly change: Change;
  readonly relaxed: RelationRequest;
}

function relaxedRequests(request: RelationRequest): RelaxedRequest[] {
  const { rhyme_char: rhyme, code, loose_rhyme: isLoose } = request;
  return [
    ...(rhyme && !isLoose ? [{ change: 'loose_rhyme' as const, relaxed: { ...request, loose_rhyme: true } }] : []),
    ...(code ? [{ change: 'without_code' as const, relaxed: { ...request, code: undefined } }] : []),
    ...(rhyme
      ? [{ change: 'without_rhyme' as const, relaxed: { ...request, rhyme_char: undefined, loose_rhyme: false } }]
      : []),
  ];
}

async function relationTotals({ queryOf }: ShortAnswer, changed: readonly RelaxedRequest[], lexicon: Lexicon) {
  if (changed.length === 0) return [];
  return lexicon.relationTotals(await Promise.all(changed.map(({ relaxed }) => queryOf(relaxed))));
}

async function likeOffer(answer: ShortAnswer, lexicon: Lexicon): Promise<WayOn | undefined> {
  const { request, queryOf } = answer;
  const like = await (answer.type === 'syn' ? likeOfWord(answer, lexicon) : likeOfAntonym(answer, lexicon));
  if (!like) return undefined;
  const { words, sound } = await queryOf(request);
  const page = await lexicon.page({
    // As the search itself does.
    words: { ...words, ...(like.isCoarse ? {} : { vulgar: false }), themeScope: 'tagged' },
    sound,
    order: { by: 'similarity', features: like.features },
    start: { offset: 0 },
    limit: 1,
    facets: [],
  });
  return { change: 'like', total: page.total, path: PATHS.search, params: searchParameters(like, request) };
}

/** What the offer asks for. */
interface OfferedLike {
  readonly text: string;
  readonly sense?: string | undefined;
  readonly features: SimilarityFeatures;
  readonly isCoarse: boolean;
}

async function likeOfWord({ word, request }: ShortAnswer, lexicon: Lexicon): Promise<OfferedLike | undefined> {
  const { sense } = request;
  const meaning = await meaningOfLike(word, lexicon, sense);
  return meaning?.isUnderstood
    ? { text: word, sense, features: meaning.features, isCoarse: meaning.isCoarse }
    : undefined;
}

/** Words like the opposite, which is told by the first antonym under no filters. */
async function likeOfAntonym({ request, queryOf }: ShortAnswer, lexicon: Lexicon): Promise<OfferedLike | undefined> {
  const unfiltered = { ...request, code: undefined, rhyme_char: undefined };
  const query = { ...(await queryOf(unfiltered)), words: {}, offset: 0, limit: 1 };
  const antonym = (await lexicon.relations(query)).words[0]?.entry.char;
  const entry = antonym && (await lexicon.lookup([antonym])).get(antonym)?.entry;
  if (!entry) return undefined;
  const features = similarityFeatures(entry, await lexicon.similarityBasis(entry));
  return { text: entry.char, features, isCoarse: entry.vulgar };
}

const relationParameters = (word: string, request: RelationRequest) => parametersOfRequest({ ...request, word });

function searchParameters({ text: like, sense }: OfferedLike, request: RelationRequest): Record<string, string> {
  const { code, rhyme_char, loose_rhyme, length, reg, pos, limit } = request;
  const vulgar = request.vulgar ? undefined : false;
  return parametersOfRequest({ like, sense, code, rhyme_char, loose_rhyme, length, reg, pos, vulgar, limit });
}

const PROBLEMS: Readonly<Record<Change, { readonly param: string; readonly problem: string }>> = {
  loose_rhyme: { param: 'rhyme_char', problem: 'few related words have the very rhyme' },
  without_code: { param: 'code', problem: 'few related words have the code' },
  without_rhyme: { param: 'rhyme_char', problem: 'few related words rhyme' },
  like: { param: 'word', problem: 'few words are related; by likeness there are more' },
};

/** What to try in place of a first page with few words, or with something odd. */
export async function relationHints(
  answer: ShortAnswer,
  senses: readonly string[] | undefined,
  lexicon: Lexicon,
): Promise<Hint[]> {
  const { type, word, request, total } = answer;
  const odd = relationOddities(word, request, PATHS[type], total);
  if (total >= SHORT_TOTAL) return odd;
  const { sense } = request;
  // What gives up a filter would still be of a sense that is not there.
  if (sense !== undefined && senses && !senses.includes(sense))
    return [...odd, ...(await withoutSense(answer, senses, lexicon))];
  const ways = await waysOn(answer, lexicon);
  const found = ways.map(
    ({ change, path, params, total }): Hint => ({ ...PROBLEMS[change], try: { path, params, total } }),
  );
  if (total > 0 || odd.length + found.length > 0) return [...odd, ...found];
  return senses ? otherRelation(answer, lexicon) : nearbyWordHints(answer, lexicon);
}

async function withoutSense({ type, word, request, queryOf }: ShortAnswer, told: readonly string[], lexicon: Lexicon) {
  const problem =
    told.length > 0 ? `is none of its senses, which are ${told.join(', ')}` : 'of this word there is one sense alone';
  const changed = { ...request, sense: undefined };
  return hintsOfChanges([
    {
      param: 'sense',
      problem,
      path: PATHS[type],
      request: { ...changed, word },
      total: await totalOf(queryOf(changed), lexicon),
    },
  ]);
}

/** Of a word without any relation of the type: the other type, where there is one. */
async function otherRelation({ type, word, request, queryOf }: ShortAnswer, lexicon: Lexicon): Promise<Hint[]> {
  const [other, problem] =
    type === 'ant'
      ? (['syn', 'has no opposite that is known; it has words of like meaning'] as const)
      : (['ant', 'has no words of like meaning; it has opposites'] as const);
  const query = { ...(await queryOf(request)), type: other };
  const total = await totalOf(Promise.resolve(query), lexicon);
  return hintsOfChanges([{ param: 'word', problem, path: PATHS[other], request: { ...request, word }, total }]);
}

const MAX_NEARBY = 3;

/** Of a text that is no word: the words that are nearest to it. */
async function nearbyWordHints({ type, word, request, queryOf }: ShortAnswer, lexicon: Lexicon): Promise<Hint[]> {
  const words = await nearbyWords(word, MAX_NEARBY, lexicon);
  const changes = words.map(async (near) => ({
    param: 'word',
    problem: `is not in the lexicon; ${near} is near`,
    path: PATHS[type],
    request: { ...request, word: near },
    total: await totalOf(
      queryOf(request).then((query) => ({ ...query, word: near })),
      lexicon,
    ),
  }));
  return hintsOfChanges(await Promise.all(changes));
}

async function totalOf(query: Promise<RelationQuery>, lexicon: Lexicon): Promise<() => Promise<number>> {
  const [total] = await lexicon.relationTotals([await query]);
  return async () => total!;
}

/** What does nothing in a request, whatever is found. */
function relationOddities(word: string, request: RelationRequest, path: string, total: number): Hint[] {
  if (!request.loose_rhyme || request.rhyme_char || total === 0) return [];
  const params = relationParameters(word, { ...request, loose_rhyme: false });
  return [{ param: 'loose_rhyme', problem: WITHOUT_RHYME_CHARACTER, try: { path, params, total } }];
}
