import { type PartOfSpeech, RELATION_TYPES, type RelationType } from './entry.ts';

/**
 * Partner relations: how words go together in a line, as subject and verb, noun and adjective, noun and classifier. A
 * relation is named by what the partner is to the word: the partners of 花 by `like_what` are adjectives of flowers.
 */

interface PartnerRow {
  readonly name: string;
  /** The relation in the other direction: what the word is to its partner. */
  readonly inverse: string;
  /** Parts of speech that the word must have: 花 as a noun (flower) has `does`, as a verb (spend) `takes`. */
  readonly partsOfSpeech: readonly PartOfSpeech[];
  /** Description of the partners for the API document. */
  readonly about: string;
  /** The number of its partners in each turn of a list of all relations, in which relations take turns. */
  readonly perTurn: 1 | 2;
}

/** All relations, in the order of their turns in a list of all. The first six are those of nouns. */
export const PARTNER_TABLE = [
  { name: 'does', inverse: 'by', partsOfSpeech: ['n'], perTurn: 2, about: 'verbs: what it does' },
  { name: 'done_to', inverse: 'takes', partsOfSpeech: ['n'], perTurn: 2, about: 'verbs before it' },
  { name: 'like_what', inverse: 'describes', partsOfSpeech: ['n'], perTurn: 2, about: 'adjectives of it' },
  { name: 'measure', inverse: 'measure_of', partsOfSpeech: ['n'], perTurn: 1, about: 'its classifiers' },
  { name: 'image', inverse: 'image_of', partsOfSpeech: ['n'], perTurn: 1, about: 'what stands for it' },
  { name: 'with', inverse: 'with', partsOfSpeech: ['n'], perTurn: 1, about: 'nouns beside it' },
  { name: 'takes', inverse: 'done_to', partsOfSpeech: ['v'], perTurn: 2, about: 'objects of a verb' },
  { name: 'by', inverse: 'does', partsOfSpeech: ['v'], perTurn: 2, about: 'who or what does it' },
  { name: 'describes', inverse: 'like_what', partsOfSpeech: ['a'], perTurn: 2, about: 'nouns of an adjective' },
  { name: 'how', inverse: 'how_of', partsOfSpeech: ['v', 'a'], perTurn: 1, about: 'adverbs of it' },
  { name: 'measure_of', inverse: 'measure', partsOfSpeech: ['n'], perTurn: 1, about: 'nouns of a classifier' },
  { name: 'image_of', inverse: 'image', partsOfSpeech: ['n'], perTurn: 1, about: 'what it is an image of' },
  { name: 'how_of', inverse: 'how', partsOfSpeech: ['r'], perTurn: 1, about: 'what an adverb is said of' },
] as const satisfies readonly PartnerRow[];

/** The side of the word on which partners stand, right beside it or nearly; absent where they need not be near. */
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

/** The inverse of each relation. */
export const PARTNER_INVERSES = Object.fromEntries(
  PARTNER_TABLE.map(({ name, inverse }) => [name, inverse]),
) as Readonly<Record<PartnerRelation, PartnerRelation>>;

/** The parts of speech of words that have each relation. */
export const PARTS_OF_SPEECH_WITH = Object.fromEntries(
  (PARTNER_TABLE as readonly PartnerRow[]).map(({ name, partsOfSpeech }) => [name, partsOfSpeech]),
) as Readonly<Record<PartnerRelation, readonly PartOfSpeech[]>>;

/** Sources of a pair: `curated`, written down as one; `attested`, in a phrase or headword of the lexicon. */
export const PARTNER_SOURCES = ['curated', 'attested'] as const;
export type PartnerSource = (typeof PARTNER_SOURCES)[number];

/** The name of the list of a word's partners by all relations together. */
export const PARTNERS = 'partners';
/** The lists of words related to a word: one for each type of relation in meaning, and that of all partners. */
export const RELATION_LISTS = [...RELATION_TYPES, PARTNERS] as const;
export type RelationList = (typeof RELATION_LISTS)[number];

/** The list that holds the relations of a type. */
export function listOfType(type: RelationType | PartnerRelation): RelationList {
  return isPartnerRelation(type) ? PARTNERS : type;
}

const NAMES: ReadonlySet<string> = new Set(PARTNER_RELATIONS);

export function isPartnerRelation(type: string): type is PartnerRelation {
  return NAMES.has(type);
}

const PARTNERS_PER_TURN = PARTNER_TABLE.reduce((sum, { perTurn }) => sum + perTurn, 0);

/** The place in a list of all partners before which the first `count` of every relation lie: one or more a turn. */
export function placesWithFirst(count: number): number {
  return count * PARTNERS_PER_TURN;
}

/**
 * A page of a word's partners.
 *
 * @param all the partners by every relation that pass all other filters
 * @param query `relations` are those of the page, all where it is absent; `offset` and `limit` count words
 * @returns the words of the page, the `total` of its relations, and the `counts` of every relation, also those that the
 * page leaves out
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
