import type { ChosenReadings } from '../cantonese/annotation.ts';
import { rereader } from '../cantonese/rereading.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import type { CodeDigit } from '../cantonese/tone.ts';
import { type Demand, findRisks, isRiskBetween } from './risks.ts';
import { byPlace, type SungLine, withReplacement } from './sung-line.ts';

/** A replacement that was tried in the line, and what it does there. */
export interface Tried {
  /** The whole line with the replacement in place. */
  readonly line: string;
  /** Sung positions whose risk is gone. */
  readonly resolves: readonly number[];
}

/**
 * Tries replacements in a line by reading it anew, as it will be when the writer sends it: a word may be cut otherwise or be read
 * otherwise in its new surroundings. Answers undefined when a risk is opened or none is cleared.
 */
export function trier(
  line: SungLine,
  table: WordTable,
  chosen: ChosenReadings,
  demand: Demand,
): (start: number, text: string, jyutping: string) => Tried | undefined {
  const risky = new Set(findRisks(line.codes, demand).map((risk) => risk.position));
  const positionOf = new Map(line.places.map((place, position) => [place, position]));
  const reread = rereader(line.characters.join(''), table, byPlace(line.places, chosen));
  const tried = new Map<string, Tried | undefined>();

  const attempt = (start: number, text: string, jyutping: string): Tried | undefined => {
    const replacement = Array.from(text);
    const first = line.places[start]!;
    const read = reread(first, replacement);
    const reading = replacement.map((_, i) => read.get(first + i)?.jyutping);
    if (reading.join(' ') !== jyutping) return undefined;
    const codes = new Map<number, CodeDigit | null>();
    for (const [place, { code }] of read) {
      const position = positionOf.get(place);
      if (position !== undefined) codes.set(position, code);
    }
    const resolves = cleared(line, codes, risky, demand);
    return resolves && { line: withReplacement(line, start, text), resolves };
  };
  return (start, text, jyutping) => {
    const key = `${start} ${text} ${jyutping}`;
    if (!tried.has(key)) tried.set(key, attempt(start, text, jyutping));
    return tried.get(key);
  };
}

/** The risks that new codes clear, ascending; undefined when they open one or clear none. */
function cleared(
  line: SungLine,
  codes: ReadonlyMap<number, CodeDigit | null>,
  risky: ReadonlySet<number>,
  demand: Demand,
): number[] | undefined {
  const codeAt = (position: number) => (codes.has(position) ? codes.get(position)! : (line.codes[position] ?? null));
  const touched = new Set<number>();
  for (const position of codes.keys()) touched.add(position).add(position + 1);
  const resolves: number[] = [];
  for (const position of touched) {
    // Before the first character and after the last there is no code, and so no risk.
    const isRisky = isRiskBetween(codeAt(position - 1), codeAt(position), demand, position);
    if (isRisky && !risky.has(position)) return undefined;
    if (!isRisky && risky.has(position)) resolves.push(position);
  }
  return resolves.length > 0 ? resolves.sort((a, b) => a - b) : undefined;
}
