import type { ListedWords } from '../lexicon/listed-words.ts';
import type { Fit } from '../lexicon/word-neighbours.ts';
import type { Candidate } from './candidates.ts';
import { isUnbroken, type SungLine } from './sung-line.ts';

/**
 * Candidates by how natural the line is with them: by the characters that stand beside them there and in text, and by how common they are.
 * It decides between words that are about equally near in meaning.
 */

/** A point of fit is a point of preference, at most so many. */
const MOST_FIT = 15;
/** Preference per e-fold of popularity, at most so much, beside that of a word of this rank. */
const POPULARITY = { perFold: 4, most: 12, rank: 2000, smoothing: 30 } as const;
/** A single character means much besides, and one that was never seen beside what is around it makes no sense there. */
const LOSS_OF_UNSEEN_CHARACTER = 30;
/** A verb that text has nothing after hardly takes an object: 罷休. */
const LOSS_OF_NO_OBJECT = 30;
const LEAST_PREFERENCE = 1;
/** A word of the same field alone has to be this welcome in its place. */
const LEAST_OF_LOOSE = 12;

const within = (value: number, most: number) => Math.max(-most, Math.min(most, value));

/** The candidates with their preference in the line; without single characters that are no synonyms and were never seen in such a place. */
export function byNaturalness(
  line: SungLine,
  candidates: readonly Candidate[],
  words: ListedWords,
  hasObject = false,
): Candidate[] {
  return candidates.flatMap((candidate) => {
    const { start, word, code, near } = candidate;
    const number = words.numberOf(word);
    if (number === undefined) return [candidate];
    const fit = fitAt(line, start, start + code.length, number, words);
    const isStrange = code.length === 1 && !fit.isSeen && fit.points < 0;
    if (isStrange && near !== 'exact') return [];
    const { perFold, most, rank, smoothing } = POPULARITY;
    const gain = Math.round(
      within(fit.points, MOST_FIT) - within(perFold * Math.log((number + smoothing) / rank), most),
    );
    const preference = candidate.preference + gain - (isStrange ? LOSS_OF_UNSEEN_CHARACTER : 0);
    if (near === 'loose' && preference < LEAST_OF_LOOSE) return [];
    const loss = hasObject && !fit.isFollowed ? LOSS_OF_NO_OBJECT : 0;
    return [{ ...candidate, preference: Math.max(LEAST_PREFERENCE, preference - loss) }];
  });
}

/** How a word fits between the characters beside a span, where nothing stands between. */
export function fitAt(line: SungLine, start: number, end: number, word: number, words: ListedWords): Fit {
  const { sung } = line;
  const before = start > 0 && isUnbroken(line, start - 1, start + 1) ? sung[start - 1]!.char : undefined;
  const after = end < sung.length && isUnbroken(line, end - 1, end + 1) ? sung[end]!.char : undefined;
  return words.fitOf(word, before, after);
}

/** A word that a character makes by its sound alone has to be as common as this. */
const COMMON_RANK = 8000;

/** Whether a word that a character would make is common, as natural there as elsewhere, and leaves the words around it whole. */
export function isNaturalThere(line: SungLine, start: number, end: number, word: string, words: ListedWords): boolean {
  const isCut = line.words.some((one) => one.start < end && start < one.end && (one.start < start || end < one.end));
  const number = words.numberOf(word);
  return !isCut && number !== undefined && number < COMMON_RANK && fitAt(line, start, end, number, words).points >= 0;
}
