import { PARTS_OF_SPEECH, QUALITIES, REGISTERS, RELATION_SOURCES, VALENCES } from '../../lexicon/entry.ts';
import { FACETS, type Facet, THEME_SCOPES } from '../../lexicon/query.ts';
import type { ParseResult } from '../parse-result.ts';
import {
  choice,
  flag,
  integer,
  listFrom,
  listOf,
  listOfNames,
  NOT_BLANK,
  parameter,
  parseInteger,
  text,
} from './parameters.ts';

/** The word parameters that relations, browse and search share. */

export const word = text({
  description: 'The word; simplified and variant characters are understood.',
  example: '開心',
});

export const emotion = listOfNames({
  description: 'Emotion, a value of /api/lexicon/vocabulary. A comma list means any of its values.',
  example: ['喜悅'],
});

export const theme = listOfNames({
  description: 'Theme, a value of /api/lexicon/vocabulary. A comma list means any of its values.',
  example: ['愛情'],
});

export const themeScope = choice(
  THEME_SCOPES,
  { description: 'Whether `theme` speaks of tagged themes, of inferred ones, or of both.' },
  'tagged',
).default('tagged');

export const valence = listFrom(VALENCES, {
  description: '正 positive, 負 negative, 中 neutral. A comma list means any of its values.',
  example: ['正'],
});

export const category = listOfNames({
  description: 'Semantic category, a `name` of /api/lexicon/categories. A comma list means any of its values.',
  example: ['noun.feeling'],
});

export const reg = listFrom(REGISTERS, {
  description: 'Register: 粵 spoken Cantonese, 通 common to both, 雅 literary. A comma list means any of its values.',
  example: ['粵'],
});

export const pos = listFrom(PARTS_OF_SPEECH, {
  description: 'Part of speech: n, v, a, r. A comma list means any of its values.',
  example: ['n', 'v'],
});

export const length = listOf(
  (input) => parseInteger(input, { min: 1 }),
  { description: 'Number of characters. A comma list means any of its values.', example: [2] },
  { type: 'integer', minimum: 1 },
);

/** Orders by popularity times a weight for ends of a line. */
export const endsLine = flag(
  {
    description:
      '`true` orders by how well a word ends a line: popularity times a weight, so that function words, classifiers, and verbs that need an object come late, and words that match by a reading seldom meant come last.',
  },
  false,
);
export const vulgar = flag({ description: '`false` leaves coarse words out.' }, true);

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

export const relationsLimit = integer(
  { min: 0, max: 500 },
  {
    description: 'Most synonyms, and most antonyms, that the card lists. Each one listed costs a credit.',
    example: 10,
  },
  150,
).default(150);

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

/** The filters of browse, all optional; search and category words have them too. */
export const facetFilters = {
  emotion,
  theme,
  theme_scope: themeScope,
  valence,
  category,
  reg,
  pos,
  length,
  vulgar,
} as const;

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
