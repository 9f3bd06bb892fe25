import { codesFittingMoves, codesMatchingPattern, moveBetween } from '../cantonese/contour.ts';
import { FINALS, type Syllable, type SyllablePattern } from '../cantonese/jyutping.ts';
import { type LazyRule, mergedSound } from '../cantonese/lazy-sounds.ts';
import { widenedFinals } from '../cantonese/rhyme.ts';
import { type CodeDigit, codeOfTone } from '../cantonese/tone.ts';
import type { SoundFilters } from '../lexicon/query.ts';
import type { Reference } from './reference.ts';
import type { Seam } from './sound-parameters.ts';

/** What a request asks of sound, as it was written. */
export interface SoundRequest {
  /** Codes in which `?` may stand for any digit; any of them. */
  readonly code?: readonly string[] | undefined;
  readonly rhyme?: readonly string[] | undefined;
  readonly moves?: string | undefined;
  readonly before?: Seam | undefined;
  readonly after?: Seam | undefined;
  readonly rhyme_char?: Reference | undefined;
  readonly rhyme_depth?: number | undefined;
  readonly loose_rhyme?: boolean | undefined;
  readonly jyutping?: readonly SyllablePattern[] | undefined;
  readonly lazy?: readonly LazyRule[] | undefined;
}

/** What the lexicon says of a request's references. */
export interface SoundKnowledge {
  /** How a reference is read; undefined when nobody knows. */
  readingOf(reference: Reference): readonly Syllable[] | undefined;
  /** Every code that some reading has; needed when {@link needsCodesInUse}. */
  readonly codesInUse?: readonly string[];
}

/** Up to this length all codes that fit are written out (4⁴ = 256 at most); beyond it, those in use are tried. */
const WRITTEN_OUT = 4;

function seamCount({ before, after }: SoundRequest): number {
  return (before ? 1 : 0) + (after ? 1 : 0);
}

/** Characters of the words that fit `moves`. */
function lengthOfMoves(request: SoundRequest, moves: string): number {
  return [...moves].length + 1 - seamCount(request);
}

/** Whether `moves` has too few moves for its seams to leave room for a word. */
export function movesTooShort(request: SoundRequest): boolean {
  return request.moves !== undefined && lengthOfMoves(request, request.moves) < 1;
}

const isWide = (pattern: string) => pattern.length > WRITTEN_OUT && pattern.includes('?');

/** Whether a request speaks of so many codes that it must be told those in use. */
export function needsCodesInUse(request: SoundRequest): boolean {
  const { code = [], moves } = request;
  return code.some(isWide) || (moves !== undefined && lengthOfMoves(request, moves) > WRITTEN_OUT);
}

/** Turns what was written into filters on readings. A reference that nobody can read matches nothing. */
export function resolveSound(request: SoundRequest, known: SoundKnowledge): SoundFilters {
  const codesInUse = known.codesInUse ?? [];
  const { code, rhyme, moves, jyutping, lazy = [] } = request;
  const finals = finalsAsked(request, known);
  return {
    ...(code ? { code: [...new Set(code.flatMap((pattern) => codesOfPattern(pattern, codesInUse)))] } : {}),
    ...(rhyme ? { rhyme } : {}),
    ...(moves === undefined ? {} : { fittingCodes: codesOfMoves(request, moves, known, codesInUse) }),
    ...(finals ? { finals } : {}),
    ...(jyutping ? { syllables: jyutping } : {}),
    ...(jyutping && lazy.length > 0 ? { lazy } : {}),
  };
}

function codesOfPattern(pattern: string, codesInUse: readonly string[]): string[] {
  if (!isWide(pattern)) return codesMatchingPattern(pattern);
  return codesInUse.filter(
    (code) => code.length === pattern.length && [...pattern].every((sign, i) => sign === '?' || sign === code[i]),
  );
}

function codesOfMoves(
  request: SoundRequest,
  moves: string,
  known: SoundKnowledge,
  codesInUse: readonly string[],
): string[] {
  const before = request.before && seamDigit(request.before, 'before', known);
  const after = request.after && seamDigit(request.after, 'after', known);
  if ((request.before && !before) || (request.after && !after)) return [];
  const seams = { ...(before ? { before } : {}), ...(after ? { after } : {}) };
  if (lengthOfMoves(request, moves) <= WRITTEN_OUT) return codesFittingMoves(moves, seams);
  return codesInUse.filter((code) => fitsMoves((before ?? '') + code + (after ?? ''), moves));
}

/** Whether a row of code digits moves as `moves` says. */
function fitsMoves(digits: string, moves: string): boolean {
  if (digits.length !== moves.length + 1) return false;
  for (let i = 0; i < moves.length; i++) {
    if (moves[i] !== '*' && moves[i] !== moveBetween(digits[i] as CodeDigit, digits[i + 1] as CodeDigit)) return false;
  }
  return true;
}

/** Of what is sung before a word its last syllable matters, of what is sung after it the first. */
function seamDigit(seam: Seam, side: 'before' | 'after', known: SoundKnowledge): CodeDigit | undefined {
  if ('digit' in seam) return seam.digit;
  const syllable = known.readingOf(seam.reference)?.at(side === 'before' ? -1 : 0);
  return syllable && codeOfTone(syllable.tone);
}

/** The finals of the last syllables, last first; one empty list when the reference has no reading. */
function finalsAsked(request: SoundRequest, known: SoundKnowledge): readonly (readonly string[])[] | undefined {
  if (!request.rhyme_char) return undefined;
  const syllables = known.readingOf(request.rhyme_char);
  if (!syllables) return [[]];
  const tail = syllables.slice(-(request.rhyme_depth ?? 1)).reverse();
  return tail.map(({ final }) => {
    const finals = request.loose_rhyme ? widenedFinals(final) : [final];
    return withMerged(finals, request.lazy ?? []);
  });
}

/** Adds the finals that lazy speech does not tell from those given. */
function withMerged(finals: readonly string[], rules: readonly LazyRule[]): readonly string[] {
  if (rules.length === 0) return finals;
  const merged = (final: string) => mergedSound({ initial: '', final }, rules);
  const heard = new Set(finals.map(merged));
  return [...finals, ...FINALS.filter((final) => !finals.includes(final) && heard.has(merged(final)))];
}
