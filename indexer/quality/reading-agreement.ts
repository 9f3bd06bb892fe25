import { createReadingResolver, rankReadings } from '../compose/reading-resolver.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import { BANDS, bandOf } from './bands.ts';
import type { BuiltLexicon } from './built-lexicon.ts';

/** Where two sources read the same word: how often they read it alike. Variants n-/l- and ng-/none count as alike. */

export interface Agreement {
  readonly sources: string;
  readonly bands: readonly { readonly band: string; readonly compared: number; readonly alike: number }[];
}

export type ReadingsOf = (word: string) => readonly string[] | undefined;

/**
 * Compares the sources of readings over the words of a build that have more than one character. To-jyutping lists a word only
 * where its characters one by one would be read otherwise.
 */
export function readingAgreement(lexicon: BuiltLexicon, tables: HandWritten): Agreement[] {
  const trie = new Map<string, readonly string[]>();
  for (const [form, readings] of readJyutpingTrie()) {
    const word = toHongKong(form);
    if (word === form || !trie.has(word)) trie.set(word, readings);
  }
  const hand = new Map<string, readonly string[]>();
  for (const { value } of [...tables.words, ...tables.overrides]) {
    const word = toHongKong(value.word);
    hand.set(word, [...(hand.get(word) ?? []), ...value.jyutping]);
  }
  const characters = new Map([...trie].filter(([word]) => Array.from(word).length === 1));
  const book = createReadingResolver({ trie: characters, hand: new Map(), polyphones: new Map() });
  const byCharacters: ReadingsOf = (word) => book.readingsOf(word)?.map(({ jyutping }) => jyutping);
  const shown = new Map(lexicon.words.map(({ word, reading }) => [word, [reading]]));
  return [
    compareReadings(
      'hand-written, to-jyutping',
      lexicon,
      (word) => hand.get(word),
      (word) => trie.get(word),
    ),
    compareReadings('hand-written, characters one by one', lexicon, (word) => hand.get(word), byCharacters),
    compareReadings('the build, characters one by one', lexicon, (word) => shown.get(word), byCharacters),
  ];
}

/** Alike are two sources one of whose first readings is among the other's. */
export function compareReadings(
  sources: string,
  { words }: BuiltLexicon,
  one: ReadingsOf,
  other: ReadingsOf,
): Agreement {
  const bands = BANDS.map(({ name }) => ({ band: name, compared: 0, alike: 0 }));
  for (const { word, rank: popularity, length } of words) {
    const [a, b] = length > 1 ? [one(word), other(word)] : [];
    if (!a || !b) continue;
    const band = bands[bandOf(popularity)]!;
    band.compared++;
    if (isAmong(a[0]!, b, length) || isAmong(b[0]!, a, length)) band.alike++;
  }
  return { sources, bands };
}

function isAmong(reading: string, readings: readonly string[], length: number): boolean {
  return readings.some((other) => rankReadings([reading, other], 'word', length)?.length === 1);
}
