import { z } from 'zod';
import { styleOf } from '../cantonese/context-rules.ts';
import type { Entry } from '../lexicon/entry.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import { sumOfMeanings } from '../lexicon/meaning.ts';
import type { SimilarityFeatures } from '../lexicon/query.ts';
import { SAME_WORD_SCORE, senseFeatures, similarityFeatures } from '../lexicon/similarity.ts';
import type { Lexicon, MatchedEntry, SimilarityBasis } from '../lexicon/store.ts';
import { type Headword, headwordsOf, likelyCharacter } from '../lexicon/typed-words.ts';
import { composePhrases } from '../lyrics/swaps/compose.ts';
import { codesOf } from '../lyrics/swaps/exchanged.ts';
import { swapSourcesOf } from '../lyrics/swaps/find.ts';
import { PHRASE_FORMS } from '../lyrics/swaps/phrase-forms.ts';
import { meaningOfPhrase, type UnderstoodPart } from '../phrases/meaning.ts';
import { ONE_LETTER_WORD } from '../phrases/parse.ts';
import { isFunctionWord, isLightWord, isNegation, onlyWordOf } from '../phrases/phrase-words.ts';
import { ideaRowsOf } from '../phrases/read.ts';
import { createYielder } from '../time-slicing.ts';

/** What the parameter `like` means: a word of the lexicon, one of its senses, or a phrase. */
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

/** The meaning of `like`; undefined where a sense is asked for that the word does not have. */
export async function meaningOfLike(like: string, lexicon: Lexicon, sense?: string): Promise<LikeMeaning | undefined> {
  const words = await lexicon.wordTable();
  const [headword] = headwordsOf(words, textsToLookUp(like)).values();
  if (sense !== undefined) return headword && meaningOfSense(headword, sense, like, lexicon);
  const onlyHeadword = onlyHeadwordOf(like, headword, words);
  if (onlyHeadword) return meaningOfOnlyWord(onlyHeadword, like, lexicon);
  if (headword) return meaningOfHeadword(headword, like, words, lexicon);
  return { ...(await meaningOfPhrase(like, lexicon)), isCoarse: false };
}

async function meaningOfSense(
  headword: Headword,
  sense: string,
  like: string,
  lexicon: Lexicon,
): Promise<LikeMeaning | undefined> {
  const { entry, basis } = await lookUpBasis(headword, lexicon);
  const features = senseFeatures(entry, basis, sense);
  return features && { ...understoodWord(entry, like), features, senseOf: () => sense };
}

async function meaningOfHeadword(
  headword: Headword,
  like: string,
  words: ListedWords,
  lexicon: Lexicon,
): Promise<LikeMeaning> {
  const { entry, basis } = await lookUpBasis(headword, lexicon);
  const negationPhrase = basis.synonyms.length === 0 ? negationPhraseOf(entry.char, words) : undefined;
  if (negationPhrase !== undefined)
    return { ...(await meaningOfPhrase(negationPhrase, lexicon)), isCoarse: entry.vulgar };
  const features = similarityFeatures(entry, basis);
  return { ...understoodWord(entry, like), features, senseOf: senseFinder(entry, basis) };
}

/** The meaning of a phrase that says one word, which comes first in its list: it was not asked for by itself. */
async function meaningOfOnlyWord(headword: Headword, like: string, lexicon: Lexicon): Promise<LikeMeaning> {
  const { entry, basis } = await lookUpBasis(headword, lexicon);
  const { excluded, words, ...features } = similarityFeatures(entry, basis);
  return {
    ...understoodWord(entry, like),
    features: {
      ...features,
      words: new Map([[entry.char, SAME_WORD_SCORE], ...words]),
      excluded: excluded.filter((word) => word !== entry.char && word !== like),
    },
    isNormalized: false,
    senseOf: senseFinder(entry, basis),
  };
}

function understoodWord({ char, vulgar }: Entry, like: string) {
  const isNormalized = char !== withoutSigns(like);
  return { understood: [{ text: char, weight: 1 }], ignored: [], isUnderstood: true, isNormalized, isCoarse: vulgar };
}

const HAN = /\p{Script=Han}/u;

/** Signs around a word do not make a phrase of it. */
function withoutSigns(like: string): string {
  const words = like.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 1 ? words[0]! : like;
}

function textsToLookUp(like: string): string[] {
  const word = withoutSigns(like);
  if (ONE_LETTER_WORD.test(word)) return [];
  const likely = likelyCharacter(word);
  return likely === undefined ? [word] : [likely, word];
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

/**
 * The phrase `negation negated` for a headword that is both (冇信心): its own vector is near to that of its opposite.
 * Undefined for others.
 */
function negationPhraseOf(char: string, words: ListedWords): string | undefined {
  const [negation = '', ...negatedCharacters] = char;
  const negated = negatedCharacters.join('');
  if (!isNegation(negation) || negatedCharacters.length < 2) return undefined;
  return words.numberOf(negated) === undefined ? undefined : `${negation} ${negated}`;
}

/** The first sense that has a word among its synonyms, else the one whose meaning is nearest to it. */
function senseFinder({ senses }: Entry, { senses: meanings }: SimilarityBasis): NonNullable<LikeMeaning['senseOf']> {
  const senseBySynonym = new Map(
    senses.toReversed().flatMap(({ synonyms, told }) => (told ? synonyms.map((word) => [word, told.sense]) : [])),
  );
  return ({ entry, nearest }) =>
    senseBySynonym.get(entry.char) ?? (nearest === undefined ? undefined : meanings[nearest]?.sense);
}

const MAX_COMPOSED = 20;

/** A phrase of two words that says what `like` says and fits a melody: `compose=2` of search. */
export const composedPhrase = z
  .object({
    phrase: z.string(),
    jyutping: z.string(),
    code: z.string(),
    parts: z.array(z.string()).meta({ description: 'The two words that go together, in their order' }),
    form: z.enum(PHRASE_FORMS),
  })
  .meta({ id: 'ComposedPhrase' });

/** Phrases for `like`, nearest in meaning first; none where it is not understood. Codes must be of one length. */
export async function phrasesFor(
  like: string,
  codes: readonly string[],
  lexicon: Lexicon,
): Promise<z.infer<typeof composedPhrase>[]> {
  const ideas = await ideaRowsOf(like, lexicon);
  const content = ideas.flatMap(({ key, row, weight }) => (row ? [{ word: key, row, weight }] : []));
  const meaning = sumOfMeanings(content.map(({ row, weight }) => [row, weight] as const));
  if (!meaning || codes.length === 0) return [];
  const fitting = new Set(codes);
  const place = {
    length: codes[0]!.length,
    kind: undefined,
    style: styleOf(like),
    before: undefined,
    after: undefined,
    content,
    meaning,
    allows: (phrase: string, jyutping: string) => phrase !== like && fitting.has(codesOf(jyutping)),
  };
  const phrases = await composePhrases([place], await swapSourcesOf(lexicon), createYielder());
  return phrases.slice(0, MAX_COMPOSED).map(({ phrase, jyutping, parts, form }) => ({
    phrase,
    jyutping,
    code: codesOf(jyutping),
    parts: [...parts],
    form,
  }));
}
