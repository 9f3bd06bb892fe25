import type { Entry } from '../lexicon/entry.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { senseFeatures, similarityFeatures } from '../lexicon/similarity.ts';
import type { Lexicon, MatchedEntry, SimilarityBasis } from '../lexicon/store.ts';
import { type Headword, headwordsOf, likelyCharacter } from '../lexicon/typed-words.ts';
import { meaningOfPhrase, type UnderstoodPart } from '../phrases/phrase-meaning.ts';
import { ONE_LETTER_WORD } from '../phrases/phrase-units.ts';
import { isNegation } from '../phrases/phrase-words.ts';

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
  /** The sense of the word that a result is like, where its senses are told apart. */
  readonly senseOf?: (match: MatchedEntry) => string | undefined;
}

/** Signs around a word do not make a phrase of it. */
function withoutSigns(like: string): string {
  const words = like.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 1 ? words[0]! : like;
}

/** The texts to look up for a `like`. */
function wordsOfLike(like: string): string[] {
  const word = withoutSigns(like);
  if (ONE_LETTER_WORD.test(word)) return [];
  const likely = likelyCharacter(word);
  return likely === undefined ? [word] : [likely, word];
}

/** Undefined where a sense is asked for that is not told. */
export async function meaningOfLike(like: string, lexicon: Lexicon, sense?: string): Promise<LikeMeaning | undefined> {
  const headwords = headwordsOf(await lexicon.wordTable(), wordsOfLike(like));
  const [headword] = headwords.values();
  if (!headword)
    return sense === undefined ? { ...(await meaningOfPhrase(like, lexicon)), isCoarse: false } : undefined;
  const { entry, basis } = await lookUpBasis(headword, lexicon);
  const turned =
    sense === undefined && basis.synonyms.length === 0 ? await turnedRound(entry.char, lexicon) : undefined;
  if (turned !== undefined) return { ...(await meaningOfPhrase(turned, lexicon)), isCoarse: entry.vulgar };
  const features = sense === undefined ? similarityFeatures(entry, basis) : senseFeatures(entry, basis, sense);
  if (!features) return undefined;
  const isNormalized = entry.char !== withoutSigns(like);
  const senseOf = sense === undefined ? senseFinder(entry, basis) : () => sense;
  const understood = [{ text: entry.char, weight: 1 }];
  return { features, understood, ignored: [], isUnderstood: true, isNormalized, isCoarse: entry.vulgar, senseOf };
}

/** An entry and what words like it are found by: in one round trip where no sense of it is told apart and it is no other spelling of a word. */
async function lookUpBasis(
  { char, senses }: Headword,
  lexicon: Lexicon,
): Promise<{ entry: Entry; basis: SimilarityBasis }> {
  const [lookups, basis] = await Promise.all([
    lexicon.lookup([char]),
    senses.length === 0 ? lexicon.similarityBasis({ char, senses: [] }) : undefined,
  ]);
  const { entry } = lookups.get(char)!;
  return { entry, basis: basis && entry.variantOf === undefined ? basis : await lexicon.similarityBasis(entry) };
}

/**
 * A headword without synonyms that is a negation and what it negates (冇信心), apart: its own vector is near to what it says the opposite of.
 * Undefined of others.
 */
async function turnedRound(char: string, lexicon: Lexicon): Promise<string | undefined> {
  const [negation = '', ...behind] = char;
  const negated = behind.join('');
  if (!isNegation(negation) || behind.length < 2) return undefined;
  return (await lexicon.wordTable()).numberOf(negated) === undefined ? undefined : `${negation} ${negated}`;
}

/** The first sense that has a word among its synonyms, else the one whose meaning is nearest to it. */
function senseFinder({ senses }: Entry, { senses: meanings }: SimilarityBasis): NonNullable<LikeMeaning['senseOf']> {
  const ofSynonyms = new Map(
    senses.toReversed().flatMap(({ synonyms, told }) => (told ? synonyms.map((word) => [word, told.sense]) : [])),
  );
  return ({ entry, nearest }) =>
    ofSynonyms.get(entry.char) ?? (nearest === undefined ? undefined : meanings[nearest]?.sense);
}
