import { isPhrase } from '../cantonese/phrases.ts';
import type { WordlistItem } from '../lexicon/store.ts';
import { cachePerGeneration } from './generation-cache.ts';
import { runInSlices, runToCompletion } from './time-slicing.ts';

/** Most words of several characters: they bound the file that the page loads. */
const MAX_WORDS = 24_000;
const MAX_WORD_LENGTH = 4;
/** Items processed between two yields. */
const YIELD_INTERVAL = 64;

const HAN_WORD = /^[\p{Script=Han}〇]+$/u;

type ListedWord = Pick<WordlistItem, 'char' | 'frequency' | 'readings'>;

/**
 * The readings of characters and of the most frequent words as a text, so that a page can read lyrics without a request. A line a word,
 * the most frequent first: a character with all its readings, `行 hang4,hong4`; a word, with its reading only where that is not
 * what its characters have first, `銀行 ngan4 hong4`.
 */
export function readingTable(wordlist: readonly ListedWord[]): string {
  return runToCompletion(generateReadingTable(wordlist));
}

function* generateReadingTable(wordlist: readonly ListedWord[]): Generator<void, string> {
  const primary = new Map<string, string>();
  const listed: (ListedWord & { readonly length: number })[] = [];
  for (const [i, { char, frequency, readings }] of wordlist.entries()) {
    if (i % YIELD_INTERVAL === 0) yield;
    const { length } = Array.from(char);
    if (length > MAX_WORD_LENGTH || readings[0] === undefined || !HAN_WORD.test(char) || isPhrase(char)) continue;
    if (length === 1) primary.set(char, readings[0]);
    listed.push({ char, frequency, readings, length });
  }
  listed.sort((a, b) => b.frequency - a.frequency);
  yield;
  const lines: string[] = [];
  let words = 0;
  for (const [i, { char, readings, length }] of listed.entries()) {
    if (i % YIELD_INTERVAL === 0) yield;
    if (length === 1) lines.push(`${char} ${readings.join(',')}`);
    else if (words++ < MAX_WORDS) lines.push(isRegular(char, readings[0]!, primary) ? char : `${char} ${readings[0]}`);
  }
  return `${lines.join('\n')}\n`;
}

function isRegular(word: string, reading: string, primary: ReadonlyMap<string, string>): boolean {
  return reading === Array.from(word, (character) => primary.get(character)).join(' ');
}

/** The table of a generation, built at first use. */
export const readingTableOf = cachePerGeneration(async (lexicon) =>
  Buffer.from(await runInSlices(generateReadingTable(await lexicon.wordlist()))),
);
