import { type ChosenReadings, soundOf } from '../cantonese/annotation.ts';
import { styleOf } from '../cantonese/context-rules.ts';
import { lineUnits } from '../cantonese/line-units.ts';
import type { Severity } from '../cantonese/melody.ts';
import type { FreelyRead } from '../cantonese/melody-readings.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { exchangesFor, hasExchanges } from './exchanges.ts';
import {
  COST_OF_RISK,
  candidateRepairs,
  costOfRisk,
  isUncertain,
  type PricedSwap,
  type RepairOptions,
  type RepairSwap,
} from './repair-paths.ts';
import { findRisks, type LineTones, type MelodyConstraint, type Risk } from './risks.ts';
import type { SungLine } from './sung-line.ts';
import { type ReadSubstitution, tonesWithReadings } from './swaps/read-in-place.ts';

/** Swaps that together clear risks of the line and open none. The lower the cost, the more of the line and its meaning is kept. */
export interface Repair {
  readonly line: string;
  readonly cost: number;
  readonly swaps: readonly RepairSwap[];
  /** Sung positions of the risks that it clears, ascending. */
  readonly clears: readonly number[];
  /** Sung positions of the risks that stay, ascending. */
  readonly leaves: readonly number[];
  /** Those of `leaves` whose risk was contrary and becomes oblique. */
  readonly lowers: readonly number[];
  /** Whether it only reads a character otherwise: `line` is then the line as it is. */
  readonly isReadingOnly: boolean;
  /** Whether one of its swaps is uncertain. */
  readonly isGuess: boolean;
}

/** The line with all swaps applied. A swap is as long as what it replaces, so positions do not shift. */
export function repairedLine(line: SungLine, swaps: readonly RepairSwap[]): string {
  const characters = [...line.characters];
  for (const { start, word } of swaps)
    for (const [i, character] of lineUnits(word).entries()) characters[line.characterIndices[start + i]!] = character;
  return characters.join('');
}

const MAX_REPAIRS = 3;

export interface RepairSearch {
  readonly line: SungLine;
  readonly table: WordTable;
  readonly chosen: ChosenReadings;
  readonly constraint: MelodyConstraint;
  readonly read: ReadSubstitution;
  readonly options: RepairOptions;
  readonly yieldIfDue: () => Promise<void> | undefined;
}

/** Risks that may stay, by position, with their severity in the line as it is. */
type Tolerated = ReadonlyMap<number, Severity>;

/** A search with what all its combinations of swaps are compared with. */
interface RepairWork extends RepairSearch {
  readonly risks: readonly Risk[];
  readonly isStillExchange: ReturnType<typeof createExchangeTest>;
}

/**
 * The cheapest repairs that clear all risks and are read in the line as they were meant; each of their swaps is needed. Where none of them
 * is certain, also those that clear or lower some, the worst risks first. Guesses come last.
 */
export async function findRepairs(search: RepairSearch): Promise<Repair[]> {
  const risks = findRisks(search.line.tones, search.constraint);
  const work = { ...search, risks, isStillExchange: createExchangeTest(search) };
  const complete = await repairsTolerating(work, new Map());
  const certain = complete.filter(({ isGuess }) => !isGuess);
  if (certain.length > 0) return certain;
  const hasOneObliqueRisk = risks.length === 1 && risks[0]!.severity === 'oblique';
  if (hasOneObliqueRisk) return complete;
  const partial = await repairsTolerating(
    work,
    new Map(risks.map(({ position, severity }) => [position, severity] as const)),
  );
  const completeLines = new Set(complete.map(({ line }) => line));
  return [...complete, ...partial.filter(({ line }) => !completeLines.has(line))]
    .sort((a, b) => Number(a.isGuess) - Number(b.isGuess) || worthOf(b, risks) - worthOf(a, risks) || a.cost - b.cost)
    .slice(0, MAX_REPAIRS);
}

