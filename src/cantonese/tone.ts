import type { Syllable, Tone } from './jyutping.ts';

/**
 * The 0243 tone code: tone 4 → 0, tone 6 → 2, tones 3 and 5 → 4, tones 1 and 2 → 3.
 * Its digits name tones by the numerals that carry them (零 二 四 三), so their order as numbers is not their pitch order.
 */
export type CodeDigit = '0' | '2' | '3' | '4';

/** Rank of a code digit among the four pitch levels: 0 is the lowest, 3 the highest. */
export type Level = 0 | 1 | 2 | 3;

/** Pitch level in API responses: twice the rank. */
export type Pitch = 0 | 2 | 4 | 6;

const CODE_OF_TONE: Record<Tone, CodeDigit> = { 1: '3', 2: '3', 3: '4', 4: '0', 5: '4', 6: '2' };
const LEVEL_OF_CODE: Record<CodeDigit, Level> = { '0': 0, '2': 1, '4': 2, '3': 3 };

export const CODE_DIGITS: readonly CodeDigit[] = ['0', '2', '3', '4'];

export function codeOfTone(tone: Tone): CodeDigit {
  return CODE_OF_TONE[tone];
}

export function codeOfReading(syllables: readonly Syllable[]): string {
  return syllables.map((syllable) => CODE_OF_TONE[syllable.tone]).join('');
}

export function isCodeDigit(text: string): text is CodeDigit {
  return Object.hasOwn(LEVEL_OF_CODE, text);
}

export function levelOfCode(digit: CodeDigit): Level {
  return LEVEL_OF_CODE[digit];
}

/** Pitch level 0, 2, 4 or 6 of a code digit; 6 is the highest. */
export function pitchOfCode(digit: CodeDigit): Pitch {
  return (LEVEL_OF_CODE[digit] * 2) as Pitch;
}

/** Pitch level 0, 2, 4 or 6 of a tone; 6 is the highest. */
export function pitchOfTone(tone: Tone): Pitch {
  return pitchOfCode(CODE_OF_TONE[tone]);
}
