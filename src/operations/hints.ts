import { z } from 'zod';
import { formatJyutping, type Syllable, type SyllablePattern } from '../cantonese/jyutping.ts';
import { DEFAULT_LIMIT } from './parameters/paging-parameters.ts';
import type { Reference } from './reference.ts';

/** Hints after zero or odd results, of one shape for every list: requests to try, with the number of words that they find. */

const hint = z
  .object({
    param: z.string().meta({ description: 'The parameter that it is about' }),
    problem: z.string().meta({ description: 'What is odd about its value, or what it leaves out' }),
    try: z
      .object({
        path: z.string().meta({ examples: ['/api/lexicon/search'] }),
        params: z.record(z.string(), z.string()).meta({ description: 'All parameters of the request to try' }),
        total: z.int().meta({ description: 'Exact number of words that it finds' }),
      })
      .meta({ description: 'A request that finds something, or says what was meant' }),
  })
  .meta({ id: 'Hint' });

export type Hint = z.infer<typeof hint>;

export const hints = z.array(hint).optional().meta({
  description: 'What to try where nothing, or something odd, was found: the nearest to the request first; else absent',
});

export const PATHS = {
  search: '/api/lexicon/search',
  browse: '/api/lexicon/browse',
  syn: '/api/lexicon/synonyms',
  ant: '/api/lexicon/antonyms',
  partners: '/api/lexicon/partners',
  rhymeClose: '/api/lexicon/workflow/rhyme-close',
} as const;

/** Problem of `loose_rhyme` without `rhyme_char`. */
export const WITHOUT_RHYME_CHARACTER = 'widens the rhyme of rhyme_char, which is not given, and does nothing';

/** A changed request that may become a hint. */
export interface Change {
  /** The changed parameter. */
  readonly param: string;
  readonly problem: string;
  readonly path: string;
  /** Parsed parameters, with the change. */
  readonly request: object;
  /** Counts the words that it finds. */
  readonly total: () => Promise<number>;
}

/** Bounds on the requests whose words are counted, and on the hints unless told otherwise. */
const MAX_TRIED = 5;
const MAX_HINTS = 3;

/** The changes that find something, or more words than `above`, the nearest to the request first. */
export async function hintsOfChanges(
  changes: readonly Change[],
  { above = 0, most = MAX_HINTS }: { readonly above?: number; readonly most?: number } = {},
): Promise<Hint[]> {
  const tried = changes.slice(0, MAX_TRIED);
  const totals = await Promise.all(tried.map(({ total }) => total()));
  return tried
    .map(({ param, problem, path, request }, i): Hint => {
      return { param, problem, try: { path, params: parametersOfRequest(request), total: totals[i]! } };
    })
    .filter((hint) => hint.try.total > above)
    .slice(0, most);
}

/** Problem of a filter that a hint gives up. */
export const LEAVES_NOTHING = 'leaves no word together with the other filters';

/** The request without each of the filters that it has, one by one. */
export function withoutEach<Request extends object>(
  request: Request,
  filters: readonly (keyof Request & string)[],
): { readonly param: string; readonly request: Request }[] {
  return filters.flatMap((param) =>
    request[param] === undefined ? [] : [{ param, request: { ...request, [param]: undefined } }],
  );
}

/** The field `hints` of a response; no field without hints. */
export const hintsField = (found: readonly Hint[]): { hints?: Hint[] } =>
  found.length > 0 ? { hints: [...found] } : {};

/** Writes parsed parameters as a request has them, so that a hint can repeat it with a change. */

const DEFAULTS: Readonly<Record<string, unknown>> = {
  theme_scope: 'tagged',
  quality: 'all',
  source: 'all',
  loose_rhyme: false,
  loose: false,
  rhyme_depth: 1,
  ends_line: false,
  limit: DEFAULT_LIMIT,
};
/** Parameters of a place in a list, which a hint leaves out: it leads to the first page. */
const LEFT_OUT: ReadonlySet<string> = new Set(['offset', 'cursor', 'facets']);

export function parametersOfRequest(request: object): Record<string, string> {
  // In a list by likeness coarse words have to be asked for.
  const isByLikeness = 'like' in request && request.like !== undefined;
  const isDefault = (name: string, value: unknown) =>
    DEFAULTS[name] === value || (name === 'vulgar' && value === true && !isByLikeness);
  return Object.fromEntries(
    Object.entries(request).flatMap(([name, value]): [string, string][] =>
      value === undefined || LEFT_OUT.has(name) || isDefault(name, value) ? [] : [[name, textOf(value)]],
    ),
  );
}

type Structured =
  | Reference
  | { readonly reference: Reference }
  | { readonly digit: string }
  | { readonly syllables: readonly SyllablePattern[] };

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.some(isSyllable) ? value.map(syllableText).join(' ') : value.join(',');
  return typeof value === 'object' && value !== null ? structuredText(value as Structured) : String(value);
}

function structuredText(value: Structured): string {
  if ('reference' in value) return referenceText(value.reference);
  if ('digit' in value) return value.digit;
  return 'text' in value ? referenceText(value) : value.syllables.map(syllableText).join(' ');
}

export function referenceText({ text, syllables }: Reference): string {
  return syllables ? `${text}:${formatJyutping(syllables)}` : text;
}

const isSyllable = (value: unknown): value is Syllable =>
  typeof value === 'object' && value !== null && 'final' in value;
const syllableText = ({ initial, final, tone }: SyllablePattern) => `${initial}${final}${tone ?? ''}`;
