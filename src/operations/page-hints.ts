import { FINALS } from '../cantonese/jyutping.ts';
import { WORD_FACETS } from '../lexicon/facets.ts';
import { simplifiedToHongKong } from '../lexicon/hong-kong-form.ts';
import { nearestName } from '../problem.ts';
import { type Hint, hintsOfChanges, LEAVES_NOTHING, PATHS, WITHOUT_RHYME_CHARACTER } from './hints.ts';
import type { PageRequest } from './page-order.ts';
import { quoted } from './parameters/parameters.ts';

/** Hints of pages of words: what is odd about a request, and which filter leaves nothing. */

interface PageFindings {
  readonly total: number;
  /** Whether `like` decides the order and nothing of it was understood. */
  readonly isNotUnderstood: boolean;
  /** Whether `near` decides the order and has no sound. */
  readonly isWithoutSound: boolean;
  /** The values that a filter may have, where they come from the data. */
  readonly valuesOf: (filter: NamedFilter) => Promise<readonly string[]>;
  /** Counts the words that a request finds. */
  readonly totalOf: (request: PageRequest) => Promise<number>;
}

/** Filters by names that come from the data: an unknown one matches nothing. */
const NAMED_FILTERS = ['category', 'emotion', 'theme'] as const;
export type NamedFilter = (typeof NAMED_FILTERS)[number];

interface Change {
  readonly param: string;
  readonly problem: string;
  readonly request: PageRequest;
  /** Path of the endpoint to try; absent for that of the request. */
  readonly path?: string;
}

const HAN = /\p{Script=Han}/u;
const KNOWN_FINALS: ReadonlySet<string> = new Set(FINALS);

/** @param path of the request itself */
export async function pageHints(request: PageRequest, path: string, findings: PageFindings): Promise<Hint[]> {
  const odd = [...oddities(request, findings), ...(findings.total === 0 ? await unknownNames(request, findings) : [])];
  const changes = findings.total === 0 && odd.length === 0 ? relaxations(request) : odd;
  return hintsOfChanges(changes.map((change) => ({ path, ...change, total: () => findings.totalOf(change.request) })));
}

/** Changes of parameters that can hardly be meant as they are, whatever is found. */
function oddities(request: PageRequest, { isNotUnderstood, isWithoutSound }: PageFindings): Change[] {
  const { rhyme = [], rhyme_char: reference, loose_rhyme: isLoose, like, sort, near } = request;
  const changes: Change[] = [];
  const character = rhyme.find((final) => HAN.test(final));
  if (character !== undefined) {
    const withRhymeCharacter = { ...request, rhyme: undefined, rhyme_char: { text: character } };
    const problem = `takes finals such as oi; ${quoted(character)} is a character, which rhyme_char takes`;
    changes.push({ param: 'rhyme', problem, request: withRhymeCharacter, path: PATHS.search });
  }
  const unknown = rhyme.find((final) => !HAN.test(final) && !KNOWN_FINALS.has(final));
  if (unknown !== undefined) {
    const meant = nearestName(unknown, FINALS);
    const others = rhyme.flatMap((final) => (final !== unknown ? final : (meant ?? [])));
    changes.push({
      param: 'rhyme',
      problem: `${quoted(unknown)} is no final${meant === undefined ? '' : `; ${meant} is near`}`,
      request: { ...request, rhyme: others.length > 0 ? [...new Set(others)] : undefined },
    });
  }
  if (reference && !reference.syllables && KNOWN_FINALS.has(reference.text))
    changes.push({
      param: 'rhyme_char',
      problem: `takes a character or a word; ${quoted(reference.text)} is a final, which rhyme takes`,
      request: { ...request, rhyme_char: undefined, loose_rhyme: false, rhyme: [reference.text] },
    });
  if (isLoose && !reference)
    changes.push({
      param: 'loose_rhyme',
      problem: WITHOUT_RHYME_CHARACTER,
      request:
        rhyme.length === 1 && character !== undefined
          ? { ...request, rhyme: undefined, rhyme_char: { text: character } }
          : { ...request, loose_rhyme: false },
      ...(character === undefined ? {} : { path: PATHS.search }),
    });
  if (isNotUnderstood)
    changes.push({
      param: 'like',
      problem: `nothing of ${quoted(like ?? '')} was understood: no word of the lexicon, and no word of its definitions`,
      request: { ...request, like: undefined, ...(sort === 'similarity' ? { sort: undefined } : {}) },
    });
  if (isWithoutSound && near)
    changes.push({
      param: 'near',
      problem: `${quoted('reference' in near ? near.reference.text : '')} has no sound that is known: no word is nearer than another`,
      request: { ...request, near: undefined, ...(sort === 'sound' ? { sort: undefined } : {}) },
    });
  return changes;
}

/** Values that do not exist, each with the nearest that does: 喜悦 is 喜悅, `food` is `noun.food`. */
async function unknownNames(request: PageRequest, { valuesOf }: PageFindings): Promise<Change[]> {
  const changes = await Promise.all(
    NAMED_FILTERS.map(async (param): Promise<Change[]> => {
      const given = request[param];
      if (!given) return [];
      const known = await valuesOf(param);
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

/** Changes that each give up one filter, those that a singer gives up most easily first. */
function relaxations(request: PageRequest): Change[] {
  const {
    rhyme_char: rhymeCharacter,
    rhyme_depth: depth = 1,
    loose_rhyme: isLoose,
    theme,
    theme_scope: scope,
  } = request;
  const without = (param: keyof PageRequest & string, ...others: (keyof PageRequest)[]): Change[] => {
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
