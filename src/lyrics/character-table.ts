import { parseSyllable, type Syllable, type Tone } from '../cantonese/jyutping.ts';
import { type CodeDigit, codeOfTone, type Pitch, pitchOfTone } from '../cantonese/tone.ts';
import type { ListedWords, WordDetail } from '../lexicon/listed-words.ts';
import { cachePerGeneration } from '../lexicon/store.ts';

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
  /** What a word means and feels like. */
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
