import type { ChosenReadings } from '../cantonese/annotation.ts';
import { styleOf } from '../cantonese/context-rules.ts';
import { tonesOfReading } from '../cantonese/jyutping.ts';
import { lineUnits } from '../cantonese/line-units.ts';
import type { Severity } from '../cantonese/melody.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import type { CodeDigit } from '../cantonese/tone.ts';
import { codeOfSung, type SungTone } from '../cantonese/tone-moves.ts';
import type { RelationSource } from '../lexicon/entry.ts';
import { createYielder } from '../time-slicing.ts';
import { exchangesFor } from './exchanges.ts';
import { findRisks, isRiskBetween, type MelodyConstraint, type Risk, riskLevel } from './risks.ts';
import { readSungLine, type SungLine } from './sung-line.ts';
import { overlapsInPart } from './swaps/verify.ts';

/** One replacement within a repair. For a `reading` the word stays and is read otherwise. */
export interface RepairSwap {
  readonly start: number;
  readonly replaces: string;
  readonly word: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar' | 'character' | 'reading';
}

/** Swaps that together clear risks of the line and open none. The lower the cost, the more of the line and its meaning is kept. */
export interface Repair {
  readonly line: string;
  readonly cost: number;
  readonly swaps: readonly RepairSwap[];
  /** Positions of the risks that it clears, and of those that it leaves as they are; ascending. */
  readonly clears: readonly number[];
  readonly leaves: readonly number[];
  /** Whether it only reads a character otherwise: `line` is then the line as it is. */
  readonly isReadingOnly: boolean;
}

/** A swap with its cost; those of a repair are added up. */
export interface PricedSwap extends RepairSwap {
  readonly tones: readonly SungTone[];
  readonly cost: number;
}

/** A single character with its reading: one of similar sound, or the same one read otherwise. */
export interface CharacterOption {
  readonly position: number;
  readonly char: string;
  readonly jyutping: string;
  readonly code: CodeDigit;
}

/** What a repair may put into the line. */
export interface RepairOptions {
  readonly words: readonly (Omit<RepairSwap, 'source'> & {
    readonly source: RelationSource | 'similar';
    readonly preference: number;
  })[];
  /** Most frequent first for each position. */
  readonly characters: readonly CharacterOption[];
  /** As they are ranked for each position. */
  readonly readings: readonly CharacterOption[];
}

interface Path {
  readonly cost: number;
  readonly last: SungTone | null;
  readonly swaps: readonly PricedSwap[];
  /** A repair may read one character otherwise, not more. */
  readonly hasReading: boolean;
}

/** Cost of any swap, so that fewer swaps win. A word costs additionally what its preference lacks to 100, or less than that by what is above. */
const SWAP_COST = 40;
const MAX_PREFERENCE = 100;
/** Additional cost of another reading, about that of a word that is hardly taken, and of each place further down its list. */
const READING_COST = { first: 50, step: 10 };
/** Additional cost of a character, which keeps the sound but not the meaning: more than that of any word. */
const CHARACTER_COST = 160;
/** A swap that costs so much more than a swap as such is uncertain: one of several in a repair may be. */
const UNCERTAIN_COST = 50;
/** What several swaps may cost beside being swaps: with more, too little of the meaning is left. */
const MOST_LOSS = 100;
/** With more other words it is another line. */
const MOST_WORDS = 3;
/** Beam width: paths kept for each tone, or code digit, that the line so far ends with. */
const MAX_PATHS_PER_END = 12;
const MAX_OPTIONS_PER_POSITION = 40;
/** A line that needs more swaps is written anew rather than repaired. */
const MAX_SWAPS = 8;

