import type { RelationType } from '../lexicon/entry.ts';
import { nearbyWords } from '../lexicon/nearby-words.ts';
import type { RelationQuery } from '../lexicon/query.ts';
import type { Lexicon } from '../lexicon/store.ts';
import {
  type Change,
  type Hint,
  hintsOfChanges,
  PATHS,
  parametersOfRequest,
  WITHOUT_RHYME_CHARACTER,
} from './hints.ts';
import type { PageRequest } from './page-order.ts';
import { searchInstead } from './search-hint.ts';

/** Ways on from a short answer about related words: each gives up one thing that was asked for. */

/** Answers with fewer words have ways on. */
const SHORT_TOTAL = 3;
/** One for each thing that is given up. */
const MAX_WAYS = 4;
const MAX_NEARBY = 3;

/** The parameters of a request for related words. */
export interface RelationRequest
  extends Pick<PageRequest, 'sense' | 'code' | 'rhyme_char' | 'length' | 'reg' | 'pos' | 'limit'> {
  readonly loose_rhyme: boolean;
  readonly source: string;
  readonly vulgar: boolean;
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

/** What to try in place of a first page with few words, or with something odd. */
export async function relationHints(
  answer: ShortAnswer,
  senses: readonly string[] | undefined,
  lexicon: Lexicon,
): Promise<Hint[]> {
  const { type, word, request, total } = answer;
  const odd = relationOddities(answer);
  if (total >= SHORT_TOTAL) return odd;
  const { sense, rhyme_char: rhyme, code, loose_rhyme: isLoose } = request;
  // What gives up a filter would still be of a sense that is not there.
  if (sense !== undefined && senses && !senses.includes(sense)) {
    const problem =
      senses.length > 0
        ? `is none of its senses, which are ${senses.join(', ')}`
        : 'of this word there is one sense alone';
    const withoutSense = await hintsOfChanges([
      relationChange(answer, lexicon, 'sense', problem, { ...request, sense: undefined }),
    ]);
    return [...odd, ...withoutSense];
  }
  const change = (param: string, problem: string, changed: RelationRequest) =>
    relationChange(answer, lexicon, param, problem, changed);
  const like = await wordsLike(answer, lexicon);
  const found = await hintsOfChanges(
    [
      ...(rhyme && !isLoose
        ? [change('rhyme_char', 'few related words have the very rhyme', { ...request, loose_rhyme: true })]
        : []),
      ...(code ? [change('code', 'few related words have the code', { ...request, code: undefined })] : []),
      ...(rhyme
        ? [change('rhyme_char', 'few related words rhyme', { ...request, rhyme_char: undefined, loose_rhyme: false })]
        : []),
      ...(like ? [like] : []),
    ],
    { above: total, most: MAX_WAYS },
  );
  if (total > 0 || odd.length + found.length > 0) return [...odd, ...found];
  if (!senses) {
    const words = await nearbyWords(word, MAX_NEARBY, lexicon);
    const others = words.map((near) =>
      relationChange(answer, lexicon, 'word', `is not in the lexicon; ${near} is near`, request, { word: near }),
    );
    return hintsOfChanges(
      others.length > 0
        ? others
        : [searchInstead('word', 'is not in the lexicon, and no word is near it', filtersOf(request), lexicon)],
    );
  }
  const [other, problem] =
    type === 'ant'
      ? (['syn', 'has no opposite that is known; it has words of like meaning'] as const)
      : (['ant', 'has no words of like meaning; it has opposites'] as const);
  return hintsOfChanges([relationChange(answer, lexicon, 'word', problem, request, { type: other })]);
}

/** Another request for related words, of the same word and type unless given. */
function relationChange(
  { queryOf, ...answer }: ShortAnswer,
  lexicon: Lexicon,
  param: string,
  problem: string,
  changed: RelationRequest,
  { word = answer.word, type = answer.type }: { readonly word?: string; readonly type?: RelationType } = {},
): Change {
  const total = async () => {
    const [count] = await lexicon.relationTotals([{ ...(await queryOf(changed)), word, type }]);
    return count!;
  };
  return { param, problem, path: PATHS[type], request: { ...changed, word }, total };
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
async function wordsLike({ type, word, request, queryOf }: ShortAnswer, lexicon: Lexicon): Promise<Change | undefined> {
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

/** What does nothing in a request, whatever is found. */
function relationOddities({ type, word, request, total }: ShortAnswer): Hint[] {
  if (!request.loose_rhyme || request.rhyme_char || total === 0) return [];
  const params = parametersOfRequest({ ...request, word, loose_rhyme: false });
  return [{ param: 'loose_rhyme', problem: WITHOUT_RHYME_CHARACTER, try: { path: PATHS[type], params, total } }];
}
