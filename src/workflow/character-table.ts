import { parseSyllable, type Syllable, type Tone } from '../cantonese/jyutping.ts';
import { type CodeDigit, codeOfTone, type Pitch, pitchOfTone } from '../cantonese/tone.ts';
import type { WordlistItem } from '../lexicon/store.ts';
import { cachePerGeneration } from './generation-cache.ts';
import { runInSlices, runToCompletion } from './time-slicing.ts';

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
  /** The word's item in the word list. */
  detail(word: string): WordlistItem | undefined;
}

/** Characters below this frequency occur in dictionaries only. */
const MIN_FREQUENCY = 850;

const soundKey = ({ initial, final }: Pick<Syllable, 'initial' | 'final'>) => `${initial}.${final}`;

export function characterTable(words: readonly WordlistItem[]): CharacterTable {
  return runToCompletion(generateCharacterTable(words));
}

/** Words processed between two yields. */
const YIELD_INTERVAL = 64;

function* generateCharacterTable(words: readonly WordlistItem[]): Generator<void, CharacterTable> {
  const bySound = new Map<string, CharacterReading[]>();
  const details = new Map<string, WordlistItem>();
  for (const [i, item] of words.entries()) {
    if (i % YIELD_INTERVAL === 0) yield;
    details.set(item.char, item);
    if (item.vulgar || item.frequency < MIN_FREQUENCY) continue;
    for (const jyutping of item.readings) {
      const syllable = parseSyllable(jyutping);
      if (!syllable) break;
      const { tone } = syllable;
      const { char, definition, frequency } = item;
      const reading = { char, jyutping, tone, code: codeOfTone(tone), pitch: pitchOfTone(tone), definition, frequency };
      const key = soundKey(syllable);
      const list = bySound.get(key);
      if (list) list.push(reading);
      else bySound.set(key, [reading]);
    }
  }
  // The word list is sorted by popularity; a stable sort keeps that order among equals.
  for (const list of bySound.values()) list.sort((a, b) => b.frequency - a.frequency);
  return {
    withInitialAndFinal: (syllable) => bySound.get(soundKey(syllable)) ?? [],
    detail: (word) => details.get(word),
  };
}

/** The character table of a generation, built at first use. */
export const characterTableOf = cachePerGeneration(async (lexicon) =>
  runInSlices(generateCharacterTable(await lexicon.wordlist())),
);
