import type { ChosenReadings } from '../cantonese/annotation.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { type Codes, type Demand, findRisks, isRiskBetween } from './risks.ts';
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
  const risky = new Set(findRisks(line.codes, demand).map((risk) => risk.position));
  const tried = new Map<string, Tried | undefined>();
  return (start, text, jyutping) => {
    const key = `${start} ${text} ${jyutping}`;
    if (tried.has(key)) return tried.get(key);
    const changed = readChanged(line, table, chosen, start, text);
    const resolves = changed.reading === jyutping ? cleared(line, changed, risky, demand) : undefined;
    const answer = resolves ? { line: withReplacement(line, start, text), resolves } : undefined;
    tried.set(key, answer);
    return answer;
  };
}

/** The codes of a stretch of the line once a replacement is in place; outside it nothing changes. */
interface Changed {
  readonly from: number;
  readonly codes: Codes;
  /** How the replacement is read there. */
  readonly reading: string;
}

function readChanged(line: SungLine, table: WordTable, chosen: ChosenReadings, start: number, text: string): Changed {
  const replacement = Array.from(text);
  const end = start + replacement.length;
  const [from, to] = windowAround(line, start, end);
  const first = line.places[from]!;
  const characters = line.characters.slice(first, line.places[to - 1]! + 1);
  for (const [i, character] of replacement.entries()) characters[line.places[start + i]! - first] = character;
  const inside: ChosenReadings = new Map(
    [...chosen].filter(([at]) => at >= from && at < to).map(([at, reading]) => [at - from, reading]),
  );
  const { sung, codes } = readSungLine(characters.join(''), table, inside);
  // Near a cut edge the window is read without its surroundings; there the line as it was speaks.
  const margin = WINDOW / 2;
  const least = from === 0 ? 0 : Math.max(from, start - margin);
  const most = to === line.sung.length ? to : Math.min(to, end + margin);
  return {
    from: least,
    codes: codes.slice(least - from, most - from),
    reading: sung
      .slice(start - from, end - from)
      .map((character) => character.jyutping)
      .join(' '),
  };
}

/** The risks that a change clears; undefined when it opens one or clears none. */
function cleared(
  line: SungLine,
  { from, codes }: Changed,
  risky: ReadonlySet<number>,
  demand: Demand,
): number[] | undefined {
  const codeAt = (position: number) =>
    codes[position - from] ??
    (position < from || position >= from + codes.length ? line.codes[position] : null) ??
    null;
  const resolves: number[] = [];
  for (let position = Math.max(1, from); position <= Math.min(from + codes.length, line.codes.length - 1); position++) {
    const isRisky = isRiskBetween(codeAt(position - 1), codeAt(position), demand, position);
    if (isRisky && !risky.has(position)) return undefined;
    if (!isRisky && risky.has(position)) resolves.push(position);
  }
  return resolves.length > 0 ? resolves : undefined;
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
