import type { Article } from './drafts.ts';

/** Mandarin as evidence of which Cantonese reading a character has in a word: 長 zhang3 is zoeng2, chang2 is coeng4. */

const HAS_UPPER = /[A-Z]/;

function pinyinSyllables({ pinyin }: Article): string[] {
  const text = HAS_UPPER.test(pinyin) ? pinyin.toLowerCase() : pinyin;
  return text.split(' ').filter((part) => part !== '·' && part !== ',');
}

/** Fifth tone: the syllable's own tone is lost in Mandarin, so it tells nothing. */
const NEUTRAL = /5$/;

/** Mandarin readings of a word that differ in more than a neutral tone, lower case, one syllable a character. */
export function distinctPinyins(word: string, articles: readonly Article[]): string[][] {
  const length = Array.from(word).length;
  const kept: string[][] = [];
  for (const article of articles) {
    const syllables = pinyinSyllables(article);
    if (syllables.length !== length) continue;
    const same = kept.some((other) =>
      other.every((part, i) => part === syllables[i] || NEUTRAL.test(part) || NEUTRAL.test(syllables[i]!)),
    );
    if (!same) kept.push(syllables);
  }
  return kept;
}

/** Least number of words, and least share of a syllable's words, that must agree before the evidence is believed. */
const LEAST_WORDS = 3;
const LEAST_SHARE = 0.5;

/**
 * Learns, from words whose reading is known as a whole, how a character is read in words with a given Mandarin syllable.
 * Only what differs from the character's first reading is answered.
 */
export function learnPinyin(
  words: Iterable<{ word: string; pinyin: readonly string[]; reading: string | undefined }>,
  firstReading: (char: string) => string | undefined,
): (char: string, pinyin: string) => string | undefined {
  const totals = new Map<string, number>();
  const counts = new Map<string, Map<string, number>>();
  for (const { word, pinyin, reading } of words) {
    const syllables = reading?.split(' ');
    let position = -1;
    for (const char of word) {
      position++;
      const key = `${char} ${pinyin[position]}`;
      totals.set(key, (totals.get(key) ?? 0) + 1);
      const syllable = syllables?.[position];
      if (syllable === undefined || syllable === firstReading(char)) continue;
      let byReading = counts.get(key);
      if (!byReading) counts.set(key, (byReading = new Map()));
      byReading.set(syllable, (byReading.get(syllable) ?? 0) + 1);
    }
  }
  const learnt = new Map<string, string>();
  for (const [key, byReading] of counts) {
    const [syllable, count] = [...byReading].sort((a, b) => b[1] - a[1])[0]!;
    if (count >= LEAST_WORDS && count >= totals.get(key)! * LEAST_SHARE) learnt.set(key, syllable);
  }
  return (char, pinyin) => learnt.get(`${char} ${pinyin}`);
}
