import type { CodeDigit } from '../cantonese/tone.ts';
import type { RelationSource } from '../lexicon/entry.ts';
import type { Replacement } from '../lexicon/store.ts';
import { isRiskBetween, type MelodyConstraint } from './risks.ts';
import { type SungLine, type SungWord, withReplacement } from './sung-line.ts';
import { compareByMeaning } from './swaps.ts';
import { createYielder } from './time-slicing.ts';

/** One replacement within a repair. */
export interface RepairSwap {
  readonly start: number;
  readonly replaces: string;
  readonly word: string;
  readonly jyutping: string;
  readonly code: string;
  readonly source: RelationSource | 'similar' | 'character';
}

/** Swaps that together leave the line without a risk. The lower the cost, the more of the line and its meaning is kept. */
export interface Repair {
  readonly line: string;
  readonly cost: number;
  readonly swaps: readonly RepairSwap[];
}

/** One option for a span of the line; a span is a word, or a character outside of words. */
interface SpanOption {
  readonly codes: readonly (CodeDigit | null)[];
  readonly cost: number;
  readonly swap?: RepairSwap;
}

interface Path {
  readonly cost: number;
  readonly last: CodeDigit | null;
  readonly swaps: readonly RepairSwap[];
}

/** A replacement of a single character by one of similar sound. */
export interface CharacterOption {
  readonly position: number;
  readonly char: string;
  readonly jyutping: string;
  readonly code: CodeDigit;
}

/** Cost of any swap, so that fewer swaps win. A synonym costs additionally 100 minus its score. */
const SWAP_COST = 40;
/** Additional cost of a character, which keeps the sound but not the meaning: more than that of any synonym. */
const CHARACTER_COST = 160;
const MAX_NEARNESS = 100;
/** Beam width: paths kept for each code digit that the line so far ends with. */
const MAX_PATHS_PER_DIGIT = 12;
const MAX_OPTIONS_PER_WORD = 40;

/** Candidate repairs, cheapest first. Dynamic programming over the line's spans; the state is the last code digit. */
export async function candidateRepairs(
  line: SungLine,
  constraint: MelodyConstraint,
  replacements: ReadonlyMap<number, readonly Replacement[]>,
  characters: ReadonlyMap<number, readonly CharacterOption[]>,
  yieldIfDue: () => Promise<void> | undefined = createYielder(),
): Promise<{ swaps: readonly RepairSwap[]; cost: number }[]> {
  let paths: Path[] = [{ cost: 0, last: null, swaps: [] }];
  for (const span of lineSpans(line)) {
    const options = optionsFor(line, span, replacements.get(span.start) ?? [], characters);
    const next: Path[] = [];
    for (const option of options) {
      if (!spanFits(option.codes, span.start, constraint)) continue;
      for (const path of paths) {
        if (transitionFits(path.last, option.codes[0] ?? null, span.start, constraint))
          next.push(extendPath(path, option));
      }
    }
    paths = pruneBeam(next);
    await yieldIfDue();
  }
  return paths
    .filter((path) => path.swaps.length > 0)
    .sort((a, b) => a.cost - b.cost)
    .map(({ swaps, cost }) => ({ swaps, cost }));
}

interface LineSpan {
  readonly start: number;
  readonly end: number;
  readonly word?: SungWord;
}

function lineSpans(line: SungLine): LineSpan[] {
  const found: LineSpan[] = [];
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
  { start, end, word }: LineSpan,
  replacements: readonly Replacement[],
  characters: ReadonlyMap<number, readonly CharacterOption[]>,
): SpanOption[] {
  const currentCodes = line.codes.slice(start, end);
  const options: SpanOption[] = [{ codes: currentCodes, cost: 0 }];
  if (!word) return options;
  for (const { entry, source, score } of [...replacements].sort(compareByMeaning).slice(0, MAX_OPTIONS_PER_WORD)) {
    const { code, jyutping } = entry.readings[0]!;
    if (entry.char === word.text || entry.char === word.dictionaryWord.word || code.length !== end - start) continue;
    const swap = { start, replaces: word.text, word: entry.char, jyutping, code, source };
    options.push({ codes: [...code] as CodeDigit[], cost: SWAP_COST + MAX_NEARNESS - score, swap });
  }
  for (let position = start; position < end; position++) {
    for (const [i, { char, jyutping, code }] of (characters.get(position) ?? []).entries()) {
      const codes = [...currentCodes];
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

function spanFits(codes: SpanOption['codes'], start: number, constraint: MelodyConstraint): boolean {
  return codes.every((code, i) => i === 0 || transitionFits(codes[i - 1] ?? null, code, start + i, constraint));
}

function transitionFits(
  previous: CodeDigit | null,
  code: CodeDigit | null,
  position: number,
  constraint: MelodyConstraint,
): boolean {
  return !isRiskBetween(previous, code, constraint, position);
}

function extendPath(path: Path, option: SpanOption): Path {
  return {
    cost: path.cost + option.cost,
    last: option.codes.at(-1) ?? null,
    swaps: option.swap ? [...path.swaps, option.swap] : path.swaps,
  };
}

function pruneBeam(paths: readonly Path[]): Path[] {
  const byLast = new Map<CodeDigit | null, Path[]>();
  for (const path of [...paths].sort((a, b) => a.cost - b.cost)) {
    const bestPaths = byLast.get(path.last) ?? [];
    if (bestPaths.length < MAX_PATHS_PER_DIGIT) byLast.set(path.last, [...bestPaths, path]);
  }
  return [...byLast.values()].flat();
}

/** The line with all swaps applied. A swap is as long as what it replaces, so positions do not shift. */
export function repairedLine(line: SungLine, swaps: readonly RepairSwap[]): string {
  let characters = [...line.characters];
  for (const { start, word } of swaps) characters = Array.from(withReplacement({ ...line, characters }, start, word));
  return characters.join('');
}
