import type { ListedWords } from '../lexicon/listed-words.ts';
import type { Lexicon, SimilarityBasis } from '../lexicon/store.ts';
import { negatedHeadwords } from './english.ts';
import type { Idea } from './idea.ts';
import { isFunctionWord, isLightWord } from './phrase-words.ts';

/** The words that a negated idea means: its antonyms and the headwords that negate it. */
export interface Opposites {
  /** Weights, 0 to 1, by headword, the best first. */
  readonly words: ReadonlyMap<string, number>;
  /** The idea's own words and their synonyms, which are the opposite of what is meant. */
  readonly excluded: readonly string[];
}

/** The number of headwords of an idea whose opposites are looked for. */
const MAX_HEADWORDS = 3;
const MAX_OPPOSITES = 12;
const MAX_EXCLUDED = 40;
const MAX_CONTRARY = 8;
/** A generated relation below this score is too loose to be turned round, or to be left out. */
const MIN_SYNONYM_SCORE = 62;
/** Weights of opposites: negated forms of the word itself and of a synonym, antonyms, and glosses with a negation. */
const OWN_NEGATION = 1;
const SYNONYM_NEGATION = 0.7;
const ANTONYM = 0.9;
const GLOSS_NEGATION = 0.9;
/** Beginnings of headwords that negate what follows. */
const NEGATIVE_BEGINNINGS = [
  '唔',
  '不',
  '無',
  '冇',
  '未',
  '難',
  '勿',
  '莫',
  '毋',
  '別',
  '絕',
  '沒',
  '沒有',
  '永不',
  '無法',
  '難以',
  '唔好',
  '不再',
  '毫無',
];

export async function oppositesOf(
  idea: Idea,
  table: ListedWords,
  lexicon: Pick<Lexicon, 'similarityBasis'>,
): Promise<Opposites> {
  const opposites = await oppositesOfWords(idea, table, lexicon);
  const [first = ''] = idea.headwords;
  const verb = verbOf(first, table);
  if (opposites.words.size > 0 || idea.tokens.length > 0 || verb === undefined) return opposites;
  const { words, excluded } = await oppositesOfWords({ ...idea, headwords: [verb] }, table, lexicon);
  return { words, excluded: [...new Set([...opposites.excluded, ...excluded])] };
}

async function oppositesOfWords(
  idea: Idea,
  table: ListedWords,
  lexicon: Pick<Lexicon, 'similarityBasis'>,
): Promise<Opposites> {
  const own = idea.headwords.slice(0, MAX_HEADWORDS);
  const bases = await Promise.all(own.map((char) => lexicon.similarityBasis({ char, senses: [] })));
  const counts = new Map<string, number>();
  const add = (word: string, count: number) => {
    if (table.numberOf(word) !== undefined) counts.set(word, Math.max(count, counts.get(word) ?? 0));
  };
  for (const token of idea.tokens) for (const word of negatedHeadwords(token, table)) add(word, GLOSS_NEGATION);
  const excluded = new Set<string>(own);
  for (const [place, { antonyms, synonyms, variants }] of bases.entries()) {
    const share = 1 / (1 + place / 2);
    if (!hasNoOpposite(own[place]!, table))
      for (const [i, antonym] of antonyms.entries()) add(antonym, (ANTONYM * share) / (1 + i / 10));
    for (const word of negationsOf(own[place]!)) add(word, OWN_NEGATION * share);
    const near = likelySynonyms(synonyms);
    for (const word of near.filter((word) => !isFunctionWord(word)).flatMap(negationsOf))
      add(word, SYNONYM_NEGATION * share);
    for (const word of [...variants, ...near]) excluded.add(word);
  }
  const words = new Map([...counts].sort((a, b) => b[1] - a[1]).slice(0, MAX_OPPOSITES));
  return { words, excluded: [...excluded].filter((word) => !words.has(word)).slice(0, MAX_EXCLUDED) };
}

const negationsOf = (word: string): string[] => NEGATIVE_BEGINNINGS.map((beginning) => beginning + word);

export function likelySynonyms(synonyms: SimilarityBasis['synonyms']): string[] {
  return synonyms
    .filter(({ source, score }) => source === 'curated' || score >= MIN_SYNONYM_SCORE)
    .map(({ word }) => word);
}

/**
 * Words of the main ideas of a phrase that are the opposite of what one of them says, which likeness takes for the same (遺忘 of 仲記得). None that
 * another idea has a character of: 黑暗中嘅光 is about 光明 too.
 */
export async function contraryWords(
  ideas: readonly Idea[],
  table: ListedWords,
  lexicon: Pick<Lexicon, 'similarityBasis'>,
): Promise<string[]> {
  const antonymsOf = async (char: string) => (await lexicon.similarityBasis({ char, senses: [] })).antonyms;
  const contrary = await Promise.all(
    ideas.map(async ({ headwords: [word], tokens, negation }) => {
      if (word === undefined || tokens.length > 0 || negation !== undefined) return [];
      const own = await antonymsOf(word);
      const verb = own.length > 0 ? undefined : verbOf(word, table);
      return verb === undefined ? own : antonymsOf(verb);
    }),
  );
  return contrary.flatMap((antonyms, own) => {
    const others = ideas.flatMap(({ headwords }, i) => (i === own ? [] : headwords)).join('');
    return antonyms.slice(0, MAX_CONTRARY).filter((word) => !Array.from(word).some((one) => others.includes(one)));
  });
}

/** The verb of words that are one headword: behind an adverb (再愛), or a feeling before what it is for (怕黑). */
function verbOf(word: string, table: ListedWords): string | undefined {
  const [beginning = '', ...behind] = word;
  const isAdverb = isFunctionWord(beginning) || isLightWord(beginning);
  const verb = isAdverb ? behind.join('') : beginning;
  const number = behind.length === 0 ? undefined : table.numberOf(verb);
  if (number === undefined) return undefined;
  return isAdverb || table.detail(number).category === 'verb.emotion' ? verb : undefined;
}

/** What can be seen or touched, and what a body does, has no opposite where it is lacking: who has no tears (冇眼淚) does not laugh. */
const WITHOUT_OPPOSITE =
  /^(?:noun\.(?:animal|artifact|body|food|location|object|person|plant|possession|substance)|verb\.body)$/;

function hasNoOpposite(word: string, table: ListedWords): boolean {
  const number = table.numberOf(word);
  return number !== undefined && WITHOUT_OPPOSITE.test(table.detail(number).category ?? '');
}
