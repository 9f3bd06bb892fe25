import { type PartOfSpeech, RELATION_TYPES, type RelationType } from './entry.ts';

/** How words go together in a line: the partners of a word, by what they are to it. */

interface PartnerRow {
  readonly name: string;
  /** What the word is to its partner. */
  readonly inverse: string;
  /** The parts of speech that the word has: what flowers do is said of the noun, what one spends of the verb. */
  readonly of: readonly PartOfSpeech[];
  /** For the API document: what the partners of this relation are. */
  readonly about: string;
  /** Partners that stand next to each other in the list of all relations, before those of the next relation come. */
  readonly inARow: 1 | 2;
}

/** Every relation, in the order in which lists of all of them begin. The first six are what a writer asks of a noun. */
export const PARTNER_TABLE = [
  { name: 'does', inverse: 'by', of: ['n'], inARow: 2, about: 'verbs: what it does' },
  { name: 'done_to', inverse: 'takes', of: ['n'], inARow: 2, about: 'verbs before it' },
  { name: 'like_what', inverse: 'describes', of: ['n'], inARow: 2, about: 'adjectives of it' },
  { name: 'measure', inverse: 'measure_of', of: ['n'], inARow: 1, about: 'its classifiers' },
  { name: 'image', inverse: 'image_of', of: ['n'], inARow: 1, about: 'what stands for it' },
  { name: 'with', inverse: 'with', of: ['n'], inARow: 1, about: 'nouns beside it' },
  { name: 'takes', inverse: 'done_to', of: ['v'], inARow: 2, about: 'objects of a verb' },
  { name: 'by', inverse: 'does', of: ['v'], inARow: 2, about: 'who or what does it' },
  { name: 'describes', inverse: 'like_what', of: ['a'], inARow: 2, about: 'nouns of an adjective' },
  { name: 'how', inverse: 'how_of', of: ['v', 'a'], inARow: 1, about: 'adverbs of it' },
  { name: 'measure_of', inverse: 'measure', of: ['n'], inARow: 1, about: 'nouns of a classifier' },
  { name: 'image_of', inverse: 'image', of: ['n'], inARow: 1, about: 'what it is an image of' },
  { name: 'how_of', inverse: 'how', of: ['r'], inARow: 1, about: 'what an adverb is said of' },
] as const satisfies readonly PartnerRow[];

/** Where partners stand that are right beside the word, or nearly; others need not be near. */
export const PARTNER_SIDES: Readonly<Partial<Record<PartnerRelation, 'before' | 'after'>>> = {
  by: 'before',
  done_to: 'before',
  like_what: 'before',
  how: 'before',
  measure: 'before',
  does: 'after',
  takes: 'after',
  describes: 'after',
  how_of: 'after',
  measure_of: 'after',
};

export type PartnerRelation = (typeof PARTNER_TABLE)[number]['name'];

export const PARTNER_RELATIONS = PARTNER_TABLE.map(({ name }) => name) as [PartnerRelation, ...PartnerRelation[]];

export const PARTNER_INVERSES = Object.fromEntries(
  PARTNER_TABLE.map(({ name, inverse }) => [name, inverse]),
) as Readonly<Record<PartnerRelation, PartnerRelation>>;

export const PARTS_OF_SPEECH_WITH = Object.fromEntries(
  (PARTNER_TABLE as readonly PartnerRow[]).map(({ name, of }) => [name, of]),
) as Readonly<Record<PartnerRelation, readonly PartOfSpeech[]>>;

/** Where a pair comes from: somebody wrote it down as one, or a phrase or headword of the lexicon has it. */
export const PARTNER_SOURCES = ['curated', 'attested'] as const;
export type PartnerSource = (typeof PARTNER_SOURCES)[number];

/** The lists that a word has of the words related to it: those of each type of meaning, and that of all partners together. */
export const PARTNERS = 'partners';
export const RELATION_LISTS = [...RELATION_TYPES, PARTNERS] as const;
export type RelationList = (typeof RELATION_LISTS)[number];

/** The list that has the relations of a type. */
export function listOfType(type: RelationType | PartnerRelation): RelationList {
  return isPartnerRelation(type) ? PARTNERS : type;
}

const NAMES: ReadonlySet<string> = new Set(PARTNER_RELATIONS);

export function isPartnerRelation(type: string): type is PartnerRelation {
  return NAMES.has(type);
}

const PLACES_IN_A_TURN = PARTNER_TABLE.reduce((places, { inARow }) => places + inARow, 0);

/** Before this place in a word's list of all partners are the first `count` of every relation: each turn has one of each at least. */
export function placesWithFirst(count: number): number {
  return count * PLACES_IN_A_TURN;
}

/**
 * A page of some relations of a list that has all partners under the other filters.
 *
 * @param relations absent: every relation; the counts are of every one
 */
export function partnerPage<P extends { readonly relation: PartnerRelation }>(
  all: readonly P[],
  {
    relations,
    offset,
    limit,
  }: { readonly relations?: readonly PartnerRelation[] | undefined; readonly offset: number; readonly limit: number },
) {
  const counts = new Map<PartnerRelation, number>();
  for (const { relation } of all) counts.set(relation, (counts.get(relation) ?? 0) + 1);
  const words = relations ? all.filter(({ relation }) => relations.includes(relation)) : all;
  return { total: words.length, words: words.slice(offset, offset + limit), counts };
}
