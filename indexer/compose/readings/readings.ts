import { lineUnits } from '../../../src/cantonese/line-units.ts';
import { toHongKong } from '../../sources/opencc.ts';
import { readJyutpingTrie } from '../../sources/to-jyutping.ts';
import type { HandWritten } from '../../tables/hand-written.ts';
import type { GatheredWord, Patch, Readings } from '../types.ts';
import type { Article } from '../words/drafts.ts';
import { createReadingResolver, type ReadingResolver } from './resolver.ts';

/** How words are read: what operators and people wrote, then what to-jyutping lists, then what is put together of both. */

/** Ranked readings by word, likeliest first. */
type ReadingTable = ReadonlyMap<string, readonly string[]>;

/** The trie of to-jyutping by canonical word. */
export function readCanonicalTrie(): Map<string, readonly string[]> {
  const canonical = new Map<string, readonly string[]>();
  for (const [form, readings] of readJyutpingTrie()) {
    const word = toHongKong(form);
    if (word === form || !canonical.has(word)) canonical.set(word, readings);
  }
  return canonical;
}

/** `listed`: readings of operators' supplements, of which longer words are put together too. */
export function createReadings(
  trie: ReadingTable,
  tables: HandWritten,
  patches: ReadonlyMap<string, Patch>,
  listed: ReadingTable,
): Readings {
  const merged = listed.size === 0 ? trie : new Map([...trie, ...listed]);
  return {
    resolver: createResolver(merged, tables, patches, listed),
    withoutOperators: () => createResolver(trie, tables, new Map(), new Map()),
  };
}

function createResolver(
  trie: ReadingTable,
  tables: HandWritten,
  patches: ReadonlyMap<string, Patch>,
  listed: ReadingTable,
): ReadingResolver {
  const polyphones = new Map<string, string[]>();
  for (const { value } of tables.polyphones) {
    const char = toHongKong(value.char);
    polyphones.set(char, [...(polyphones.get(char) ?? []), ...value.jyutping]);
  }
  const hand = new Map<string, readonly string[]>();
  for (const { value } of tables.words) {
    const word = toHongKong(value.word);
    // A word file tells of one use of a character; the table of polyphones ranks all of them.
    hand.set(word, [...(hand.get(word) ?? polyphones.get(word) ?? []), ...value.jyutping]);
  }
  for (const { value } of tables.overrides) hand.set(toHongKong(value.word), value.jyutping);
  for (const [word, { readings }] of patches) if (readings) hand.set(word, readings);
  return createReadingResolver({ trie, hand, polyphones, listed, isAttested: attestedReadings(trie, hand) });
}

/** Gives the words their readings; words that no source can read are not in the lexicon. */
export function readWords(words: readonly GatheredWord[], { resolver }: Readings): GatheredWord[] {
  for (const word of words) word.readings = resolver.readingsOf(word.word, word.mandarinReadings) ?? [];
  return words.filter(({ readings }) => readings.length > 0);
}

/**
 * Whether a character has this reading in a word of several characters. Character tables include readings of classical texts and names
 * (內 as si1); readings in use occur in words.
 */
export function attestedReadings(
  ...sources: readonly ReadonlyMap<string, readonly string[]>[]
): (char: string, syllable: string) => boolean {
  const attested = new Set<string>();
  for (const readingsByWord of sources) {
    for (const [word, readings] of readingsByWord) {
      const chars = lineUnits(word);
      if (chars.length < 2) continue;
      for (const reading of readings) {
        const syllables = reading.split(' ');
        for (const [i, char] of chars.entries()) attested.add(`${char}${syllables[i]}`);
      }
    }
  }
  return (char, syllable) => attested.has(`${char}${syllable}`);
}

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
