import { z } from 'zod';
import { manifest, sourceNotice } from '../../lexicon/formats.ts';
import { TOKENS_VERSION } from '../../lexicon/tokenizer.ts';
import { FACET_FIELDS, NO_LISTS } from './stored-fields.ts';

/** The only place that builds and parses index names. */

export const DEFAULT_PREFIX = 'lexicon';

/** Incremented whenever documents or the files of `mappings/` change; facets are known by their cardinalities. */
export const INDEX_FORMAT = 8;

export interface IndexPair {
  readonly entries: string;
  readonly relations: string;
}

/** The indices of a generation. That of its tables has no alias: readers find it by the name of the generation. */
export interface GenerationIndices extends IndexPair {
  /** The packed words and the meanings of English tokens. */
  readonly tables: string;
}

/** The indices of a generation: `lexicon-entries-g0123…`, `lexicon-relations-g0123…`, `lexicon-tables-g0123…`. */
export function indexNames(generation: string, prefix = DEFAULT_PREFIX): GenerationIndices {
  const nameOf = (kind: keyof GenerationIndices) => `${prefix}-${kind}-${generation}`;
  return { entries: nameOf('entries'), relations: nameOf('relations'), tables: nameOf('tables') };
}

/** How many indices a generation of a format has: up to format 6 the tables lay among the relations. */
export function indexCount(indexFormat: number): number {
  return indexFormat <= 6 ? 2 : 3;
}

/** The two aliases that name the live generation. */
export function aliasNames(prefix = DEFAULT_PREFIX): IndexPair {
  return { entries: `${prefix}-entries`, relations: `${prefix}-relations` };
}

/** The generation of an index; undefined for other indices. */
export function generationOfIndex(index: string, prefix = DEFAULT_PREFIX): string | undefined {
  for (const start of Object.values(indexNames('', prefix)))
    if (index.startsWith(start)) return index.slice(start.length);
  return undefined;
}

/** The `_meta` of the entries index. */
export const generationMeta = z.object({
  index_format: z.int(),
  tokens_version: z.int(),
  generation: z.string(),
  /** `loading` until a load has finished. */
  state: z.enum(['loading', 'complete']),
  loaded_at: z.string(),
  /** When it was replaced; absent while it is live or has never been. */
  retired_at: z.string().optional(),
  inputs_sha256: z.string(),
  /** Documents; those of tokens are in the index of tables. */
  counts: z.object({ entries: z.int(), relations: z.int(), tokens: z.int().default(0) }),
  /** Sums of the documents' `checksum`. */
  checksums: z.object({ entries: z.number(), relations: z.number(), tables: z.number().default(0) }),
  /** The word table: its length, and number, length and SHA-256 of the compressed parts in the index of tables. */
  word_table: z
    .object({ bytes: z.int(), chunks: z.int(), compressed_bytes: z.int(), sha256: z.string() })
    .default({ bytes: 0, chunks: 0, compressed_bytes: 0, sha256: '' }),
  /** Distinct values of each field of a facet. */
  cardinalities: z.record(z.string(), z.int()),
  /** Absent in older formats. */
  list_sizes: z
    .object({ relations: z.int(), partners: z.int(), homophones: z.int(), spellings: z.int() })
    .default(NO_LISTS),
  sources: z.array(sourceNotice),
  vocabulary: manifest.shape.vocabulary,
});
export type GenerationMeta = z.infer<typeof generationMeta>;

/** Why this version cannot read a generation; undefined when it can. */
export function incompatibilityReason(
  meta: Pick<GenerationMeta, 'index_format' | 'tokens_version' | 'state' | 'cardinalities'>,
): string | undefined {
  if (meta.state !== 'complete') return 'its load did not finish; run "lexicon load" again';
  if (meta.index_format !== INDEX_FORMAT || meta.tokens_version !== TOKENS_VERSION)
    return (
      `it has index format ${meta.index_format} and tokens version ${meta.tokens_version}, this service reads ` +
      `${INDEX_FORMAT} and ${TOKENS_VERSION}; run "lexicon load" of the same version as the service`
    );
  const missing = FACET_FIELDS.filter((field) => meta.cardinalities[field] === undefined);
  if (missing.length > 0)
    return `it was loaded without ${missing.join(', ')}; run "lexicon load" of the same version as the service`;
  return undefined;
}
