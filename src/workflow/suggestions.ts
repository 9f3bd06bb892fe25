import type { ChosenReadings } from '../cantonese/annotation.ts';
import { type Style, styleOf } from '../cantonese/context-rules.ts';
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

/** Sung characters on each side of a replacement whose reading it may change: what rules of context look at, and a word more. */
const REACH = 16;
/** As many again are read along with those, so that they have their own surroundings. */
const WINDOW = 2 * REACH;

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
  const style = styleOf(line.characters.join(''));
  const tried = new Map<string, Tried | undefined>();
  return (start, text, jyutping) => {
    const key = `${start} ${text} ${jyutping}`;
    if (tried.has(key)) return tried.get(key);
    const changed = changeOf(line, start, text, style);
    const { reading, stretch } = readChange(changed, line, table, chosen);
    const resolves = reading === jyutping ? cleared(line, stretch, risky, demand) : undefined;
    const answer = resolves ? { line: changed.line, resolves } : undefined;
    tried.set(key, answer);
    return answer;
  };
}

/** A replacement in place, and the stretch of the line that has to be read anew: all of it when its style changes. */
interface Change {
  readonly line: string;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly style: Style;
}

function changeOf(line: SungLine, start: number, text: string, style: Style): Change {
  const changed = withReplacement(line, start, text);
  const end = start + Array.from(text).length;
  const [from, to] = styleOf(changed) === style ? windowAround(line, start, end) : [0, line.sung.length];
  return { line: changed, start, end, from, to, style: styleOf(changed) };
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

/** Codes from sung position `from` on that a change has decided; outside of them the line is as it was. */
interface Stretch {
  readonly from: number;
  readonly codes: Codes;
}

function readChange(
  { line: changed, start, end, from, to, style }: Change,
  line: SungLine,
  table: WordTable,
  chosen: ChosenReadings,
): { reading: string; stretch: Stretch } {
  const whole = { left: from === 0, right: to === line.sung.length };
  const characters = Array.from(changed).slice(
    whole.left ? 0 : line.places[from],
    whole.right ? undefined : line.places[to - 1]! + 1,
  );
  const inside: ChosenReadings = new Map(
    [...chosen].filter(([at]) => at >= from && at < to).map(([at, reading]) => [at - from, reading]),
  );
  const { sung, codes } = readSungLine(characters.join(''), table, inside, style);
  const reading = sung.slice(start - from, end - from).map((character) => character.jyutping);
  // Near a cut edge the window is read without its surroundings; there the line as it was speaks.
  const first = whole.left ? from : Math.max(from, start - REACH);
  const last = whole.right ? to : Math.min(to, end + REACH);
  return { reading: reading.join(' '), stretch: { from: first, codes: codes.slice(first - from, last - from) } };
}

/** The risks that a change clears; undefined when it opens one or clears none. */
function cleared(
  line: SungLine,
  { from, codes }: Stretch,
  risky: ReadonlySet<number>,
  demand: Demand,
): number[] | undefined {
  const to = from + codes.length;
  const codeAt = (position: number) =>
    (position < from || position >= to ? line.codes[position] : codes[position - from]) ?? null;
  const resolves: number[] = [];
  for (let position = Math.max(1, from); position <= Math.min(to, line.codes.length - 1); position++) {
    const isRisky = isRiskBetween(codeAt(position - 1), codeAt(position), demand, position);
    if (isRisky && !risky.has(position)) return undefined;
    if (!isRisky && risky.has(position)) resolves.push(position);
  }
  return resolves.length > 0 ? resolves : undefined;
}
