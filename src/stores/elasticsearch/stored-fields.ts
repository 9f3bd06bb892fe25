import { parseJyutping } from '../../cantonese/jyutping.ts';
import { codeOfReading } from '../../cantonese/tone.ts';
import { type FurtherLabels, type PartOfSpeech, type Register, shortDefinition } from '../../lexicon/entry.ts';
import { FACETS, type Facet, type ReadingFacet } from '../../lexicon/facets.ts';
import type { EntryLine } from '../../lexicon/formats.ts';
import { isPartnerRelation } from '../../lexicon/partner-relations.ts';
import { MAX_SEARCHED_READINGS, type ThemeScope } from '../../lexicon/query.ts';
import type { ListedEntry, ListedReading } from '../../lexicon/store.ts';

/** The places of searched readings, each with fields of its own. */
export const SLOTS: readonly number[] = Array.from({ length: MAX_SEARCHED_READINGS }, (_, slot) => slot);

const THEME_FIELDS: Record<ThemeScope, string> = { tagged: 'theme', inferred: 'theme_inferred', all: 'theme_all' };

/** The field with the values of a facet; for a facet of readings those of all of them. */
export function facetField(facet: Facet, scope: ThemeScope = 'tagged'): string {
  return facet === 'theme' ? THEME_FIELDS[scope] : facet;
}

/** All fields that {@link facetField} gives. */
export const FACET_FIELDS: readonly string[] = FACETS.flatMap((facet) =>
  facet === 'theme' ? Object.values(THEME_FIELDS) : [facetField(facet)],
);

/** The field with a facet's value of one reading. */
export function slotField(facet: ReadingFacet, slot: number): string {
  return `${facet}${slot}`;
}

/** The longest lists of a generation, so that a search for a whole list asks for as many as there can be. */
interface ListSizes {
  /** Synonyms of a word, or its antonyms. */
  readonly relations: number;
  readonly partners: number;
  /** Single characters with one pronunciation. */
  readonly homophones: number;
  /** Other spellings of a word. */
  readonly spellings: number;
}

export const NO_LISTS: ListSizes = { relations: 0, partners: 0, homophones: 0, spellings: 0 };

/** Of a document. */
type Body = Readonly<Record<string, unknown>>;

/** Measures lists, document by document. */
export function listSizeCounter() {
  const [homophones, spellings] = [new Map<unknown, number>(), new Map<unknown, number>()];
  let [relations, partners] = [0, 0];
  const count = (lists: Map<unknown, number>, name: unknown) => void lists.set(name, (lists.get(name) ?? 0) + 1);
  const longest = (lists: ReadonlyMap<unknown, number>) => lists.values().reduce((a, b) => Math.max(a, b), 0);
  return {
    addEntry({ length, pronunciation, variant_of: usual }: Body): void {
      if (length === '1') for (const jyutping of pronunciation as readonly string[]) count(homophones, jyutping);
      if (usual !== undefined) count(spellings, usual);
    },
    /** Places in a list are dense. */
    addRelation({ type, order }: Body): void {
      const length = (order as number) + 1;
      if (isPartnerRelation(type as string)) partners = Math.max(partners, length);
      else relations = Math.max(relations, length);
    },
    result: (): ListSizes => ({ relations, partners, homophones: longest(homophones), spellings: longest(spellings) }),
  };
}

/**
 * A word as lists show it, in the form that documents store: a tuple, because names of fields would be a quarter of its
 * bytes. It has no ranks, which are fields, and nothing that follows from the rest.
 */
export type StoredListing = readonly [
  char: string,
  pos: PartOfSpeech,
  reg: Register,
  jyutping: readonly string[],
  definition: string,
  /** Empty where there is none. */
  definitionZh?: string,
  standard?: readonly string[],
  also?: readonly FurtherLabels[],
];

export function storedListing(line: EntryLine): StoredListing {
  const { char, pos, reg, readings, definition, definition_zh: definitionZh = '', standard = [], also = [] } = line;
  const required = [char, pos, reg, readings.map(({ jyutping }) => jyutping), shortDefinition(definition)] as const;
  if (also.length > 0) return [...required, definitionZh, standard, also];
  if (standard.length > 0) return [...required, definitionZh, standard];
  return definitionZh === '' ? required : [...required, definitionZh];
}

/** Fields in the order in which every engine gives them. */
export function listedEntry(
  [char, pos, reg, jyutping, definition, definitionZh = '', standard = [], also = []]: StoredListing,
  rank: number,
): ListedEntry {
  const readings = jyutping.map(listedReading);
  return {
    char,
    rank,
    length: readings[0]!.code.length,
    pos,
    reg,
    definition,
    ...(definitionZh === '' ? {} : { definitionZh }),
    standard,
    readings,
    ...(also.length > 0 ? { also } : {}),
  };
}

function listedReading(jyutping: string, rank: number): ListedReading {
  const syllables = parseJyutping(jyutping);
  if (!syllables) throw new Error(`"${jyutping}" is not valid jyutping`);
  return { jyutping, code: codeOfReading(syllables), rhyme: syllables.at(-1)!.final, rank };
}
