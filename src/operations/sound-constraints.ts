import { type AdjacentCodes, codesFittingMoves, codesMatchingPattern, contourOfCode } from '../cantonese/contour.ts';
import { FINALS, type Syllable, type SyllablePattern } from '../cantonese/jyutping.ts';
import { type LazyRule, mergedSoundKey } from '../cantonese/lazy-sounds.ts';
import { widenedFinals } from '../cantonese/rhyme.ts';
import { type CodeDigit, codeOfTone } from '../cantonese/tone.ts';
import { type GivenSelections, READING_FACETS, type ReadingFacet, selectionsOf } from '../lexicon/facets.ts';
import type { SoundFilters } from '../lexicon/query.ts';
import { PHRASE_LENGTH } from '../lyrics/swaps/compose.ts';
import { rule } from './parameters/parameters.ts';
import type { AdjacentSyllable } from './parameters/sound-parameters.ts';
import type { Reference } from './reference.ts';

/** The sound parameters of a request, unparsed. In codes `?` stands for any digit. */
export interface SoundRequest extends GivenSelections<ReadingFacet> {
  readonly moves?: string | undefined;
  readonly before?: AdjacentSyllable | undefined;
  readonly after?: AdjacentSyllable | undefined;
  readonly rhyme_char?: Reference | undefined;
  readonly rhyme_depth?: number | undefined;
  readonly loose_rhyme?: boolean | undefined;
  readonly jyutping?: readonly SyllablePattern[] | undefined;
  readonly lazy?: readonly LazyRule[] | undefined;
}

/** Facts of the lexicon about a request's references. */
export interface SoundContext {
  /** The readings of a reference; undefined when it has none. */
  readingOf(reference: Reference): readonly Syllable[] | undefined;
  /** All codes of the lexicon's readings; needed when {@link needsCodesInUse}. */
  readonly codesInUse?: readonly string[];
}

/** Up to this length all matching codes are enumerated (4⁴ = 256 at most); beyond it, the codes in use are tested. */
const MAX_ENUMERATED_LENGTH = 4;

/** The number of characters of words that fit `moves`: those of the adjacent syllables are moves too. */
function lengthOfMoves({ before, after }: SoundRequest, moves: string): number {
  return [...moves].length + 1 - (before ? 1 : 0) - (after ? 1 : 0);
}

/** Whether `moves` leaves as many places as a composed phrase may take. */
export function fitsPhrase(request: SoundRequest): boolean {
  const length = request.moves === undefined ? 0 : lengthOfMoves(request, request.moves);
  return length >= PHRASE_LENGTH.least && length <= PHRASE_LENGTH.most;
}

/** Whether `moves` is too short for a word beside its neighbouring syllables. */
export function movesTooShort(request: SoundRequest): boolean {
  return request.moves !== undefined && lengthOfMoves(request, request.moves) < 1;
}

const isTooWideToEnumerate = (pattern: string) => pattern.length > MAX_ENUMERATED_LENGTH && pattern.includes('?');

/** Whether the request matches so many codes that only those in use are tested. */
export function needsCodesInUse(request: SoundRequest): boolean {
  const { code = [], moves } = request;
  return (
    code.some(isTooWideToEnumerate) || (moves !== undefined && lengthOfMoves(request, moves) > MAX_ENUMERATED_LENGTH)
  );
}

/** Parses the parameters into filters on readings. A reference without readings matches nothing. */
export function resolveSound(request: SoundRequest, context: SoundContext): SoundFilters {
  const codesInUse = context.codesInUse ?? [];
  const { code, moves, jyutping, lazy = [] } = request;
  const finals = requestedFinals(request, context);
  return {
    ...selectionsOf(READING_FACETS, request),
    ...(code ? { code: [...new Set(code.flatMap((pattern) => codesOfPattern(pattern, codesInUse)))] } : {}),
    ...(moves === undefined ? {} : { melodyCodes: codesOfMoves(request, moves, context, codesInUse) }),
    ...(finals ? { finals } : {}),
    ...(jyutping ? { syllables: jyutping } : {}),
    ...(jyutping && lazy.length > 0 ? { lazy } : {}),
  };
}

