import type { Article } from './drafts.ts';

/** The neutral tone hides the syllable's own tone, so it does not distinguish readings. */
const NEUTRAL = /5$/;

/** How many readings of a word Mandarin distinguishes, neutral tones and capitals aside; 0 if unknown. */
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
