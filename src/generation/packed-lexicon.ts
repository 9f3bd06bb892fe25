import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { FACETS, type ReadingFacet, type SingleFacet, type WordFacet } from '../lexicon/facets.ts';
import type { Manifest } from '../lexicon/formats.ts';
import { arrayChunks, type Packed, readArrays } from '../lexicon/packed-arrays.ts';
import { type PARTNER_RELATIONS, RELATION_LISTS, type RelationList } from '../lexicon/partner-relations.ts';
import { replaceFile } from './build-files.ts';

type ColumnFacet = SingleFacet | ReadingFacet;

/** The cells of each facet, and the names of its values: `emotion` and `emotionNames`. Themes have lists of their own. */
type FacetColumns = { readonly [F in ColumnFacet]: Uint16Array } & {
  readonly [F in ColumnFacet as `${F}Names`]: readonly string[];
};

/**
 * Values of facets under which words are listed besides their own: the entries, ascending, and the place of each one's value in the list of
 * names.
 */
type FurtherColumns = { readonly [F in WordFacet as `${F}FurtherEntries`]: Uint32Array } & {
  readonly [F in WordFacet as `${F}Further`]: Uint16Array;
};

/**
 * A whole lexicon as flat arrays and lists of names: what is written to the image of a build, and what a start reads back without
 * parsing a line. An entry's id is its rank; `N` entries, `R` readings, `A` aliases.
 *
 * Cells of single-valued columns are 0 for no value, else the place of the value in its list of names plus 1; those of readings are
 * the places themselves. Names are in code point order (numbers by number), so that the order of their places is that of the names.
 */
export interface PackedLexicon extends FacetColumns, FurtherColumns {
  /** UTF-16 units of all words end to end, and where each begins (N + 1). */
  readonly wordUnits: Uint16Array;
  readonly wordStarts: Uint32Array;
  /** Place of each entry in code point order of the words. */
  readonly charRank: Uint32Array;
  /** Place of each entry in the order of words as ends of a line. */
  readonly endRank: Uint32Array;
  readonly aliasUnits: Uint16Array;
  readonly aliasStarts: Uint32Array;
  /** The aliases of entry `e` are `aliasesOf[e]` to `aliasesOf[e + 1] - 1`. */
  readonly aliasesOf: Uint32Array;
  /** Numbers of the aliases in code point order, equal ones by rank of their entries. */
  readonly aliasOrder: Uint32Array;
  readonly aliasEntries: Uint32Array;

  /** Sums of {@link FLAGS}. */
  readonly flags: Uint8Array;
  readonly frequency: Uint32Array;
  readonly themes: readonly string[];
  /** The tagged themes of entry `e` are the places `taggedThemes[taggedStarts[e]]` and on, in their order; likewise those inferred. */
  readonly taggedStarts: Uint32Array;
  readonly taggedThemes: Uint16Array;
  readonly inferredStarts: Uint32Array;
  readonly inferredThemes: Uint16Array;

  /** The readings that search looks at: those of entry `e` are `readingStarts[e]` to `readingStarts[e + 1] - 1`. */
  readonly readingStarts: Uint32Array;
  readonly confidence: Uint8Array;
  readonly syllableNames: readonly string[];
  /** The syllables of reading `r` are the places `syllables[syllableStarts[r]]` to `syllables[syllableStarts[r + 1] - 1]`. */
  readonly syllableStarts: Uint32Array;
  readonly syllables: Uint16Array;

  /** The entries with each character in their word, and with each token in their definition; see {@link Postings}. */
  readonly characters: readonly string[];
  readonly characterStarts: Uint32Array;
  readonly characterEntries: Uint8Array;
  readonly tokens: readonly string[];
  readonly tokenStarts: Uint32Array;
  readonly tokenEntries: Uint8Array;

  /**
   * Fields that only a card shows, see {@link file://./stored-fields.ts}; those of entry `e` begin at
   * `storedFieldStarts[e]`.
   */
  readonly storedFields: Uint8Array;
  readonly storedFieldStarts: Uint32Array;

  /**
   * The relations of entry `e` in list `l` of the `L` {@link RELATION_LISTS} are `relationStarts[Le + l]` to
   * `relationStarts[Le + l + 1] - 1`, in their order.
   */
  readonly relationStarts: Uint32Array;
  readonly relationTargets: Uint32Array;
  /** 1 for a curated relation. */
  readonly relationCurated: Uint8Array;
  readonly relationScores: Uint8Array;
  /** Relation of a partner to the word: its place in {@link PARTNER_RELATIONS}; 0 for synonyms and antonyms. */
  readonly partnerRelations: Uint8Array;
  /** Bits of the senses of the word in which the relation holds: 1 is the first of its told senses. */
  readonly relationSenses: Uint8Array;

  /** The entries whose senses are told apart, ascending; the ids of the senses of the i-th are `senses[senseStarts[i]]` and on. */
  readonly senseEntries: Uint32Array;
  readonly senseStarts: Uint32Array;
  /** Places in `senseNames`. */
  readonly senses: Uint16Array;
  readonly senseNames: readonly string[];

  /** The components of meaning of English tokens, token by token, and the tokens in code point order. */
  readonly meaningTokens: readonly string[];
  readonly meaningTokenRows: Int8Array;
  /** The rows of meaning of all entries; empty where the lexicon has none. */
  readonly meaningRows: Int8Array;
}

/** Without meanings, which are kept elsewhere. */
export type IndexedLexicon = Omit<PackedLexicon, 'meaningTokens' | 'meaningTokenRows' | 'meaningRows'>;

export const FLAGS = { canto: 1, vulgar: 2, verified: 4, variant: 8 } as const;

/** Place of a list of relations among those of an entry. */
export function relationSlot(entry: number, list: RelationList): number {
  return entry * RELATION_LISTS.length + RELATION_LISTS.indexOf(list);
}

/**
 * The image of a build: a {@link PackedLexicon} in a file beside it, that a start reads in a few milliseconds. It holds nothing that
 * the build's own files do not hold: one that is missing, damaged, or of another build or format is made again from them.
 */
export const IMAGE_FILE = 'lexicon.image';

/** Raised whenever {@link PackedLexicon}, or what fills it, changes, save for its facets, which are named beside it. */
const IMAGE_FORMAT_VERSION = 12;

type BuildIdentity = Pick<Manifest, 'generation' | 'files'>;

/** The version, and the build's files by name and checksum. */
function formatOf({ generation, files }: BuildIdentity): string {
  return [
    `image ${IMAGE_FORMAT_VERSION} ${FACETS}`,
    generation,
    ...files.map(({ name, sha256 }) => `${name} ${sha256}`),
  ].join('\n');
}

export async function writeImage(directory: string, manifest: BuildIdentity, packed: PackedLexicon): Promise<void> {
  await replaceFile(join(directory, IMAGE_FILE), arrayChunks(formatOf(manifest), packed as unknown as Packed));
}

/** The image of this build; undefined where there is none that is whole and up to date. */
export async function readImage(directory: string, manifest: BuildIdentity): Promise<PackedLexicon | undefined> {
  let file: FileHandle;
  try {
    file = await open(join(directory, IMAGE_FILE));
  } catch {
    return undefined;
  }
  try {
    if (!(await file.stat()).isFile()) return undefined;
    return await readArrays<PackedLexicon>(formatOf(manifest), file);
  } finally {
    await file.close();
  }
}