/** Candidate repairs, cheapest first. Dynamic programming over the positions; the state is the last tone. */
export async function candidateRepairs(
  line: SungLine,
  constraint: MelodyConstraint,
  options: RepairOptions,
  yieldIfDue: () => Promise<void> | undefined = createYielder(),
  /** Risks that may stay, by position. */
  tolerated: ReadonlyMap<number, Severity> = new Map(),
): Promise<(readonly PricedSwap[])[]> {
  const costOfMove = (from: SungTone | null, to: SungTone | null, position: number) =>
    costOfRisk(riskLevel(from, to, constraint, position), tolerated.get(position));
  const endOf = endOfPath(constraint);
  const swapsByStart = groupByStart(line, options, endOf);
  const pathsAt: Path[][] = Array.from({ length: line.tones.length + 1 }, () => []);
  pathsAt[0]!.push({ cost: 0, last: null, swaps: [], hasReading: false });
  for (const [position, tone] of line.tones.entries()) {
    const paths = pruneBeam(pathsAt[position]!, endOf);
    for (const path of paths) {
      const cost = costOfMove(path.last, tone, position);
      if (cost !== undefined) pathsAt[position + 1]!.push({ ...path, cost: path.cost + cost, last: tone });
    }
    for (const swap of swapsByStart.get(position) ?? []) {
      if (hasRiskInside(swap.tones, position, constraint)) continue;
      const [first, last] = [swap.tones[0]!, swap.tones.at(-1)!];
      for (const path of paths) {
        const isReading = swap.source === 'reading';
        if (path.swaps.length === MAX_SWAPS) continue;
        const cost = costOfMove(path.last, first, position);
        if (cost === undefined || (isReading && path.hasReading)) continue;
        pathsAt[position + swap.tones.length]!.push({
          cost: path.cost + swap.cost + cost,
          last,
          swaps: [...path.swaps, swap],
          hasReading: path.hasReading || isReading,
        });
      }
    }
    await yieldIfDue();
  }
  return pruneBeam(pathsAt.at(-1)!, endOf)
    .filter(({ swaps }) => swaps.length > 0)
    .sort((a, b) => a.cost - b.cost)
    .map(({ swaps }) => swaps);
}

/** Cost of a risk that stays: a contrary one more than any repair of it. */
const COST_OF_RISK: Record<Severity, number> = { oblique: 150, contrary: 300 };

/** Undefined where a risk may not stay, or would become worse. */
function costOfRisk(level: 0 | 1 | 2, tolerated: Severity | undefined): number | undefined {
  if (level === 0) return 0;
  if (tolerated === undefined || (level === 2 && tolerated === 'oblique')) return undefined;
  return COST_OF_RISK[level === 2 ? 'contrary' : 'oblique'];
}

/** The cheapest swaps that start at each position. Those that leave its tones as they are would mend nothing. */
function groupByStart(
  { sung, tones: lineTones }: SungLine,
  options: RepairOptions,
  endOf: EndOfPath,
): Map<number, PricedSwap[]> {
  const byStart = new Map<number, PricedSwap[]>();
  const add = ({ start, replaces, word, jyutping, code, source }: RepairSwap, cost: number) => {
    const tones = tonesOfReading(jyutping);
    if (tones.every((tone, i) => endOf(tone) === endOf(lineTones[start + i] ?? null))) return;
    const swap = { start, replaces, word, jyutping, code, source, tones, cost: SWAP_COST + cost };
    const list = byStart.get(start);
    if (list) list.push(swap);
    else byStart.set(start, [swap]);
  };
  for (const word of options.words) add(word, MAX_PREFERENCE - word.preference);
  const addCharacters = (
    characters: readonly CharacterOption[],
    source: 'character' | 'reading',
    costAt: (place: number) => number,
  ) => {
    const counts = new Map<number, number>();
    for (const { position: start, char: word, jyutping, code } of characters) {
      const place = counts.get(start) ?? 0;
      counts.set(start, place + 1);
      add({ start, replaces: sung[start]!.char, word, jyutping, code, source }, costAt(place));
    }
  };
  addCharacters(options.readings, 'reading', (place) => READING_COST.first + place * READING_COST.step);
  addCharacters(options.characters, 'character', (place) => CHARACTER_COST + place);
  for (const swaps of byStart.values()) {
    swaps.sort((a, b) => a.cost - b.cost);
    swaps.splice(MAX_OPTIONS_PER_POSITION);
  }
  return byStart;
}

function hasRiskInside(tones: readonly SungTone[], start: number, constraint: MelodyConstraint): boolean {
  for (let i = 1; i < tones.length; i++)
    if (isRiskBetween(tones[i - 1]!, tones[i]!, constraint, start + i)) return true;
  return false;
}

type EndOfPath = (tone: SungTone | null) => SungTone | null;

/** What of a tone decides how a path may go on: for the strict rule its level alone. */
function endOfPath({ tolerance }: MelodyConstraint): EndOfPath {
  return tolerance === 'strict' ? (tone) => (tone === null ? null : codeOfSung(tone)) : (tone) => tone;
}

