import type { ChosenReadings } from '../cantonese/annotation.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { type Demand, findRisks } from './risks.ts';
import { readSungLine, type SungLine, withReplacement } from './sung-line.ts';

/** A replacement that was tried in the line, and what it does there. */
export interface Tried {
  /** The whole line with the replacement in place. */
  readonly line: string;
  /** Sung positions whose risk is gone. */
  readonly resolves: readonly number[];
}

/** Replacements are looked at with this many characters of the line on each side: no word or rule of context reaches further. */
const WINDOW = 24;

/**
 * Tries replacements in a line by annotating it anew, as it will be when the writer sends it: a word may be cut otherwise or be
 * read otherwise in its new surroundings. Answers undefined when a risk is opened or none is cleared.
 */
export function trier(
  line: SungLine,
  table: WordTable,
  chosen: ChosenReadings,
  demand: Demand,
): (start: number, text: string, jyutping: string) => Tried | undefined {
  const tried = new Map<string, Tried | undefined>();
  return (start, text, jyutping) => {
    const key = `${start} ${text} ${jyutping}`;
    if (!tried.has(key)) tried.set(key, tryReplacement(line, table, chosen, demand, start, text, jyutping));
    return tried.get(key);
  };
}

function tryReplacement(
  line: SungLine,
  table: WordTable,
  chosen: ChosenReadings,
  demand: Demand,
  start: number,
  text: string,
  jyutping: string,
): Tried | undefined {
  const length = Array.from(text).length;
  const [from, to] = windowAround(line, start, start + length);
  const slice = (values: readonly string[]) => values.slice(line.places[from], (line.places[to - 1] ?? 0) + 1).join('');
  const changed = withReplacement(line, start, text);
  const inside: ChosenReadings = new Map(
    [...chosen].filter(([at]) => at >= from && at < to).map(([at, reading]) => [at - from, reading]),
  );
  const after = readSungLine(slice(Array.from(changed)), table, inside);
  const read = after.sung.slice(start - from, start - from + length).map((character) => character.jyutping);
  if (read.join(' ') !== jyutping) return undefined;
  // Positions near a cut edge of the window are read without their surroundings; the line as it was speaks for them.
  const codes = [...line.codes];
  const margin = WINDOW / 2;
  for (let at = from; at < to; at++) {
    const trusted = (from === 0 || at >= start - margin) && (to === line.sung.length || at < start + length + margin);
    if (trusted) codes[at] = after.codes[at - from] ?? null;
  }
  const before = new Set(findRisks(line.codes, demand).map((risk) => risk.position));
  const left = new Set(findRisks(codes, demand).map((risk) => risk.position));
  for (const position of left) if (!before.has(position)) return undefined;
  const resolves = [...before].filter((position) => !left.has(position));
  return resolves.length > 0 ? { line: changed, resolves } : undefined;
}

/** Sung positions of the window, widened to word boundaries so that no word is cut. */
function windowAround(line: SungLine, start: number, end: number): [from: number, to: number] {
  let from = Math.max(0, start - WINDOW);
  let to = Math.min(line.sung.length, end + WINDOW);
  for (const word of line.words) {
    if (word.start < from && word.end > from) from = word.start;
    if (word.start < to && word.end > to) to = word.end;
  }
  return [from, to];
}
