import { normalizedScore, proximityQuery } from '../cantonese/proximity.ts';
import type { Entry } from '../lexicon/entry.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import type { PartnerRelation } from '../lexicon/partner-relations.ts';
import type { PageOrder, SimilarityFeatures } from '../lexicon/query.ts';
import { SAME_WORD_SCORE, senseFeatures, similarityFeatures, similarityOrder } from '../lexicon/similarity.ts';
import type { Lexicon, MatchedEntry, SimilarityBasis } from '../lexicon/store.ts';
import { type Headword, headwordsOf, likelyCharacter } from '../lexicon/typed-words.ts';
import { meaningOfPhrase, type UnderstoodPart } from '../phrases/meaning.ts';
import { isFunctionWord, isLightWord, isNegation, ONE_LETTER_WORD, onlyWordOf } from '../phrases/parse.ts';
import type { ScoreField } from './entry-view.ts';
import type { FilterRequest, PlaceRequest } from './page-view.ts';
import type { SoundTarget } from './parameters/sound-parameters.ts';
import { readingOfReference } from './reference.ts';
import type { SoundRequest } from './sound-constraints.ts';

/** The parameters that order a page. */
interface OrderRequest extends Pick<SoundRequest, 'code' | 'rhyme' | 'rhyme_char' | 'moves' | 'jyutping'> {
  readonly near?: SoundTarget | undefined;
  readonly like?: string | undefined;
  /** Id of the sense of `like` that is meant. */
  readonly sense?: string | undefined;
  readonly sort?: Exclude<PageOrder['by'], 'lineEnd'> | undefined;
  readonly ends_line?: boolean | undefined;
}

/** All parameters of browse, search and category words, parsed. */
export interface PageRequest extends SoundRequest, FilterRequest, OrderRequest, PlaceRequest {
  /** Keeps partners of this word, of these relations or of all. */
  readonly partner_of?: string | undefined;
  readonly partner?: readonly PartnerRelation[] | undefined;
  /** Asks for phrases of two words as well; with `like` and `moves`. */
  readonly compose?: '2' | undefined;
}

/** The order of the words of a page, and the facts about it that an answer tells. */
export interface Ordering {
  readonly by: PageOrder;
  readonly score?: ScoreField;
  /** Whether the word that others are to be like is coarse; absent without one. */
  readonly isCoarse?: boolean;
  /** The parts of `like` that were understood; absent in other orders. */
  readonly meaning?: Pick<LikeMeaning, 'understood' | 'ignored' | 'isUnderstood' | 'senseOf'>;
  /** Whether a sense is asked for that the word does not have. */
  readonly matchesNothing?: boolean;
  /** `like` as it was sent, where it was read in another form. */
  readonly normalizedFrom?: string;
}

/** Whether a rhyme or a melody leaves few words. */
const isNarrow = ({ code, rhyme, rhyme_char: rhymeCharacter, moves, jyutping }: OrderRequest) =>
  [code, rhyme, rhymeCharacter, moves, jyutping].some((filter) => filter !== undefined);

export async function orderOf(
  request: OrderRequest,
  lexicon: Lexicon,
  lookups: ReadonlyMap<string, Headword>,
): Promise<Ordering> {
  const { sort, near, like, sense } = request;
  if (near && (sort === 'sound' || sort === undefined)) return soundOrder(near, lookups);
  if (like !== undefined && (sort === 'similarity' || sort === undefined)) {
    const meaning = await meaningOfLike(like, lexicon, sense);
    if (!meaning) return { by: { by: 'popularity' }, matchesNothing: true };
    const { by, toFraction } = similarityOrder(meaning.features, isNarrow(request));
    return {
      by,
      score: { field: 'similarity', toFraction },
      meaning,
      isCoarse: meaning.isCoarse,
      ...(meaning.isNormalized ? { normalizedFrom: like } : {}),
    };
  }
  if (request.ends_line) return { by: { by: 'lineEnd' } };
  return { by: { by: sort === 'char' ? 'char' : 'popularity' } };
}

/** Without a reading there is no nearness: all words score 0. */
function soundOrder(near: SoundTarget, lookups: ReadonlyMap<string, Headword>): Ordering {
  const target =
    'syllables' in near ? near.syllables : (readingOfReference(near.reference, lookups) ?? near.spelled ?? []);
  const { maximum } = proximityQuery(target);
  return {
    by: { by: 'sound', near: target },
    score: { field: 'sound_score', toFraction: (score) => normalizedScore(score, maximum) },
  };
}

