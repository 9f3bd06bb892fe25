import { parseSyllable, type Syllable } from '../../src/cantonese/jyutping.ts';
import { mergedSoundKey } from '../../src/cantonese/lazy-sounds.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { codeOfTone } from '../../src/cantonese/tone.ts';
import type { Confidence, Reading } from '../../src/lexicon/entry.ts';
import { toHongKong } from '../sources/opencc.ts';
import { readJyutpingTrie } from '../sources/to-jyutping.ts';
import type { HandWritten } from '../tables/hand-written.ts';
import type { GatheredWord, Patch, ReadingResolver, Readings } from './types.ts';
import type { Article } from './words/glosses.ts';

/** Readings of words: those of operators and hand-written tables, then those of to-jyutping, then ones composed of both. */

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

/** @param listed readings of operators' supplements, of which readings of longer words are composed too */
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

/** Pinyin syllable in the neutral tone, which hides its own tone and so distinguishes no readings. */
const NEUTRAL = /5$/;

/** Number of a word's readings that Mandarin distinguishes, neutral tones and capitals aside; 0 if unknown. */
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

export interface ReadingSources {
  /** Readings of characters and words, likeliest first. */
  readonly trie: ReadonlyMap<string, readonly string[]>;
  /** Ranked readings that take precedence over all others: overrides and hand-written words. */
  readonly hand: ReadonlyMap<string, readonly string[]>;
  /** Characters with several readings, in order of use. */
  readonly polyphones: ReadonlyMap<string, readonly string[]>;
  /** Whether a character has this reading in some word; without it all readings of characters are used. */
  isAttested?(char: string, syllable: string): boolean;
  /** Ranked readings of another dictionary, all of which are used. */
  readonly listed?: ReadonlyMap<string, readonly string[]>;
}

/** Most readings of one word. */
const MAX_READINGS = 8;

export function createReadingResolver(sources: ReadingSources): ReadingResolver {
  const compose = createComposer(sources);
  return {
    readingsOf(word, mandarinReadings = 1) {
      const { length } = lineUnits(word);
      const hand = sources.hand.get(word) ?? (length === 1 ? sources.polyphones.get(word) : undefined);
      if (hand) return rankReadings(hand, 'hand', length);
      const listed = sources.listed?.get(word);
      if (listed) return rankReadings(listed, 'word', length);
      const whole = sources.trie.get(word);
      if (length === 1) return whole && rankReadings(readingsInUse(word, whole, sources), 'word', length);
      if (whole) return rankReadings(whole.slice(0, Math.max(1, mandarinReadings)), 'word', length);
      const composed = compose(word);
      return composed && rankReadings([composed.jyutping], composed.confidence, length);
    },
  };
}

/** The likeliest reading of a character, and those others that occur in some word. */
function readingsInUse(char: string, readings: readonly string[], { isAttested }: ReadingSources): readonly string[] {
  return isAttested ? readings.filter((reading, place) => place === 0 || isAttested(char, reading)) : readings;
}

/**
 * Valid readings of exactly `length` syllables, without duplicates and variants of pronunciation (ng- or none, n- or l-), at most
 * {@link MAX_READINGS}; undefined if none is left.
 */
export function rankReadings(
  readings: readonly string[],
  confidence: Confidence,
  length: number,
): Reading[] | undefined {
  const ranked: Reading[] = [];
  const seen = new Set<string>();
  for (const text of readings) {
    const sounds = text.split(' ').map(soundOf);
    if (sounds.length !== length || !sounds.every((sound) => sound !== undefined)) continue;
    const key = sounds.map(({ merged }) => merged).join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    if (ranked.length === MAX_READINGS) break;
    ranked.push({
      jyutping: text,
      code: internCode(sounds.map(({ code }) => code).join('')),
      rhyme: sounds.at(-1)!.final,
      rank: ranked.length,
      confidence,
    });
  }
  // A copy has no spare capacity, which matters for a hundred thousand arrays.
  return ranked.length > 0 ? ranked.slice() : undefined;
}

/** Key that is equal for readings that differ only in pronunciation (ng- or none, n- or l-); undefined for an invalid reading. */
export function soundKey(jyutping: string): string | undefined {
  const sounds = jyutping.split(' ').map(soundOf);
  return sounds.every((sound) => sound !== undefined) ? sounds.map(({ merged }) => merged).join(' ') : undefined;
}

const INTERNED_CODES = new Map<string, string>();

/** Interns codes: a hundred thousand readings have a few thousand different ones. */
function internCode(code: string): string {
  const existing = INTERNED_CODES.get(code);
  if (existing !== undefined) return existing;
  INTERNED_CODES.set(code, code);
  return code;
}

interface Sound {
  readonly final: string;
  readonly code: string;
  /** Key that is equal for sounds that differ only in ng- or none, n- or l-. */
  readonly merged: string;
}

const SOUND_CACHE = new Map<string, Sound | undefined>();

function soundOf(text: string): Sound | undefined {
  if (!SOUND_CACHE.has(text)) SOUND_CACHE.set(text, toSound(parseSyllable(text)));
  return SOUND_CACHE.get(text);
}

function toSound(syllable: Syllable | undefined): Sound | undefined {
  return (
    syllable && {
      final: syllable.final,
      code: codeOfTone(syllable.tone),
      merged: mergedSoundKey(syllable, ['n-l', 'ng-0']) + syllable.tone,
    }
  );
}

type ComposedReading = { readonly jyutping: string; readonly confidence: 'subword' | 'character' };

/**
 * Creates the composer of a word's likeliest reading from the words inside it, or else from its characters. Of all segmentations it takes
 * the one of least cost: the fewest single characters, then the fewest pieces. Undefined if a character has no reading.
 */
function createComposer({ trie, hand }: ReadingSources) {
  const pieceReading = (piece: string, isSingle: boolean): string | undefined =>
    isSingle ? trie.get(piece)?.[0] : (hand.get(piece) ?? trie.get(piece))?.[0];

  return (word: string): ComposedReading | undefined => {
    const chars = Array.from(word);
    type Segmentation = { cost: number; lastPieceStart: number; reading: string };
    /** Cheapest segmentation of the first `end` characters, with the reading of its last piece. */
    const best: (Segmentation | undefined)[] = [{ cost: 0, lastPieceStart: -1, reading: '' }];
    for (let end = 1; end <= chars.length; end++) {
      for (let start = end - 1; start >= 0; start--) {
        const previous = best[start];
        const isSingle = end - start === 1;
        const piece = chars.slice(start, end).join('');
        const reading = previous && pieceReading(piece, isSingle);
        if (!previous || !reading) continue;
        const cost = previous.cost + (isSingle ? PIECE_COST + SINGLE_COST : PIECE_COST);
        const existing = best[end];
        if (!existing || cost < existing.cost) best[end] = { cost, lastPieceStart: start, reading };
      }
    }
    const readings: string[] = [];
    let singles = 0;
    for (let end = chars.length; end > 0; ) {
      const segmentation = best[end];
      if (!segmentation) return undefined;
      const { lastPieceStart, reading } = segmentation;
      if (end - lastPieceStart === 1) singles++;
      readings.unshift(reading);
      end = lastPieceStart;
    }
    return { jyutping: readings.join(' '), confidence: singles < chars.length ? 'subword' : 'character' };
  };
}

/** Cost of each piece, and of a single character beside that, which outweighs the number of pieces. */
const PIECE_COST = 1;
const SINGLE_COST = 10;
