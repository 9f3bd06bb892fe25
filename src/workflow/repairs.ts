import type { CodeDigit } from '../cantonese/tone.ts';
import type { RelationSource } from '../lexicon/entry.ts';
import type { Replacement } from '../lexicon/store.ts';
import { givingWay } from './give-way.ts';
import { type Demand, isRiskBetween } from './risks.ts';
import { type SungLine, type SungWord, withReplacement } from './sung-line.ts';
import { byMeaning } from './swaps.ts';

/** One replacement within a repair. */
export interface RepairSwap {
  readonly start: number;
  readonly replaces: string;
  readonly word: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar' | 'character';
}

/** A set of swaps that together leave the line without a risk. Lower cost keeps more of the line and of its meaning. */
export interface Repair {
  readonly line: string;
  readonly cost: number;
  readonly swaps: readonly RepairSwap[];
}

/** What may stand in the place of one stretch of the line: a word of it, or one character that no word covers. */
interface Option {
  readonly codes: readonly (CodeDigit | null)[];
  readonly cost: number;
  readonly swap?: RepairSwap;
}

interface Path {
  readonly cost: number;
  readonly last: CodeDigit | null;
  readonly swaps: readonly RepairSwap[];
}

/** A character whose sound is kept, for a stretch that it is part of. */
export interface CharacterOption {
  readonly position: number;
  readonly char: string;
  readonly jyutping: string;
  readonly code: CodeDigit;
}

/** Every swap costs this much, so that fewer swaps win; a synonym costs besides what it lacks in nearness. */
const SWAP_COST = 40;
/** A character that keeps the sound but not the meaning costs more than any word that keeps the meaning. */
const CHARACTER_COST = 160;
const FARTHEST = 100;
/** Paths kept for each code digit that a prefix may end with. */
const PATHS_KEPT = 12;
const OPTIONS_PER_WORD = 40;

/** Candidate repairs, cheapest first: dynamic programming over the line's words, with the code digit last sung as the state. */
export async function candidateRepairs(
  line: SungLine,
  demand: Demand,
  replacements: ReadonlyMap<number, readonly Replacement[]>,
  characters: ReadonlyMap<number, readonly CharacterOption[]>,
  giveWay: () => Promise<void> | undefined = givingWay(),
): Promise<{ swaps: readonly RepairSwap[]; cost: number }[]> {
  let paths: Path[] = [{ cost: 0, last: null, swaps: [] }];
  for (const stretch of stretches(line)) {
    const options = optionsFor(line, stretch, replacements.get(stretch.start) ?? [], characters);
    const next: Path[] = [];
    for (const option of options) {
      if (!fitsInside(option.codes, stretch.start, demand)) continue;
      for (const path of paths) {
        if (fitsSeam(path.last, option.codes[0] ?? null, stretch.start, demand)) next.push(extend(path, option));
      }
    }
    paths = keepBest(next);
    await giveWay();
  }
  return paths
    .filter((path) => path.swaps.length > 0)
    .sort((a, b) => a.cost - b.cost)
    .map(({ swaps, cost }) => ({ swaps, cost }));
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly word?: SungWord;
}

function stretches(line: SungLine): Stretch[] {
  const found: Stretch[] = [];
  let position = 0;
  for (const word of line.words) {
    for (; position < word.start; position++) found.push({ start: position, end: position + 1 });
    found.push({ start: word.start, end: word.end, word });
    position = word.end;
  }
  for (; position < line.sung.length; position++) found.push({ start: position, end: position + 1 });
  return found;
}

function optionsFor(
  line: SungLine,
  { start, end, word }: Stretch,
  replacements: readonly Replacement[],
  characters: ReadonlyMap<number, readonly CharacterOption[]>,
): Option[] {
  const own = line.codes.slice(start, end);
  const options: Option[] = [{ codes: own, cost: 0 }];
  if (!word) return options;
  for (const { entry, source, score } of [...replacements].sort(byMeaning).slice(0, OPTIONS_PER_WORD)) {
    const { code, jyutping } = entry.readings[0]!;
    if (entry.char === word.text || entry.char === word.known.word || code.length !== end - start) continue;
    const swap = { start, replaces: word.text, word: entry.char, jyutping, code, source };
    options.push({ codes: [...code] as CodeDigit[], cost: SWAP_COST + FARTHEST - score, swap });
  }
  for (let position = start; position < end; position++) {
    for (const [i, { char, jyutping, code }] of (characters.get(position) ?? []).entries()) {
      const codes = [...own];
      codes[position - start] = code;
      const swap: RepairSwap = {
        start: position,
        replaces: line.sung[position]!.char,
        word: char,
        jyutping,
        code,
        source: 'character',
      };
      options.push({ codes, cost: SWAP_COST + CHARACTER_COST + i, swap });
    }
  }
  return options;
}

function fitsInside(codes: Option['codes'], start: number, demand: Demand): boolean {
  return codes.every((code, i) => i === 0 || fitsSeam(codes[i - 1] ?? null, code, start + i, demand));
}

function fitsSeam(before: CodeDigit | null, code: CodeDigit | null, position: number, demand: Demand): boolean {
  return !isRiskBetween(before, code, demand, position);
}

function extend(path: Path, option: Option): Path {
  return {
    cost: path.cost + option.cost,
    last: option.codes.at(-1) ?? null,
    swaps: option.swap ? [...path.swaps, option.swap] : path.swaps,
  };
}

function keepBest(paths: readonly Path[]): Path[] {
  const byLast = new Map<CodeDigit | null, Path[]>();
  for (const path of [...paths].sort((a, b) => a.cost - b.cost)) {
    const kept = byLast.get(path.last) ?? [];
    if (kept.length < PATHS_KEPT) byLast.set(path.last, [...kept, path]);
  }
  return [...byLast.values()].flat();
}

/** The line with all swaps of a repair in place. Every swap has the length of what it replaces, so positions stay. */
export function repairedLine(line: SungLine, swaps: readonly RepairSwap[]): string {
  let characters = [...line.characters];
  for (const { start, word } of swaps) characters = Array.from(withReplacement({ ...line, characters }, start, word));
  return characters.join('');
}
