import table from '../../data/sound/free-variants.json' with { type: 'json' };
import type { Style } from './context-rules.ts';

/** Readings of a character that are heard for the same meaning: which of them is sung, the style of the line decides. */

interface Row {
  readonly char: string;
  /** The readings, separated by ` / `. */
  readonly readings: string;
  /** The words in which it is so, separated by 、; without them wherever the character has one of the readings. */
  readonly words?: string;
  /** The reading that a line of this style takes; without it the reading of the word stays. */
  readonly written?: string;
  readonly spoken?: string;
}

interface FreeVariant {
  readonly readings: readonly string[];
  readonly words: ReadonlySet<string> | undefined;
  readonly choice: Readonly<Record<Style, string | undefined>>;
}

const BY_CHARACTER = new Map<string, FreeVariant[]>();
for (const { char, readings, words, written, spoken } of table as readonly Row[]) {
  const variant: FreeVariant = {
    readings: readings.split(' / '),
    words: words === undefined ? undefined : new Set(words.split('、')),
    choice: { written, spoken },
  };
  for (const one of char.split('、')) BY_CHARACTER.set(one, [...(BY_CHARACTER.get(one) ?? []), variant]);
}

function variantOf(character: string, syllable: string, word: string): FreeVariant | undefined {
  return BY_CHARACTER.get(character)?.find(
    ({ readings, words }) => readings.includes(syllable) && (words?.has(word) ?? true),
  );
}

/** The syllables of a word as a line of this style takes them. */
export function readInStyle(word: string, syllables: readonly string[], style: Style): readonly string[] {
  let read: string[] | undefined;
  let index = 0;
  for (const character of word) {
    const syllable = syllables[index];
    const chosen = syllable === undefined ? undefined : variantOf(character, syllable, word)?.choice[style];
    if (chosen !== undefined && chosen !== syllable) (read ??= [...syllables])[index] = chosen;
    index++;
  }
  return read ?? syllables;
}

/** The readings that may stand for a syllable of a word, itself among them; undefined where there is no other. */
export function freeReadings(character: string, syllable: string, word: string): readonly string[] | undefined {
  return variantOf(character, syllable, word)?.readings;
}
