import type { estypes } from '@elastic/elasticsearch';
import { READING_FACETS } from '../../lexicon/facets.ts';
import { MEANING_COMPONENTS, ROW_BYTES } from '../../lexicon/meaning.ts';
import { FACET_FIELDS, SLOTS, slotField } from './facet-fields.ts';

/** Settings and mappings of the two indices of a generation. */

type Properties = Record<string, estypes.MappingProperty>;

const SEARCHED = { type: 'keyword', doc_values: false } as const;
const SHOWN_NUMBER = { type: 'integer', index: false } as const;
/** The ordinals are made when a segment is opened, so that no count waits for them. */
const COUNTED = { type: 'keyword', eager_global_ordinals: true } as const;

const CHECKSUMS = {
  checksum: { type: 'integer', index: false },
} as const;
/** Of a document's source only what lists show is stored. */
const LISTED = { type: 'object', enabled: false } as const;

function indexOf(sortedBy: readonly string[], properties: Properties) {
  return {
    settings: {
      'sort.field': sortedBy,
      'sort.order': sortedBy.map(() => 'asc'),
      max_terms_count: 65_536,
      'requests.cache.enable': true,
    },
    mappings: { dynamic: 'strict', _source: { includes: ['listed'] }, properties },
  } satisfies { settings: object; mappings: estypes.MappingTypeMapping };
}

const sameFor = (names: readonly string[], property: estypes.MappingProperty): Properties =>
  Object.fromEntries(names.map((name) => [name, property]));

export const ENTRY_INDEX = indexOf(['rank'], {
  char: { type: 'keyword' },
  char_reversed: SEARCHED,
  characters: { type: 'text', analyzer: 'whitespace', index_phrases: true, norms: false },
  token: SEARCHED,
  prefix: SEARCHED,
  prefix_form: SEARCHED,
  pronunciation: SEARCHED,
  variant_of: SEARCHED,
  meaning: {
    type: 'dense_vector',
    dims: ROW_BYTES,
    element_type: 'byte',
    similarity: 'max_inner_product',
    index_options: { type: 'flat' },
  },
  rank: { type: 'integer' },
  char_rank: { type: 'integer' },
  end_rank: { type: 'integer' },
  ...sameFor(FACET_FIELDS, COUNTED),
  quality: SEARCHED,
  vulgar: { type: 'boolean', doc_values: false },
  contour: { type: 'keyword' },
  rhyme_group: { type: 'keyword' },
  ...sameFor(['code_rhyme', 'code_group', 'contour_rhyme'], SEARCHED),
  ...sameFor(
    SLOTS.map((slot) => `sound${slot}`),
    SEARCHED,
  ),
  ...sameFor(
    SLOTS.flatMap((slot) => READING_FACETS.map((facet) => slotField(facet, slot))),
    { type: 'keyword' },
  ),
  ...CHECKSUMS,
  listed: LISTED,
  entry: { type: 'keyword', index: false, doc_values: false, store: true },
});

export const RELATION_INDEX = indexOf(['word_rank', 'order'], {
  word: SEARCHED,
  word_rank: { type: 'integer' },
  related: { type: 'keyword' },
  target_rank: SHOWN_NUMBER,
  type: SEARCHED,
  senses: SEARCHED,
  first_sense: { type: 'keyword', index: false },
  source: { type: 'keyword' },
  order: { type: 'integer' },
  score: SHOWN_NUMBER,
  likeness: SHOWN_NUMBER,
  token: { type: 'keyword' },
  token_meaning: { type: 'dense_vector', dims: MEANING_COMPONENTS, element_type: 'byte', index: false },
  table_chunk: { type: 'binary', store: true },
  ...sameFor(['length', 'reg', 'pos', 'code', 'rhyme', 'code_rhyme'], SEARCHED),
  vulgar: { type: 'boolean', doc_values: false },
  ...CHECKSUMS,
  listed: LISTED,
});
