/** What the package cantonese-sound offers. The service and the workbench import the modules themselves. */
export {
  type AnnotatedCharacter,
  type AnnotatedLine,
  annotateLine,
  type ChosenReadings,
} from './annotation.ts';
export {
  type AdjacentCodes,
  codesFittingMoves,
  codesMatchingPattern,
  contourOfCode,
  type Move,
  type MovePattern,
  moveBetween,
} from './contour.ts';
export {
  FINALS,
  formatJyutping,
  formatSyllable,
  INITIALS,
  parseJyutping,
  parseSyllable,
  parseSyllablePattern,
  type Syllable,
  type SyllablePattern,
  type Tone,
} from './jyutping.ts';
export { LAZY_RULES, type LazyRule, mergedSoundKey } from './lazy-sounds.ts';
export { lineUnits } from './line-units.ts';
export {
  isRisk,
  type MoveList,
  movesOfCodes,
  movesOfMelody,
  movesOfText,
  type Severity,
  severityOf,
  type Tolerance,
} from './melody.ts';
export { type FreelyRead, readingsOfMelody } from './melody-readings.ts';
export { createRhymeScheme, rhymeLift, sungRhymeOf, widenedFinals } from './rhyme.ts';
export type { DictionaryWord, Segment, WordTable } from './segmentation.ts';
export {
  CODE_DIGITS,
  type CodeDigit,
  codeOfReading,
  codeOfTone,
  isCodeDigit,
  type Level,
  levelOfCode,
  type Pitch,
  pitchOfCode,
  pitchOfTone,
} from './tone.ts';
export { CONTRARY_BELOW, PUBLISHED_SONGS, SINGABLE_FROM, type SungTone, sungShare } from './tone-moves.ts';
export { buildWordTable, type ListedWord } from './word-table.ts';
