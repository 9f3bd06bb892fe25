import type { estypes } from '@elastic/elasticsearch';
import { codesFittingMoves, contourOfCode } from '../../cantonese/contour.ts';
import { widenedFinals } from '../../cantonese/rhyme.ts';
import { READING_FACETS, WORD_FACETS } from '../../lexicon/facets.ts';
import type { SoundFilters, WordFilters } from '../../lexicon/query.ts';
import {
  codeFilter,
  hasSyllableFilters,
  pairToken,
  rhymeFilter,
  SECONDARY_TOKEN,
  type SoundConstraints,
  soundConstraints,
} from './sound-tokens.ts';
import { facetField, SLOTS } from './stored-fields.ts';

export type Clause = NonNullable<estypes.QueryDslQueryContainer>;

/** Above this many pairs of codes and finals, readings are matched slot by slot instead. */
const MAX_CODE_RHYME_PAIRS = 4096;

/** The clause of an empty list of values. It is not sent: what it makes empty is left out, and an empty search is answered here. */
const NOTHING: Clause = { match_none: {} };

export function matchesNothing(clause: Clause): boolean {
  return clause === NOTHING;
}

/** Matches any of the values. An empty list matches nothing, because an empty clause would match everything. */
export function termsClause(field: string, values: readonly string[]): Clause {
  if (values.length === 0) return NOTHING;
  return values.length === 1 ? { term: { [field]: values[0]! } } : { terms: { [field]: [...values] } };
}

/** The conjunction of clauses; without any it matches everything. */
export function andClause(clauses: readonly Clause[]): Clause {
  if (clauses.length === 0) return { match_all: {} };
  if (clauses.some(matchesNothing)) return NOTHING;
  return clauses.length === 1 ? clauses[0]! : { bool: { filter: [...clauses] } };
}

/** The disjunction of clauses; without any it matches nothing. */
export function orClause(alternatives: readonly Clause[]): Clause {
  const clauses = alternatives.filter((clause) => !matchesNothing(clause));
  if (clauses.length === 0) return NOTHING;
  return clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } };
}

/** Word filters, always in the same order, because the shard request cache is keyed by the request's bytes. */
export function wordClauses(filters: Partial<WordFilters>): Clause[] {
  const clauses: Clause[] = [];
  for (const facet of WORD_FACETS) {
    const values = filters[facet];
    if (values) clauses.push(termsClause(facetField(facet, filters.themeScope), values.map(String)));
  }
  if (filters.quality) clauses.push({ term: { quality: filters.quality } });
  if (filters.vulgar !== undefined) clauses.push({ term: { vulgar: filters.vulgar } });
  if (filters.belowRank !== undefined) clauses.push({ range: { rank: { lt: filters.belowRank } } });
  const { starts, ends, contains } = filters;
  if (starts) clauses.push({ prefix: { char: starts } });
  if (ends) clauses.push({ prefix: { char_reversed: [...ends].reverse().join('') } });
  if (contains) clauses.push(containsClause(contains));
  if (filters.among) clauses.push(termsClause('char', filters.among));
  for (const token of filters.tokens ?? []) clauses.push({ term: { token } });
  return clauses;
}

/** Characters side by side. Pairs of them are indexed, so that it costs as much as there are words with the rarest pair. */
function containsClause(text: string): Clause {
  const characters = spacedCharacters(text);
  return characters.includes(' ') ? { match_phrase: { characters } } : { term: { characters } };
}

/** Whether the reading in a slot satisfies sound constraints. */
export function slotMatches(slot: number, constraints: SoundConstraints): Clause {
  return andClause(constraints.map((tokens) => termsClause(`sound${slot}`, tokens)));
}

/** Whether the reading in a slot is the first one that satisfies sound constraints, which is shown. */
export function slotMatchesFirst(slot: number, constraints: SoundConstraints): Clause {
  const earlierSlots = SLOTS.slice(0, slot).map((other) => slotMatches(other, constraints));
  const slotClauses = constraints.map((tokens) => termsClause(`sound${slot}`, tokens));
  return { bool: { filter: slotClauses, ...(earlierSlots.length > 0 ? { must_not: earlierSlots } : {}) } };
}

/** Scores a reading that is not a secondary one by 1. */
export function primaryReadingClause(slot: number): Clause {
  return {
    constant_score: { filter: { bool: { must_not: [{ term: { [`sound${slot}`]: SECONDARY_TOKEN } }] } }, boost: 1 },
  };
}

