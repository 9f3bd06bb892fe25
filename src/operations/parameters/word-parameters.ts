import { MAX_SENSE_ID_LENGTH, QUALITIES, RELATION_SOURCES, SENSE_ID } from '../../lexicon/entry.ts';
import { FACET_TABLE, FACETS, type Facet, type FacetValueOf } from '../../lexicon/facets.ts';
import { THEME_SCOPES } from '../../lexicon/query.ts';
import {
  choice,
  flag,
  listFrom,
  listOf,
  listOfNames,
  NOT_BLANK,
  optionalFlag,
  type ParseResult,
  parameter,
  parseInteger,
  quoted,
  text,
  wordCount,
} from './parameters.ts';

/** The word parameters that relations, browse and search share. */

export const word = text({
  description: 'The word; simplified and variant characters are understood.',
  example: '開心',
});

/**
 * The parameter `sense`, the id of a sense of a word.
 *
 * @param description the effect of a sense in the endpoint
 */
export const sense = (description: string) =>
  parameter(
    (input): ParseResult<string> =>
      SENSE_ID.test(input)
        ? { value: input }
        : {
            problem: `${quoted(input)} is not the id of a sense; take one from the word's card, for example sense=bloom`,
          },
    { description, example: 'bloom' },
    { type: 'string', minLength: 1, maxLength: MAX_SENSE_ID_LENGTH, pattern: SENSE_ID.source },
    MAX_SENSE_ID_LENGTH,
  ).optional();

/** Facets whose parameter is a list of values. For code and rhyme see {@link file://./sound-parameters.ts}. */
type ListedFacet = Exclude<Facet, 'rhyme' | 'code'>;

type FacetParameters = { readonly [F in ListedFacet]: ReturnType<typeof listOf<FacetValueOf<F>>> };

function facetParameter({ values, description, example }: (typeof FACET_TABLE)[number]) {
  const doc = { description: `${description} A comma list means any of its values.`, example };
  if (values === 'names') return listOfNames(doc);
  if (values !== 'numbers') return listFrom<string>(values, doc);
  return listOf((input) => parseInteger(input, { min: 1 }), doc, { type: 'integer', minimum: 1 });
}

/** Parameters by name of facet: lists of values, any of which a word may have. */
export const facetParameters = Object.fromEntries<unknown>(
  FACET_TABLE.filter(({ name }) => name !== 'rhyme' && name !== 'code').map((row) => [row.name, facetParameter(row)]),
) as FacetParameters;

export const themeScope = choice(
  THEME_SCOPES,
  { description: 'Whether `theme` speaks of tagged themes, of inferred ones, or of both.' },
  'tagged',
).default('tagged');

/** Whether the order is by popularity times a weight for ends of a line. */
export const endsLine = flag(
  {
    description:
      '`true` orders by how well a word ends a line: popularity times a weight, so that function words, classifiers, and verbs that need an object come late, and words that match by a reading seldom meant come last.',
  },
  false,
);
export const vulgar = flag({ description: '`false` leaves coarse words out.' }, true);
/**
 * `vulgar` for endpoints that offer words by themselves.
 *
 * @param condition under which coarse words are listed by default
 */
export const vulgarUnlessOffered = (condition: string) =>
  optionalFlag({
    description: `Whether coarse words are listed; by default only where ${condition}.`,
  });

export const quality = choice(
  ['all', ...QUALITIES],
  {
    description: 'Words whose category a person or a curated source assigned (`verified`), or a method (`generated`).',
  },
  'all',
).default('all');

export const source = choice(
  ['all', ...RELATION_SOURCES],
  { description: 'Relations from a curated source, generated ones, or all.' },
  'all',
).default('all');

/** Bound on the synonyms, and on the antonyms, of a card. */
export const MAX_RELATIONS = 500;
export const relationsLimit = wordCount(
  { min: 0, max: MAX_RELATIONS },
  {
    description:
      'Most synonyms, and most antonyms, that the card lists, dealt out among the senses in turn; more than 500 is lowered to 500. Each one listed costs a credit.',
    example: 10,
  },
  150,
);

const FACET_NAMES = ['all', ...FACETS] as const;
export const facets = listFrom(FACET_NAMES, {
  description: 'Facets to count, or `all`: each value with the words that it has under all other selections.',
  example: ['all'],
});

/** Facets in their fixed order, without duplicates. */
export function expandFacets(names: readonly (typeof FACET_NAMES)[number][] | undefined): readonly Facet[] {
  if (!names) return [];
  return names.includes('all') ? FACETS : FACETS.filter((facet) => names.includes(facet));
}

const { emotion, theme, ...otherFacets } = facetParameters;

/** Filters of browse, search and category words, all optional. */
export const facetFilters = { emotion, theme, theme_scope: themeScope, ...otherFacets, vulgar };

export const characters = (condition: string, example: string) =>
  text({
    description: `Characters that the word ${condition}; simplified and variant ones are understood.`,
    example,
  }).optional();

export const singleCharacter = parameter(
  (input): ParseResult<string> => {
    const count = [...input].length;
    return count === 1 ? { value: input } : { problem: `has ${count} characters; give one` };
  },
  { description: 'The character; simplified and variant ones are understood.', example: '詩' },
  { type: 'string', minLength: 1, maxLength: 1, pattern: NOT_BLANK },
);
