import type { ChosenReadings } from '../cantonese/annotation.ts';
import { type MoveList, movesOfCodes, type Tolerance } from '../cantonese/melody.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { type ContourCharacter, contourCharacters } from './fix-contour.ts';
import { findRisks, type Risk } from './risks.ts';
import type { LineEnd } from './song-rhymes.ts';
import { readSungLine, type SungLine } from './sung-line.ts';

export interface LineToCheck {
  readonly line: string;
  readonly melody: MoveList;
  readonly readings: ChosenReadings;
}

export interface CheckedLine {
  readonly line: string;
  readonly risks: readonly Risk[];
  readonly chars: readonly ContourCharacter[];
  /** End of the line; null where nothing is sung. */
  readonly end: LineEnd | null;
}

/** Counts over all lines. Shares are of the pairs for which both melody and tones are known. */
export interface CheckSummary {
  readonly pairs: number;
  readonly contrary: number;
  readonly oblique: number;
}

/** The risks of each line, and statistics of how melody and tones differ, independent of the tolerance. Pauses after each line. */
export function* checkLines(
  lines: readonly LineToCheck[],
  tolerance: Tolerance,
  table: WordTable,
): Generator<void, { lines: CheckedLine[]; summary: CheckSummary }> {
  const summary = { pairs: 0, contrary: 0, oblique: 0 };
  const checked: CheckedLine[] = [];
  for (const { line, melody, readings } of lines) {
    const sung = readSungLine(line, table, readings, melody);
    const lyric = movesOfCodes(sung.codes);
    summary.pairs += lyric.filter((move, position) => move !== null && (melody[position] ?? null) !== null).length;
    for (const { severity } of findRisks(sung.tones, { melody, tolerance: 'strict' })) summary[severity]++;
    checked.push({
      line,
      risks: findRisks(sung.tones, { melody, tolerance }),
      chars: contourCharacters(sung, melody),
      end: endOf(sung),
    });
    yield;
  }
  return { lines: checked, summary };
}

function endOf({ sung, words }: SungLine): LineEnd | null {
  const last = sung.at(-1);
  if (!last) return null;
  const word = words.find(({ end }) => end === sung.length)?.text ?? last.char;
  return { char: last.char, word, jyutping: last.jyutping, rhyme: last.rhyme };
}