/**
 * Whether one reading satisfies all sound filters; undefined without sound filters. A field over all readings answers for one reading only
 * where a single constraint is left. Such a constraint is the list of a selected facet other than code and rhyme, unchanged: these two may be
 * narrowed by a melody or finals, but alone they have the clause above.
 */
export function soundClause(sound: SoundFilters): Clause | undefined {
  if (!hasSyllableFilters(sound)) {
    const clause = codeAndRhymeClause(sound);
    if (clause !== 'too many') return clause;
  }
  const constraints = soundConstraints(sound);
  const selected = READING_FACETS.find((facet) => sound[facet]);
  if (selected && constraints.length === 1) return termsClause(facetField(selected), sound[selected]!);
  return orClause(SLOTS.map((slot) => slotMatches(slot, constraints)));
}

interface SoundTerms {
  readonly field: string;
  readonly values: readonly string[];
}

/** Codes as terms: one contour term if they are all codes of that contour, as for a melody. */
function codeTerms(codes: readonly string[]): SoundTerms {
  const contour = codes[0] === undefined ? '' : contourOfCode(codes[0]);
  const isComplete = contour !== '' && codes.length > 1 && codes.every((code) => contourOfCode(code) === contour);
  if (isComplete && new Set(codes).size === codesFittingMoves(contour).length)
    return { field: 'contour', values: [contour] };
  return { field: 'code', values: codes };
}

/** Finals as terms: one rhyme-group term if they are the widened set of the first. */
function rhymeTerms(finals: readonly string[]): SoundTerms {
  const group = finals.length > 1 ? widenedFinals(finals[0]!) : [];
  const isComplete =
    group.length > 1 && group.length === finals.length && group.every((final) => finals.includes(final));
  return isComplete ? { field: 'rhyme_group', values: [finals[0]!] } : { field: 'rhyme', values: finals };
}

/** Fields of indexed pairs. */
const PAIR_FIELD: Readonly<Record<string, string>> = {
  'code|rhyme': 'code_rhyme',
  'code|rhyme_group': 'code_group',
  'contour|rhyme': 'contour_rhyme',
};

/**
 * The filters on code and rhyme as terms of the fields over all readings; undefined without such filters.
 *
 * @param exactOnly whether the documents have no fields of contours and rhyme groups, as those of relations
 */
export function codeAndRhymeClause(sound: SoundFilters, exactOnly = false): Clause | undefined | 'too many' {
  const [codes, rhymes] = [codeFilter(sound), rhymeFilter(sound)];
  if (!codes && !rhymes) return undefined;
  const code = exactOnly ? { field: 'code', values: codes ?? [] } : codeTerms(codes ?? []);
  const rhyme = exactOnly ? { field: 'rhyme', values: rhymes ?? [] } : rhymeTerms(rhymes ?? []);
  if (!codes) return termsClause(rhyme.field, rhyme.values);
  if (!rhymes) return termsClause(code.field, code.values);
  const field = PAIR_FIELD[pairToken(code.field, rhyme.field)];
  // A contour with a rhyme group is not indexed as a pair: the group is written out as its finals.
  if (field === undefined) return pairClause('contour_rhyme', code.values, rhymes);
  return pairClause(field, code.values, rhyme.values);
}

/** Words with a reading that has one of the pairs. */
function pairClause(field: string, left: readonly string[], right: readonly string[]): Clause | 'too many' {
  if (left.length * right.length > MAX_CODE_RHYME_PAIRS) return 'too many';
  return termsClause(
    field,
    left.flatMap((a) => right.map((b) => pairToken(a, b))),
  );
}

/** All filters of a query. */
export function filterClauses(words: Partial<WordFilters>, sound: SoundFilters): Clause[] {
  const soundFilter = soundClause(sound);
  return soundFilter ? [...wordClauses(words), soundFilter] : wordClauses(words);
}

/** The characters of a word, with a blank between them, as the field `characters` has them. A blank in the word is named by its code. */
export function spacedCharacters(text: string): string {
  return Array.from(text, (character) =>
    /[\s\p{Cc}]/u.test(character) ? `U+${character.codePointAt(0)!.toString(16)}` : character,
  ).join(' ');
}