/** The cheapest repairs that leave no other risks than those tolerated, and lighten the line. */
async function repairsTolerating(work: RepairWork, tolerated: Tolerated): Promise<Repair[]> {
  const { line, constraint, options, risks, yieldIfDue } = work;
  const found: { readonly swaps: readonly PricedSwap[]; readonly remaining: readonly Risk[] }[] = [];
  const isKnown = (swaps: readonly PricedSwap[]) =>
    found.some((known) => isPartOf(known.swaps, swaps) || isSameLine(line, known.swaps, swaps));
  let tried = 0;
  for (const swaps of await candidateRepairs(line, constraint, options, yieldIfDue, tolerated)) {
    if (found.length === MAX_REPAIRS || tried === MAX_TRIED) break;
    await yieldIfDue();
    if (isKnown(swaps) || hasNeedless(work, swaps, tolerated)) continue;
    tried++;
    const remaining = risksAfter(work, swaps, tolerated);
    if (remaining !== undefined && weightOf(remaining) < weightOf(risks)) found.push({ swaps, remaining });
  }
  return found.map(({ swaps, remaining }) => repairOf(work, swaps, remaining)).sort((a, b) => a.cost - b.cost);
}

/** The risks that stay; undefined where the swaps are not read as they are meant, or a risk is opened or raised. */
function risksAfter(work: RepairWork, swaps: readonly RepairSwap[], tolerated: Tolerated): Risk[] | undefined {
  if (swaps.length > 1 && !swaps.every((swap) => work.isStillExchange(swap, swaps))) return undefined;
  const tones = tonesWith(work, swaps);
  return tones && risksTolerated(tones, work, tolerated);
}

/** The risks of tones; undefined where one of them may not stay. */
function risksTolerated(tones: LineTones, { constraint }: RepairWork, tolerated: Tolerated): Risk[] | undefined {
  const risks = findRisks(tones, constraint);
  return risks.every((risk) => mayStay(risk, tolerated)) ? risks : undefined;
}

/** Whether the tones of a repair would do without one of its swaps. */
function hasNeedless(work: RepairWork, swaps: readonly PricedSwap[], tolerated: Tolerated): boolean {
  if (swaps.length === 1) return false;
  const weightWith = (applied: readonly PricedSwap[]) => {
    const tones = [...work.line.tones];
    for (const { start, tones: replacing } of applied) tones.splice(start, replacing.length, ...replacing);
    const risks = risksTolerated(tones, work, tolerated);
    return risks ? weightOf(risks) : Infinity;
  };
  const weight = weightWith(swaps);
  return swaps.some((swap) => weightWith(swaps.filter((other) => other !== swap)) <= weight);
}

function repairOf({ line, risks }: RepairWork, swaps: readonly PricedSwap[], remaining: readonly Risk[]): Repair {
  const contrary = new Set(positionsOf(risks.filter(({ severity }) => severity === 'contrary')));
  const leaves = positionsOf(remaining);
  return {
    line: repairedLine(line, swaps),
    cost: swaps.reduce((sum, { cost }) => sum + cost, 0),
    swaps: swaps.map(({ cost: _, tones: _tones, ...swap }) => swap),
    clears: positionsOf(risks).filter((position) => !leaves.includes(position)),
    leaves,
    lowers: positionsOf(remaining.filter(({ position, severity }) => severity === 'oblique' && contrary.has(position))),
    isReadingOnly: swaps.every(({ source }) => source === 'reading'),
    isGuess: swaps.some(isUncertain),
  };
}

/** The sum of what a repair clears and lowers. */
const worthOf = ({ clears, lowers }: Repair, risks: readonly Risk[]): number =>
  risks.reduce((sum, { position, severity }) => {
    if (clears.includes(position)) return sum + COST_OF_RISK[severity];
    return lowers.includes(position) ? sum + COST_OF_RISK.contrary - COST_OF_RISK.oblique : sum;
  }, 0);

const mayStay = ({ position, severity }: Risk, tolerated: Tolerated) =>
  costOfRisk(severity === 'contrary' ? 2 : 1, tolerated.get(position)) !== undefined;
