import { FINALS } from '../cantonese/jyutping.ts';
import { WORD_FACETS } from '../lexicon/facets.ts';
import { simplifiedToHongKong } from '../lexicon/hong-kong-form.ts';
import type { PageOrder } from '../lexicon/query.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { nearestName } from '../problem.ts';
import { type Change, type Hint, hintsOfChanges, LEAVES_NOTHING, PATHS, WITHOUT_RHYME_CHARACTER } from './hints.ts';
import type { LikeMeaning } from './like.ts';
import { type PageRequest, totalOf } from './page-query.ts';
import { DEFAULT_LIMIT } from './parameters/paging-parameters.ts';
import { quoted } from './parameters/parameters.ts';

/** Hints of pages of words: what is odd about a request, and which filter leaves nothing. */

/** Facts about a page that hints depend on. */
interface PageOutcome {
  readonly total: number;
  readonly order: PageOrder;
  /** How `like` was understood; undefined in other orders. */
  readonly meaning?: Pick<LikeMeaning, 'isUnderstood'> | undefined;
  /** Whether coarse words were searched. */
  readonly vulgar: boolean;
}

/** Filters by names that come from the data: an unknown one matches nothing. */
const NAMED_FILTERS = ['category', 'emotion', 'theme'] as const;

/** A changed request; `path` is absent for the endpoint of the request itself. */
type PageChange = Pick<Change, 'param' | 'problem'> & { readonly request: PageRequest; readonly path?: string };

const HAN = /\p{Script=Han}/u;
const KNOWN_FINALS: ReadonlySet<string> = new Set(FINALS);

/** @param path of the endpoint that takes all parameters of the request */
export async function hintsOfPage(
  request: PageRequest,
  path: string,
  lexicon: Lexicon,
  outcome: PageOutcome,
): Promise<Hint[]> {
  const isEmpty = outcome.total === 0;
  const odd = [...oddities(request, outcome), ...(isEmpty ? await unknownNames(request, lexicon) : [])];
  const changes = isEmpty && odd.length === 0 ? relaxations(request) : odd;
  return hintsOfChanges(
    changes.map((change) => ({ path, ...change, total: () => totalOf(change.request, lexicon, outcome.vulgar) })),
  );
}

/** A search that other lists hint at, where they themselves find nothing. */
export function searchInstead(
  param: string,
  problem: string,
  criteria: Partial<PageRequest>,
  lexicon: Lexicon,
): Change {
  const request: PageRequest = { theme_scope: 'tagged', loose_rhyme: false, limit: DEFAULT_LIMIT, ...criteria };
  return { param, problem, path: PATHS.search, request, total: () => totalOf(request, lexicon) };
}

/** Changes of parameters that can hardly be meant as they are, whatever is found. */
function oddities(request: PageRequest, outcome: PageOutcome): PageChange[] {
  return Object.values(ODDITIES).flatMap((find) => find(request, outcome) ?? []);
}

const characterIn = (rhyme: PageRequest['rhyme']) => rhyme?.find((final) => HAN.test(final));
const byRhymeCharacter = (request: PageRequest, character: string): PageRequest => ({
  ...request,
  rhyme: undefined,
  rhyme_char: { text: character },
});

