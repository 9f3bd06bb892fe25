import type { ListedWords } from '../lexicon/listed-words.ts';
import type { Lexicon, SimilarityBasis } from '../lexicon/store.ts';
import { negatedHeadwords } from './english-ideas.ts';
import type { Idea } from './phrase-ideas.ts';
import { isFunctionWord } from './phrase-words.ts';

/** What an idea that is turned round says: its antonyms and the headwords that negate it. */
export interface Opposites {
  /** Headwords with what they count, 0 to 1, the best first. */
  readonly words: ReadonlyMap<string, number>;
  /** The idea's own words and their synonyms, which are the opposite of what is meant. */
  readonly excluded: readonly string[];
}

/** Headwords of an English idea that are looked at. */
const MAX_HEADWORDS = 3;
const MAX_OPPOSITES = 12;
const MAX_EXCLUDED = 40;
/** A generated relation below this score is too loose to be turned round, or to be left out. */
const MIN_SYNONYM_SCORE = 62;
/** What negated forms count: of the word itself, and of a synonym. */
const OWN_NEGATION = 1;
const SYNONYM_NEGATION = 0.7;
const ANTONYM = 0.9;
const GLOSS_NEGATION = 0.9;
/** What negates the word that follows it. */
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
  // Of a phrase that nothing is the opposite of (再愛) its end is turned round.
  const rest = Array.from(first).slice(1).join('');
  if (opposites.words.size > 0 || idea.tokens.length > 0 || rest === '' || table.numberOf(rest) === undefined)
    return opposites;
  const { words, excluded } = await oppositesOfWords({ ...idea, headwords: [rest] }, table, lexicon);
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