const positionsOf = (risks: readonly Risk[]) => risks.map(({ position }) => position);
const weightOf = (risks: readonly Risk[]) => risks.reduce((sum, { severity }) => sum + COST_OF_RISK[severity], 0);

/** Bound on the combinations of swaps that are read in the line, cheapest first. Most are read as they were meant. */
const MAX_TRIED = 60;

/** Whether two repairs write the same line. */
const isSameLine = (line: SungLine, a: readonly RepairSwap[], b: readonly RepairSwap[]) =>
  repairedLine(line, a) === repairedLine(line, b);

/** Whether all of some swaps are among others, which therefore hold a needless one, or are the same. */
function isPartOf(swaps: readonly RepairSwap[], others: readonly RepairSwap[]): boolean {
  return swaps.every(({ start, word, jyutping }) =>
    others.some((other) => other.start === start && other.word === word && other.jyutping === jyutping),
  );
}

/** The tones of the line with all swaps; undefined where one of them is read otherwise than it is meant, or cut up. */
function tonesWith(
  { line, chosen, constraint, read }: RepairSearch,
  swaps: readonly RepairSwap[],
): LineTones | undefined {
  const placed = swaps.filter(({ source }) => source !== 'reading').sort((a, b) => a.start - b.start);
  const inPlace = placed.length === 0 ? { readings: NO_READINGS, isUncut: true } : read(placed);
  if (!inPlace.isUncut) return undefined;
  const readings = new Map(inPlace.readings);
  for (const { start, jyutping, source } of swaps)
    if (source === 'reading') readings.set(start, { jyutping, tone: soundOf(jyutping)?.tone ?? null });
  const { tones, readByMelody } = tonesWithReadings(line, readings, constraint, readingsWith(line, swaps, chosen));
  const syllableAt = (position: number) => readByMelody.get(position) ?? readings.get(position)?.jyutping;
  const isAsMeant = ({ start, jyutping }: RepairSwap) =>
    jyutping.split(' ').every((syllable, i) => syllableAt(start + i) === syllable);
  return swaps.every(isAsMeant) ? tones : undefined;
}

const NO_READINGS: ReadonlyMap<number, FreelyRead> = new Map();

/** Readings chosen for the line and by the swaps. Those for the line do not apply to replaced characters. */
function readingsWith(line: SungLine, swaps: readonly RepairSwap[], chosen: ChosenReadings): ChosenReadings {
  const readings = new Map(chosen);
  for (const { start, word, jyutping, source } of swaps) {
    const characters = lineUnits(word);
    for (const [i, character] of characters.entries())
      if (character !== line.sung[start + i]?.char) readings.delete(start + i);
    if (source === 'reading') readings.set(start, jyutping);
  }
  return readings;
}

/**
 * A test of whether the hand-written table still lists a swap beside the other swaps, if it lists it in the line as
 * it is. Other swaps pass.
 */
function createExchangeTest({ line, table }: RepairSearch): (swap: RepairSwap, all: readonly RepairSwap[]) => boolean {
  const style = styleOf(line.characters.join(''));
  const formOf = (character: string) => table.formOf?.(character) ?? character;
  const isPutInto = ({ start, replaces, word }: RepairSwap, characters: readonly string[]) => {
    const forms = characters.map(formOf);
    const replaced = lineUnits(replaces);
    const [from, to] = [line.characterIndices[start]!, line.characterIndices[start + replaced.length - 1]! + 1];
    const [before, after] = [forms.slice(0, from).join(''), forms.slice(to).join('')];
    return exchangesFor(replaced.map(formOf).join(''), before, after, style).includes(word);
  };
  const inLine = new Map<string, boolean>();
  return (swap, all) => {
    if (!hasExchanges(lineUnits(swap.replaces).map(formOf).join(''))) return true;
    const key = `${swap.start} ${swap.replaces} ${swap.word}`;
    const isInLine = inLine.get(key) ?? isPutInto(swap, line.characters);
    inLine.set(key, isInLine);
    return !isInLine || isPutInto(swap, lineUnits(repairedLine(line, all)));
  };
}
