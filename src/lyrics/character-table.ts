import { parseSyllable, type Syllable, type Tone } from '../cantonese/jyutping.ts';
import { type CodeDigit, codeOfTone, type Pitch, pitchOfTone } from '../cantonese/tone.ts';
import type { ListedWords, WordDetail } from '../lexicon/listed-words.ts';
import { cachePerGeneration } from '../lexicon/store.ts';
import { runInSlices } from '../time-slicing.ts';

/** A character in common use, in one of its readings. */
export interface CharacterReading {
  readonly char: string;
  readonly jyutping: string;
  readonly tone: Tone;
  readonly code: CodeDigit;
  readonly pitch: Pitch;
  readonly definition: string;
  /** See `Entry.frequency`. */
  readonly frequency: number;
}

export interface CharacterTable {
  /** Characters with this initial and final in any tone, most frequent first. */
  withInitialAndFinal(syllable: Syllable): readonly CharacterReading[];
  /** Part of speech, category and themes of a word; undefined where the lexicon has none. */
  wordDetail(word: string): WordDetail | undefined;
}

/** Characters below this frequency occur in dictionaries only. */
const MIN_FREQUENCY = 850;

const soundKey = ({ initial, final }: Pick<Syllable, 'initial' | 'final'>) => `${initial}.${final}`;

export function characterTable(words: ListedWords): CharacterTable {
  const bySound = readingsBySound(words);
  return {
    withInitialAndFinal: (syllable) => bySound.get(soundKey(syllable)) ?? [],
    wordDetail(text) {
      const word = words.numberOf(text);
      return word === undefined ? undefined : words.detail(word);
    },
  };
}

/** Some 4,000 readings. */
function readingsBySound(words: ListedWords): ReadonlyMap<string, readonly CharacterReading[]> {
  const bySound = new Map<string, CharacterReading[]>();
  for (const word of words.characters) {
    const frequency = words.frequency(word);
    if (frequency < MIN_FREQUENCY || words.isVulgar(word)) continue;
    const [char, definition] = [words.text(word), words.definition(word)];
    for (const jyutping of words.readings(word)) {
      const syllable = parseSyllable(jyutping);
      if (!syllable) break;
      const { tone } = syllable;
      const reading = { char, jyutping, tone, code: codeOfTone(tone), pitch: pitchOfTone(tone), definition, frequency };
      const key = soundKey(syllable);
      const list = bySound.get(key);
      if (list) list.push(reading);
      else bySound.set(key, [reading]);
    }
  }
  // Characters are listed by popularity; a stable sort keeps that order among equals.
  for (const list of bySound.values()) list.sort((a, b) => b.frequency - a.frequency);
  return bySound;
}

/** The character table of a generation, built at first use. */
export const characterTableOf = cachePerGeneration(async (lexicon) => characterTable(await lexicon.wordTable()));

/** Most words of several characters: they bound the file that the page loads. */
const MAX_WORDS = 24_000;
const MAX_WORD_LENGTH = 4;
/** Words processed between two yields. */
const YIELD_INTERVAL = 64;

const HAN_WORD = /^[\p{Script=Han}〇]+$/u;

/**
 * The readings of characters and of the most frequent words as a text, so that a page can read lyrics without a request. A line a word,
 * the most frequent first: a character with all its readings, `行 hang4,hong4`; a word, with its reading only where that is not
 * what its characters have first, `銀行 ngan4 hong4`.
 */
export function* readingTable(words: ListedWords): Generator<void, string> {
  const lines: string[] = [];
  let listed = 0;
  for (const [i, word] of byFrequency(words).entries()) {
    if (i % YIELD_INTERVAL === 0) yield;
    const text = words.text(word);
    const { length } = Array.from(text);
    if (length > MAX_WORD_LENGTH || !HAN_WORD.test(text) || words.isPhrase(word)) continue;
    if (length > 1 && listed === MAX_WORDS) continue;
    const readings = words.readings(word);
    if (readings[0] === undefined) continue;
    if (length > 1) listed++;
    if (length === 1) lines.push(`${text} ${readings.join(',')}`);
    else lines.push(isRegular(text, readings[0], words) ? text : `${text} ${readings[0]}`);
  }
  return `${lines.join('\n')}\n`;
}

const TWO_POW_32 = 2 ** 32;
const MAX_FREQUENCY = 0xffff;

/** The words by frequency, those with the same one by popularity. Numbers are sorted without a comparison function in a tenth of the time. */
function byFrequency(words: ListedWords): Uint32Array {
  const rarity = (word: number) => MAX_FREQUENCY - words.frequency(word);
  const keys = Float64Array.from({ length: words.count }, (_, word) => rarity(word) * TWO_POW_32 + word);
  return Uint32Array.from(keys.sort(), (key) => key % TWO_POW_32);
}

function isRegular(text: string, reading: string, words: ListedWords): boolean {
  const primary = (character: string) => {
    const word = words.numberOf(character);
    return word === undefined ? undefined : words.readings(word)[0];
  };
  return reading === Array.from(text, primary).join(' ');
}

/** The table of a generation, built at first use. */
export const readingTableOf = cachePerGeneration(async (lexicon) =>
  Buffer.from(await runInSlices(readingTable(await lexicon.wordTable()))),
);
