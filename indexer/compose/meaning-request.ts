import type { HandWritten } from '../tables/hand-written.ts';
import { curatedRelations } from './curated.ts';
import type { GatheredWord } from './gathered-word.ts';
import type { MeaningRequest } from './meaning.ts';
import { posOfTag } from './part-of-speech.ts';

/** Frequency class of the commonest few hundred words. */
const TOP_FREQUENCY_CLASS = 5;
/** Occurrences in jieba's dictionary beyond which a single character is among the commonest. */
const MIN_POLYSEMOUS_COUNT = 100_000;
const MIN_FAMILIARITY = 0.5;
/** Rare characters have one English word of a dictionary and no use in lyrics: 澒 is "vast". */
const MIN_CHARACTER_FAMILIARITY = 1.4;
const MAX_RELATABLE_LENGTH = 4;
/** Occurrences in books count for less than popularity, which examples and songs have raised. */
const BOOK_COUNT_WEIGHT = 0.85;

/** What WordNet is asked about the words that have glosses. `isJudged`: whether the relation model has seen a word. */
export function createMeaningRequest(
  words: readonly GatheredWord[],
  tables: HandWritten,
  isJudged: (word: string) => boolean,
): MeaningRequest {
  return {
    words: words.flatMap(glossedWordOf).map((word) => ({ ...word, judged: isJudged(word.word) })),
    emotions: tables.emotions.map(({ value }) => ({ label: value.emotion, seeds: value.seeds })),
    themes: tables.themes.map(({ value }) => ({ label: value.theme, seeds: value.seeds })),
    synonyms: curatedRelations(tables).flatMap(({ type, word, related }) =>
      type === 'syn' ? [[word, related] as const] : [],
    ),
  };
}

/** The word as it is linked to WordNet; an empty list when it has no gloss. */
export function glossedWordOf({ word, hand, patch, name, tag, glosses, popularity, count }: GatheredWord) {
  if (glosses.length === 0) return [];
  const familiarity = Math.max(popularity, Math.log10(1 + count) * BOOK_COUNT_WEIGHT);
  const length = Array.from(word).length;
  // The commonest characters have so many senses that a shared gloss says little: only people relate them to others.
  const isPolysemous =
    length === 1 && (count > MIN_POLYSEMOUS_COUNT || hand.some((row) => row.freq === TOP_FREQUENCY_CLASS));
  const least = length === 1 ? MIN_CHARACTER_FAMILIARITY : MIN_FAMILIARITY;
  const isCommon = !name && familiarity > least && length <= MAX_RELATABLE_LENGTH;
  return [
    {
      word,
      glosses,
      pos: patch?.pos ?? hand[0]?.pos ?? posOfTag(tag),
      category: patch?.category ?? hand.find((row) => row.category !== '')?.category,
      popularity: familiarity,
      relatable: !isPolysemous && (hand.length > 0 || patch !== undefined || isCommon),
    },
  ];
}
