import type { Entry } from '../lexicon/entry.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { SAME_WORD_SCORE, senseFeatures, similarityFeatures } from '../lexicon/similarity.ts';
import type { Lexicon, Lookup, MatchedEntry, SimilarityBasis } from '../lexicon/store.ts';
import { likelyCharacter } from '../lexicon/typed-words.ts';
import { meaningOfPhrase, type UnderstoodPart } from '../phrases/meaning.ts';
import { isFunctionWord, isLightWord, isNegation, ONE_LETTER_WORD, onlyWordOf } from '../phrases/parse.ts';

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

const HAN = /\p{Script=Han}/u;

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

/**
 * Undefined where a sense is asked for that is not told.
 *
 * @param lookups the entries of {@link wordsOfLike}
 */
export async function meaningOfLike(
  like: string,
  lookups: ReadonlyMap<string, Lookup>,
  lexicon: Lexicon,
  sense?: string,
): Promise<LikeMeaning | undefined> {
  const entry = wordsOfLike(like)
    .map((word) => lookups.get(word)?.entry)
    .find((found) => found !== undefined);
  const only = sense === undefined ? await onlyEntryOf(like, entry, lexicon) : undefined;
  if (only) return likeWord(only, like, lexicon);
  if (!entry) return sense === undefined ? { ...(await meaningOfPhrase(like, lexicon)), isCoarse: false } : undefined;
  const basis = await lexicon.similarityBasis(entry);
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

/** Behind a person or an aspect a headword (等我) is read as its verb is; 好 and other words of degree make words of their own (好運). */
const BOUND = /^[我你佢他她您妳]|[我你佢他她您妳緊咗]$/u;

/** The entry of the one word that a phrase consists of besides function words. */
async function onlyEntryOf(like: string, entry: Entry | undefined, lexicon: Lexicon): Promise<Entry | undefined> {
  if (!HAN.test(like) || (entry && !BOUND.test(entry.char))) return undefined;
  const table = await lexicon.wordTable();
  const says = (text: string) => {
    const number = table.numberOf(table.find(text)?.word ?? text);
    if (number === undefined || isFunctionWord(text) || isNegation(text)) return false;
    // A headword with an affix is what its verb says; with a noun it is something else (你心).
    return entry === undefined || (table.detail(number).pos === 'v' && !isLightWord(text));
  };
  const word = onlyWordOf(withoutSigns(like), says);
  return word === undefined ? undefined : (await lexicon.lookup([word])).get(word)?.entry;
}

/** The list of a word, with the word itself in front: it was not asked for by itself. */
async function likeWord(entry: Entry, like: string, lexicon: Lexicon): Promise<LikeMeaning> {
  const basis = await lexicon.similarityBasis(entry);
  const { excluded, words, ...features } = similarityFeatures(entry, basis);
  return {
    features: {
      ...features,
      words: new Map([[entry.char, SAME_WORD_SCORE], ...words]),
      excluded: excluded.filter((word) => word !== entry.char && word !== like),
    },
    understood: [{ text: entry.char, weight: 1 }],
    ignored: [],
    isUnderstood: true,
    isNormalized: false,
    isCoarse: entry.vulgar,
    senseOf: senseFinder(entry, basis),
  };
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