function pruneBeam(paths: Path[], endOf: EndOfPath): Path[] {
  const counts = new Map<SungTone | null, number>();
  return paths
    .sort((a, b) => a.cost - b.cost)
    .filter(({ last }) => {
      const end = endOf(last);
      const count = counts.get(end) ?? 0;
      counts.set(end, count + 1);
      return count < MAX_PATHS_PER_END;
    });
}

/** The swaps without those that the repair does not need, of which the dearest go first. `isRepaired` is true for `swaps`. */
export async function withoutNeedlessSwaps(
  swaps: readonly PricedSwap[],
  isRepaired: (swaps: readonly PricedSwap[]) => boolean,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<readonly PricedSwap[]> {
  if (swaps.length === 1) return swaps;
  for (const needless of [...swaps].sort((a, b) => b.cost - a.cost)) {
    await yieldIfDue();
    const rest = swaps.filter((swap) => swap !== needless);
    if (isRepaired(rest)) return withoutNeedlessSwaps(rest, isRepaired, yieldIfDue);
  }
  return swaps;
}

/** The line with all swaps applied. A swap is as long as what it replaces, so positions do not shift. */
export function repairedLine(line: SungLine, swaps: readonly RepairSwap[]): string {
  const characters = [...line.characters];
  for (const { start, word } of swaps)
    for (const [i, character] of Array.from(word).entries()) characters[line.characterIndices[start + i]!] = character;
  return characters.join('');
}

const MAX_REPAIRS = 3;

/**
 * The cheapest repairs that clear all risks and are read in the line as they were meant; each of their swaps is needed. Where there is
 * none, those that clear some, the worst risks first.
 */
export async function findRepairs(
  line: SungLine,
  table: WordTable,
  chosen: ChosenReadings,
  constraint: MelodyConstraint,
  options: RepairOptions,
  yieldIfDue: () => Promise<void> | undefined,
): Promise<Repair[]> {
  const before = findRisks(line.tones, constraint);
  /** The risks that stay; undefined where the swaps are not read as they are meant, or a risk is opened or raised. */
  const risksAfter = (swaps: readonly RepairSwap[], tolerated: ReadonlyMap<number, Severity>) => {
    const changed = repairedLine(line, swaps);
    if (swaps.length > 1 && !swaps.every((swap) => isExchangedStill(line, swap, changed, table))) return undefined;
    const reread = readSungLine(changed, table, readingsWith(line, swaps, chosen), constraint.melody);
    if (!swaps.every((swap) => isReadAsIntended(reread, swap) && isWordThere(reread, swap))) return undefined;
    const after = findRisks(reread.tones, constraint);
    const isTolerated = ({ position, severity }: Risk) =>
      costOfRisk(severity === 'contrary' ? 2 : 1, tolerated.get(position)) !== undefined;
    return after.every(isTolerated) ? after.map(({ position }) => position) : undefined;
  };
  const among = async (tolerated: ReadonlyMap<number, Severity>): Promise<Repair[]> => {
    const found: (readonly PricedSwap[])[] = [];
    const isKnown = (swaps: readonly PricedSwap[]) =>
      found.some((known) => isPartOf(known, swaps) || isSameLine(line, known, swaps));
    let tried = 0;
    for (const swaps of await candidateRepairs(line, constraint, options, yieldIfDue, tolerated)) {
      if (found.length === MAX_REPAIRS || tried++ === MAX_TRIED) break;
      // Few of so many are needless, and more than some words would say something else.
      if (swaps.length > MAX_SWAPS_TRIED) continue;
      await yieldIfDue();
      // Characters keep the sound and not the meaning: they are a last resort.
      if (hasCharacter(swaps) && (tolerated.size > 0 || found.some((known) => !hasCharacter(known)))) continue;
      if (found.some((known) => isPartOf(known, swaps))) continue;
      const left = risksAfter(swaps, tolerated);
      if (left === undefined || left.length === before.length) continue;
      const isAsGood = (rest: readonly PricedSwap[]) =>
        (risksAfter(rest, tolerated)?.length ?? Infinity) <= left.length;
      const needed = await withoutNeedlessSwaps(swaps, isAsGood, yieldIfDue);
      if (keepsMeaning(needed) && !isKnown(needed)) found.push(needed);
    }
    return found.map((swaps) => repairOf(swaps, risksAfter(swaps, tolerated)!)).sort((a, b) => a.cost - b.cost);
  };
  const repairOf = (swaps: readonly PricedSwap[], leaves: readonly number[]): Repair => ({
    line: repairedLine(line, swaps),
    cost: swaps.reduce((sum, { cost }) => sum + cost, 0),
    swaps: swaps.map(({ cost: _, tones: _tones, ...swap }) => swap),
    clears: before.map(({ position }) => position).filter((position) => !leaves.includes(position)),
    leaves,
    isReadingOnly: swaps.every(({ source }) => source === 'reading'),
  });
  const whole = await among(new Map());
  if (whole.length > 0 || before.length === 1) return whole;
  const weightOf = new Map(before.map(({ position, severity }) => [position, COST_OF_RISK[severity]]));
  const left = ({ leaves }: Repair) => leaves.reduce((sum, position) => sum + (weightOf.get(position) ?? 0), 0);
  const partial = await among(new Map(before.map(({ position, severity }) => [position, severity])));
  return partial.sort((a, b) => left(a) - left(b) || a.cost - b.cost);
}

/** Partial repairs are tried by cost, and few of the first are not read as they were meant. */
const MAX_TRIED = 60;
const MAX_SWAPS_TRIED = 8;

/** Whether a line with several swaps still says what it did: each of them but one says nearly the same. */
function keepsMeaning(swaps: readonly PricedSwap[]): boolean {
  const losses = swaps.map(({ cost }) => cost - SWAP_COST);
  const loss = losses.reduce((sum, one) => sum + Math.max(0, one), 0);
  if (swaps.length > MOST_WORDS) return false;
  return swaps.length === 1 || (loss <= MOST_LOSS && losses.filter((one) => one > UNCERTAIN_COST).length < 2);
}

const hasCharacter = (swaps: readonly RepairSwap[]) => swaps.some(({ source }) => source === 'character');

/** Whether two repairs write the same line. */
const isSameLine = (line: SungLine, a: readonly RepairSwap[], b: readonly RepairSwap[]) =>
  repairedLine(line, a) === repairedLine(line, b);

/** Whether all of some swaps are among others, which therefore hold a needless one, or are the same. */
function isPartOf(swaps: readonly RepairSwap[], others: readonly RepairSwap[]): boolean {
  return swaps.every(({ start, word, jyutping }) =>
    others.some((other) => other.start === start && other.word === word && other.jyutping === jyutping),
  );
}

/** Whether the swap is read in the line as intended: 食 has the reading zi6, but hardly ever takes it. */
function isReadAsIntended({ sung }: SungLine, { start, jyutping }: RepairSwap): boolean {
  return jyutping.split(' ').every((syllable, i) => sung[start + i]?.jyutping === syllable);
}

/** Whether no word of the line takes a part of the swap and a part of what is beside it: 再見|過 is no 見過. */
function isWordThere({ words }: SungLine, { start, jyutping }: RepairSwap): boolean {
  const end = start + jyutping.split(' ').length;
  return words.every((word) => !overlapsInPart(word, { start, end }));
}

/** Readings chosen for the line and by the swaps. Those for the line do not apply to replaced characters. */
function readingsWith(line: SungLine, swaps: readonly RepairSwap[], chosen: ChosenReadings): ChosenReadings {
  const readings = new Map(chosen);
  for (const { start, word, jyutping, source } of swaps) {
    const characters = Array.from(word);
    for (const [i, character] of characters.entries())
      if (character !== line.sung[start + i]?.char) readings.delete(start + i);
    if (source === 'reading') readings.set(start, jyutping);
  }
  return readings;
}

/** Whether what the table puts in the place of a word in the line it also puts there between other changes of the line. */
function isExchangedStill(
  line: SungLine,
  { start, replaces, word }: Pick<RepairSwap, 'start' | 'replaces' | 'word'>,
  changed: string,
  table: WordTable,
): boolean {
  const length = lineUnits(replaces).length;
  const [from, to] = [line.characterIndices[start]!, line.characterIndices[start + length - 1]! + 1];
  const standard = (characters: readonly string[]) =>
    characters.map((character) => table.formOf?.(character) ?? character).join('');
  const isPutInto = (characters: readonly string[]) =>
    exchangesFor(
      standard(lineUnits(replaces)),
      standard(characters.slice(0, from)),
      standard(characters.slice(to)),
      styleOf(line.characters.join('')),
    ).includes(word);
  return !isPutInto(line.characters) || isPutInto(lineUnits(changed));
}
