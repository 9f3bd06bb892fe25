import type { SimilarityFeatures } from '../lexicon/query.ts';
import { similarityFeatures } from '../lexicon/similarity.ts';
import type { Lexicon, Lookup } from '../lexicon/store.ts';
import { likelyCharacter } from '../lexicon/typed-words.ts';
import { meaningOfPhrase, type UnderstoodPart } from '../workflow/phrase-meaning.ts';
import { ONE_LETTER_WORD } from '../workflow/phrase-units.ts';

/** What `like` means: a word of the lexicon, or a phrase. */
export interface LikeMeaning {
  readonly features: SimilarityFeatures;
  readonly understood: readonly UnderstoodPart[];
  /** Words of a phrase that were not understood. */
  readonly ignored: readonly string[];
  readonly isUnderstood: boolean;
  readonly isCoarse: boolean;
  /** Whether it was read in another form than it was given. */
  readonly isNormalized: boolean;
}

/** Signs around a word do not make a phrase of it. */
function withoutSigns(like: string): string {
  const words = like.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 1 ? words[0]! : like;
}

/** The texts to look up for a `like`. */
export function wordsOfLike(like: string): string[] {
  const word = withoutSigns(like);
  if (ONE_LETTER_WORD.test(word)) return [];
  const likely = likelyCharacter(word);
  return likely === undefined ? [word] : [likely, word];
}

/** @param lookups the entries of {@link wordsOfLike} */
export async function meaningOfLike(
  like: string,
  lookups: ReadonlyMap<string, Lookup>,
  lexicon: Lexicon,
): Promise<LikeMeaning> {
  const entry = wordsOfLike(like)
    .map((word) => lookups.get(word)?.entry)
    .find((found) => found !== undefined);
  if (!entry) return { ...(await meaningOfPhrase(like, lexicon)), isCoarse: false };
  const features = similarityFeatures(entry, await lexicon.similarityBasis(entry));
  const isNormalized = entry.char !== withoutSigns(like);
  const understood = [{ text: entry.char, weight: 1 }];
  return { features, understood, ignored: [], isUnderstood: true, isNormalized, isCoarse: entry.vulgar };
}