/** The meaning of `like`: of a word of the lexicon, or of a phrase. */
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
function wordsOfLike(like: string): string[] {
  const word = withoutSigns(like);
  if (ONE_LETTER_WORD.test(word)) return [];
  const likely = likelyCharacter(word);
  return likely === undefined ? [word] : [likely, word];
}

/** The meaning of `like`; undefined where a sense is asked for that is not told. */
export async function meaningOfLike(like: string, lexicon: Lexicon, sense?: string): Promise<LikeMeaning | undefined> {
  const words = await lexicon.wordTable();
  const [headword] = headwordsOf(words, wordsOfLike(like)).values();
  const onlyHeadword = sense === undefined ? onlyHeadwordOf(like, headword, words) : undefined;
  if (onlyHeadword) return likeWord(onlyHeadword, like, lexicon);
  if (!headword)
    return sense === undefined ? { ...(await meaningOfPhrase(like, lexicon)), isCoarse: false } : undefined;
  const { entry, basis } = await lookUpBasis(headword, lexicon);
  const mayBeNegation = sense === undefined && basis.synonyms.length === 0;
  const negationPhrase = mayBeNegation ? await negationPhraseOf(entry.char, lexicon) : undefined;
  if (negationPhrase !== undefined)
    return { ...(await meaningOfPhrase(negationPhrase, lexicon)), isCoarse: entry.vulgar };
  const features = sense === undefined ? similarityFeatures(entry, basis) : senseFeatures(entry, basis, sense);
  if (!features) return undefined;
  const isNormalized = entry.char !== withoutSigns(like);
  const senseOf = sense === undefined ? senseFinder(entry, basis) : () => sense;
  const understood = [{ text: entry.char, weight: 1 }];
  return { features, understood, ignored: [], isUnderstood: true, isNormalized, isCoarse: entry.vulgar, senseOf };
}

/** An entry and its basis for words like it: in one round trip if it has no told senses and is no variant of a word. */
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

/** Behind a person or an aspect a headword (等我) is read as its verb is; 好 and other words of degree make words of their own (好運). */
const BOUND = /^[我你佢他她您妳]|[我你佢他她您妳緊咗]$/u;

/** The one word that a phrase consists of besides function words. */
function onlyHeadwordOf(like: string, headword: Headword | undefined, words: ListedWords): Headword | undefined {
  if (!HAN.test(like) || (headword && !BOUND.test(headword.char))) return undefined;
  const saysSomething = (text: string) => {
    const number = words.numberOf(words.find(text)?.word ?? text);
    if (number === undefined || isFunctionWord(text) || isNegation(text) || BOUND.test(text)) return false;
    // A headword with an affix is what its verb says; with a noun it is something else (你心).
    return headword === undefined || (words.detail(number).pos === 'v' && !isLightWord(text));
  };
  const word = onlyWordOf(withoutSigns(like), saysSomething);
  return word === undefined ? undefined : headwordsOf(words, [word]).get(word);
}

/** The list of a word, with the word itself in front: it was not asked for by itself. */
async function likeWord(headword: Headword, like: string, lexicon: Lexicon): Promise<LikeMeaning> {
  const { entry, basis } = await lookUpBasis(headword, lexicon);
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
 * The phrase `negation negated` for a headword that is both (冇信心): its own vector is near to that of its opposite.
 * Undefined for others.
 */
async function negationPhraseOf(char: string, lexicon: Lexicon): Promise<string | undefined> {
  const [negation = '', ...negatedCharacters] = char;
  const negated = negatedCharacters.join('');
  if (!isNegation(negation) || negatedCharacters.length < 2) return undefined;
  return (await lexicon.wordTable()).numberOf(negated) === undefined ? undefined : `${negation} ${negated}`;
}

/** The first sense that has a word among its synonyms, else the one whose meaning is nearest to it. */
function senseFinder({ senses }: Entry, { senses: meanings }: SimilarityBasis): NonNullable<LikeMeaning['senseOf']> {
  const senseBySynonym = new Map(
    senses.toReversed().flatMap(({ synonyms, told }) => (told ? synonyms.map((word) => [word, told.sense]) : [])),
  );
  return ({ entry, nearest }) =>
    senseBySynonym.get(entry.char) ?? (nearest === undefined ? undefined : meanings[nearest]?.sense);
}