const ODDITIES: Readonly<Record<string, (request: PageRequest, outcome: PageOutcome) => PageChange | undefined>> = {
  characterAsFinal(request) {
    const character = characterIn(request.rhyme);
    if (character === undefined) return undefined;
    const problem = `takes finals such as oi; ${quoted(character)} is a character, which rhyme_char takes`;
    return { param: 'rhyme', problem, request: byRhymeCharacter(request, character), path: PATHS.search };
  },
  unknownFinal(request) {
    const { rhyme = [] } = request;
    const unknown = rhyme.find((final) => !HAN.test(final) && !KNOWN_FINALS.has(final));
    if (unknown === undefined) return undefined;
    const meant = nearestName(unknown, FINALS);
    const others = rhyme.flatMap((final) => (final !== unknown ? final : (meant ?? [])));
    return {
      param: 'rhyme',
      problem: `${quoted(unknown)} is no final${meant === undefined ? '' : `; ${meant} is near`}`,
      request: { ...request, rhyme: others.length > 0 ? [...new Set(others)] : undefined },
    };
  },
  finalAsCharacter(request) {
    const { rhyme_char: reference } = request;
    if (!reference || reference.syllables || !KNOWN_FINALS.has(reference.text)) return undefined;
    return {
      param: 'rhyme_char',
      problem: `takes a character or a word; ${quoted(reference.text)} is a final, which rhyme takes`,
      request: { ...request, rhyme_char: undefined, loose_rhyme: false, rhyme: [reference.text] },
    };
  },
  looseWithoutCharacter(request) {
    if (!request.loose_rhyme || request.rhyme_char) return undefined;
    const character = characterIn(request.rhyme);
    const isOnlyRhyme = character !== undefined && request.rhyme!.length === 1;
    return {
      param: 'loose_rhyme',
      problem: WITHOUT_RHYME_CHARACTER,
      request: isOnlyRhyme ? byRhymeCharacter(request, character) : { ...request, loose_rhyme: false },
      ...(character === undefined ? {} : { path: PATHS.search }),
    };
  },
  likeNotUnderstood(request, { meaning }) {
    if (meaning?.isUnderstood !== false) return undefined;
    return {
      param: 'like',
      problem: `nothing of ${quoted(request.like ?? '')} was understood: no word of the lexicon, and no word of its definitions`,
      request: { ...request, like: undefined, ...(request.sort === 'similarity' ? { sort: undefined } : {}) },
    };
  },
  nearWithoutSound(request, { order }) {
    const { near, sort } = request;
    if (!near || order.by !== 'sound' || order.near.length > 0) return undefined;
    return {
      param: 'near',
      problem: `${quoted('reference' in near ? near.reference.text : '')} has no sound that is known: no word is nearer than another`,
      request: { ...request, near: undefined, ...(sort === 'sound' ? { sort: undefined } : {}) },
    };
  },
};

/** Values that do not exist, each with the nearest that does: 喜悦 is 喜悅, `food` is `noun.food`. */
async function unknownNames(request: PageRequest, lexicon: Lexicon): Promise<PageChange[]> {
  const changes = await Promise.all(
    NAMED_FILTERS.map(async (param): Promise<PageChange[]> => {
      const given = request[param];
      if (!given) return [];
      const known = await namesOf(param, lexicon);
      const unknown = given.filter((name) => !known.includes(name));
      if (unknown.length === 0) return [];
      const nearest = (name: string) => {
        const traditional = simplifiedToHongKong(name);
        return known.includes(traditional) ? traditional : nearestName(name, known);
      };
      const kept = [...new Set(given.flatMap((name) => (known.includes(name) ? name : (nearest(name) ?? []))))];
      const meant = nearest(unknown[0]!);
      const problem = `${quoted(unknown[0]!)} does not exist${meant === undefined ? '' : `; ${meant} is near`}`;
      return [{ param, problem, request: { ...request, [param]: kept.length > 0 ? kept : undefined } }];
    }),
  );
  return changes.flat();
}

/** All values of a filter that the lexicon has. */
async function namesOf(filter: (typeof NAMED_FILTERS)[number], lexicon: Lexicon): Promise<readonly string[]> {
  if (filter === 'category') return (await lexicon.categories()).map(({ name }) => name);
  return Object.keys((await lexicon.vocabulary())[filter]);
}

/** Changes that each give up one filter, those that a singer gives up most easily first. */
function relaxations(request: PageRequest): PageChange[] {
  const {
    rhyme_char: rhymeCharacter,
    rhyme_depth: depth = 1,
    loose_rhyme: isLoose,
    theme,
    theme_scope: scope,
  } = request;
  const without = (param: keyof PageRequest & string, ...others: (keyof PageRequest)[]): PageChange[] => {
    if (request[param] === undefined) return [];
    const dropped = Object.fromEntries([param, ...others].map((name) => [name, undefined]));
    return [{ param, problem: LEAVES_NOTHING, request: { ...request, ...dropped } }];
  };
  return [
    ...(rhymeCharacter && !isLoose
      ? [{ param: 'rhyme_char', problem: 'no word has the very rhyme', request: { ...request, loose_rhyme: true } }]
      : []),
    ...(rhymeCharacter && depth > 1
      ? [{ param: 'rhyme_depth', problem: 'no word rhymes so far', request: { ...request, rhyme_depth: 1 } }]
      : []),
    ...(theme && scope === 'tagged'
      ? [{ param: 'theme', problem: 'no word is tagged so', request: { ...request, theme_scope: 'all' as const } }]
      : []),
    ...without('code'),
    ...without('moves', 'before', 'after'),
    ...without('rhyme_char', 'rhyme_depth', 'loose_rhyme'),
    ...without('rhyme'),
    ...(['jyutping', 'q', 'starts', 'ends', 'contains'] as const).flatMap((param) => without(param)),
    ...WORD_FACETS.flatMap((param) => without(param)),
  ];
}
