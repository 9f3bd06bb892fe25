import { type AnnotatedLine, annotateInSteps, type ChosenReadings } from '../cantonese/annotation.ts';
import { isSung } from '../cantonese/line-units.ts';
import { createRhymeScheme } from '../cantonese/rhyme.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { hongKongLinesInSteps } from '../lexicon/hong-kong-form.ts';

/** One line of an annotated text. */
export interface TextLine extends AnnotatedLine {
  /** The line in the form in which it was annotated. */
  readonly text: string;
  /** The original line, if that is in simplified characters. */
  readonly normalizedFrom?: string;
  /** Tone codes of the characters that have a reading. */
  readonly code: string;
  /** Final of the last sung character; null without a reading. */
  readonly rhyme: string | null;
  /** A, B, … by rhyme over the whole text; null without a rhyme. */
  readonly scheme: string | null;
}

/** A reading that the writer has chosen. */
export interface ChosenReading {
  readonly line: number;
  /** Index among the places of the line, spaces and punctuation included. */
  readonly position: number;
  readonly jyutping: string;
}

const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/u;

/** Splits a text into lines; there is always at least one. */
export function splitLines(text: string): string[] {
  return text.split(LINE_BREAK);
}

/** Annotates lines independently, except for the rhyme scheme, with a pause after each word. */
export function* generateTextLines(
  lines: readonly string[],
  table: WordTable,
  readings: readonly ChosenReading[] = [],
): Generator<void, TextLine[]> {
  const chosen = new Map<number, Map<number, string>>();
  for (const { line, position, jyutping } of readings) {
    const readingsOfLine = chosen.get(line) ?? new Map<number, string>();
    chosen.set(line, readingsOfLine.set(position, jyutping));
  }
  const schemeOf = createRhymeScheme();
  const annotatedLines: TextLine[] = [];
  const traditional = yield* hongKongLinesInSteps(lines, table);
  for (const [i, text] of traditional.entries()) {
    const annotated = yield* annotateInSteps(text, table, chosen.get(i) satisfies ChosenReadings | undefined);
    const rhyme = annotated.characters.findLast(({ char }) => isSung(char))?.rhyme ?? null;
    annotatedLines.push({
      ...annotated,
      text,
      ...(text === lines[i] ? {} : { normalizedFrom: lines[i]! }),
      code: annotated.characters.map(({ code }) => code ?? '').join(''),
      rhyme,
      scheme: rhyme === null ? null : schemeOf(rhyme),
    });
  }
  return annotatedLines;
}