function codesOfPattern(pattern: string, codesInUse: readonly string[]): string[] {
  if (!isTooWideToEnumerate(pattern)) return codesMatchingPattern(pattern);
  return codesInUse.filter(
    (code) => code.length === pattern.length && [...pattern].every((sign, i) => sign === '?' || sign === code[i]),
  );
}

function codesOfMoves(
  request: SoundRequest,
  moves: string,
  context: SoundContext,
  codesInUse: readonly string[],
): string[] {
  const adjacent = adjacentCodes(request, context);
  if (!adjacent) return [];
  if (lengthOfMoves(request, moves) <= MAX_ENUMERATED_LENGTH) return codesFittingMoves(moves, adjacent);
  return codesInUse.filter((code) => fitsMoves((adjacent.before ?? '') + code + (adjacent.after ?? ''), moves));
}

/** All codes that fit `moves`, whether or not a word has them. */
export function codesOfPhrase(request: SoundRequest & { readonly moves: string }, context: SoundContext): string[] {
  const adjacent = adjacentCodes(request, context);
  return adjacent ? codesFittingMoves(request.moves, adjacent) : [];
}

/** The codes of the adjacent syllables; undefined where one of them has no reading. */
function adjacentCodes(request: SoundRequest, context: SoundContext): AdjacentCodes | undefined {
  const before = request.before && adjacentCode(request.before, -1, context);
  const after = request.after && adjacentCode(request.after, 0, context);
  if ((request.before && !before) || (request.after && !after)) return undefined;
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) };
}

/** @param at index of the syllable within its text: the last of the text before the word, the first of the text after it */
function adjacentCode(adjacent: AdjacentSyllable, at: -1 | 0, context: SoundContext): CodeDigit | undefined {
  if ('digit' in adjacent) return adjacent.digit;
  const syllable = context.readingOf(adjacent.reference)?.at(at);
  return syllable && codeOfTone(syllable.tone);
}

/** Whether a sequence of code digits has the contour `moves`. */
function fitsMoves(digits: string, moves: string): boolean {
  if (digits.length !== moves.length + 1) return false;
  return Array.from(contourOfCode(digits)).every((move, i) => moves[i] === '*' || moves[i] === move);
}

/** The finals of the reference's syllables, last first; one empty list when it has no reading. */
function requestedFinals(request: SoundRequest, context: SoundContext): readonly (readonly string[])[] | undefined {
  if (!request.rhyme_char) return undefined;
  const syllables = context.readingOf(request.rhyme_char);
  if (!syllables) return [[]];
  const tail = syllables.slice(-(request.rhyme_depth ?? 1)).reverse();
  return tail.map(({ final }) => {
    const finals = request.loose_rhyme ? widenedFinals(final) : [final];
    return withMergedFinals(finals, request.lazy ?? []);
  });
}

/** Adds the finals that are merged with the given ones in relaxed pronunciation. */
function withMergedFinals(finals: readonly string[], rules: readonly LazyRule[]): readonly string[] {
  if (rules.length === 0) return finals;
  const mergedKey = (final: string) => mergedSoundKey({ initial: '', final }, rules);
  const mergedKeys = new Set(finals.map(mergedKey));
  return [...finals, ...FINALS.filter((final) => !finals.includes(final) && mergedKeys.has(mergedKey(final)))];
}

/** The parameters of a melody. */
export type MovesRequest = Pick<SoundRequest, 'moves' | 'before' | 'after'>;

/** Rules on `moves`, `before` and `after` together, for a schema's `refine`. */
export function movesRules<Q extends MovesRequest>() {
  return [
    rule<Q>(
      'moves',
      'leaves no room for a word; give one move for each of before and after, and one between every two characters',
      (query) => typeof query.moves !== 'string' || !movesTooShort(query),
    ),
    rule<Q>(
      'before',
      'has no move to fit; add moves, whose first sign is the move into the word, for example moves=*+',
      ({ before, moves }) => before === undefined || moves !== undefined,
    ),
    rule<Q>(
      'after',
      'has no move to fit; add moves, whose last sign is the move out of the word, for example moves=+*',
      ({ after, moves }) => after === undefined || moves !== undefined,
    ),
  ] as const;
}
