import type { Article } from './drafts.ts';

/** Fifth tone: the syllable's own tone is lost in Mandarin, so it tells nothing. */
const NEUTRAL = /5$/;

/** How many readings Mandarin tells apart in a word, neutral tones and capitals aside; 0 where none is known. */
export function countMandarinReadings(articles: readonly Article[]): number {
  if (articles.length < 2) return articles.length;
  const distinct: string[][] = [];
  for (const { pinyin } of articles) {
    const syllables = pinyin.toLowerCase().split(' ');
    const isRepeated = distinct.some((other) =>
      other.every((part, i) => part === syllables[i] || NEUTRAL.test(part) || NEUTRAL.test(syllables[i] ?? '')),
    );
    if (!isRepeated) distinct.push(syllables);
  }
  return distinct.length;
}
