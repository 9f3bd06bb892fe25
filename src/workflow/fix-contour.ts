import type { ChosenReadings } from '../cantonese/annotation.ts';
import type { Move } from '../cantonese/contour.ts';
import { parseSyllable } from '../cantonese/jyutping.ts';
import { lineUnits } from '../cantonese/line-units.ts';
import { type MoveList, movesOfCodes, type Tolerance } from '../cantonese/melody.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { type Pitch, pitchOfCode } from '../cantonese/tone.ts';
import type { Replacement, ReplacementQuery } from '../lexicon/store.ts';
import type { CharacterTable } from './character-table.ts';
import { type CharacterOption, candidateRepairs, type Repair, type RepairSwap, repairedLine } from './repairs.ts';
import { findRisks, type MelodyConstraint, type Obstacle, obstacleAt, type Risk } from './risks.ts';
import { readSungLine, type SungLine, type SungWord } from './sung-line.ts';
import {
  type CharacterSwap,
  characterSwaps,
  replacementQuery,
  type VerifySubstitution,
  type WordSwap,
  wordSwaps,
} from './swaps.ts';
import { createYielder } from './time-slicing.ts';
import { createSubstitutionVerifier } from './verify-substitution.ts';

export interface ContourRequest {
  readonly line: string;
  /** Moves of the melody by sung position. */
  readonly melody: MoveList;
  readonly tolerance: Tolerance;
  /** By sung position. */
  readonly readings: ChosenReadings;
  /** Maximum of suggestions of each kind for each risk, 1 to 20. */
  readonly maxCandidates: number;
}

export interface ContourCharacter {
  readonly position: number;
  readonly char: string;
  readonly jyutping: string | null;
  readonly tone: number | null;
  readonly pitch: Pitch | null;
  readonly melodyMove: Move | null;
  readonly lyricMove: Move | null;
}

export interface RiskItem extends Risk {
  readonly wordSwaps: readonly WordSwap[];
  readonly charSwaps: readonly CharacterSwap[];
  /** Whether a single-character swap can clear the risk. */
  readonly fixable: boolean;
  readonly reasonCode: Obstacle | 'no_candidate' | null;
  readonly reason: string | null;
}

export interface ContourReport {
  readonly risks: readonly RiskItem[];
  readonly chars: readonly ContourCharacter[];
  /** Absent when the line has no risk, or no combination of swaps clears all of them. */
  readonly repairs?: readonly Repair[];
}

/** The data that the algorithm needs: word tables, and one round trip for replacements. */
export interface ContourDependencies {
  readonly table: WordTable;
  readonly characters: CharacterTable;
  replacements(queries: readonly ReplacementQuery[]): Promise<readonly (readonly Replacement[])[]>;
}

const MAX_REPAIRS = 3;
const MAX_CHARACTER_OPTIONS = 6;

export function contourCharacters(line: SungLine, melody: MoveList): ContourCharacter[] {
  const lyric = movesOfCodes(line.codes);
  return line.sung.map(({ char, jyutping, tone, code }, position) => ({
    position,
    char,
    jyutping,
    tone,
    pitch: code === null ? null : pitchOfCode(code),
    melodyMove: melody[position] ?? null,
    lyricMove: lyric[position] ?? null,
  }));
}

/** Finds the risks of a line under a melody and suggests swaps that clear them; see {@link ContourReport}. */
export async function fixContour(request: ContourRequest, sources: ContourDependencies): Promise<ContourReport> {
  const { table, characters } = sources;
  const constraint: MelodyConstraint = { melody: request.melody, tolerance: request.tolerance };
  const line = readSungLine(request.line, table, request.readings);
  const chars = contourCharacters(line, request.melody);
  const risks = findRisks(line.codes, constraint);
  if (risks.length === 0) return { risks: [], chars };

  const yieldIfDue = createYielder();
  const affectedWords = findAffectedWords(line, risks);
  const replacementLists = await sources.replacements(
    affectedWords.map((word) => replacementQuery(line, word, characters, constraint)),
  );
  const replacements = new Map(affectedWords.map((word, i) => [word.start, replacementLists[i]!]));
  const verifySubstitution = createSubstitutionVerifier(line, table, request.readings, constraint);
  const context = {
    line,
    table,
    characters,
    constraint,
    replacements,
    verifySubstitution,
    limit: request.maxCandidates,
    yieldIfDue,
  };
  const items = await riskItems(context, risks);
  const repairs = await findRepairs(context, request.readings, affectedWords);
  return { risks: items, chars, ...(repairs.length > 0 ? { repairs } : {}) };
}

interface Context {
  readonly line: SungLine;
  readonly table: WordTable;
  readonly characters: CharacterTable;
  readonly constraint: MelodyConstraint;
  readonly replacements: ReadonlyMap<number, readonly Replacement[]>;
  readonly verifySubstitution: VerifySubstitution;
  readonly limit: number;
  readonly yieldIfDue: () => Promise<void> | undefined;
}

/** The words on both sides of each risk, and their neighbours, which a repair of the whole line may replace. */
function findAffectedWords({ words }: SungLine, risks: readonly Risk[]): SungWord[] {
  const isAtRisk = words.map((word) => risks.some(({ position }) => isAdjacentTo(word, position)));
  return words.filter((_, i) => isAtRisk[i - 1] || isAtRisk[i] || isAtRisk[i + 1]);
}

/** Whether the character at a position, or the one before it, belongs to a word. */
function isAdjacentTo(word: SungWord, position: number): boolean {
  return word.start <= position && position <= word.end;
}

async function riskItems(context: Context, risks: readonly Risk[]): Promise<RiskItem[]> {
  const { line, table, characters, constraint, verifySubstitution, limit, replacements, yieldIfDue } = context;
  const swapsOf = new Map<SungWord, WordSwap[]>();
  for (const word of line.words) {
    if (!risks.some((risk) => isAdjacentTo(word, risk.position))) continue;
    swapsOf.set(word, wordSwaps(line, word, replacements.get(word.start)!, constraint, verifySubstitution, limit));
    await yieldIfDue();
  }
  const items: RiskItem[] = [];
  for (const risk of risks) {
    const words = line.words.filter((word) => isAdjacentTo(word, risk.position)).flatMap((word) => swapsOf.get(word)!);
    const charSwaps = characterSwaps(line, risk, table, characters, constraint, verifySubstitution, limit);
    items.push({
      ...risk,
      wordSwaps: words
        .filter((swap) => swap.resolves.includes(risk.position))
        .sort(compareWordSwaps)
        .slice(0, limit),
      charSwaps,
      ...fixability(context, risk, charSwaps),
    });
    await yieldIfDue();
  }
  return items;
}

function compareWordSwaps(a: WordSwap, b: WordSwap): number {
  const curated = (swap: WordSwap) => (swap.source === 'curated' ? 0 : 1);
  return b.resolves.length - a.resolves.length || b.score - a.score || curated(a) - curated(b);
}

function fixability(
  { line, constraint }: Context,
  risk: Risk,
  swaps: readonly CharacterSwap[],
): Pick<RiskItem, 'fixable' | 'reason' | 'reasonCode'> {
  if (swaps.length > 0) return { fixable: true, reasonCode: null, reason: null };
  const reasonCode = obstacleAt(line.codes, risk, constraint) ?? 'no_candidate';
  return { fixable: false, reasonCode, reason: reasonFor(reasonCode, line, risk) };
}

function reasonFor(code: Obstacle | 'no_candidate', line: SungLine, { position, melodyMove }: Risk): string {
  const character = line.sung[position]!;
  const previous = line.sung[position - 1]!;
  switch (code) {
    case 'top_of_range':
      return `The melody rises into ${character.char}, but ${previous.char} before it is already on the highest pitch level: no tone is above it. Change the melody, or take a lower ${previous.char}.`;
    case 'bottom_of_range':
      return `The melody falls into ${character.char}, but ${previous.char} before it is already on the lowest pitch level: no tone is below it. Change the melody, or take a higher ${previous.char}.`;
    case 'neighbours_conflict':
      return `Every tone of ${character.char} that fits the melody here would clash with the character after it. Change the melody, or that character.`;
    case 'no_candidate':
      if (character.jyutping === null)
        return `The place has a tone and no word yet: take a tone that fits a melody that ${MOVE_TEXT[melodyMove]} here, or change the melody.`;
      return `No character in use has the sound ${character.jyutping} in a tone that fits a melody that ${MOVE_TEXT[melodyMove]} here. Change the word, the melody or a neighbour.`;
  }
}

const MOVE_TEXT: Record<Move, string> = { '+': 'rises', '-': 'falls', '=': 'stays level' };

async function findRepairs(
  context: Context,
  readings: ChosenReadings,
  affectedWords: readonly SungWord[],
): Promise<Repair[]> {
  const { line, constraint, table, replacements, yieldIfDue } = context;
  const options = new Map(
    affectedWords.flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, i) => [start + i, characterOptions(context, start + i)] as const),
    ),
  );
  const repairs: Repair[] = [];
  const seen = new Set<string>();
  for (const { swaps, cost } of await candidateRepairs(line, constraint, replacements, options, yieldIfDue)) {
    if (repairs.length === MAX_REPAIRS) break;
    await yieldIfDue();
    const repaired = repairedLine(line, swaps);
    if (seen.has(repaired)) continue;
    seen.add(repaired);
    const reread = readSungLine(repaired, table, retainedReadings(line, repaired, readings));
    if (findRisks(reread.codes, constraint).length > 0 || !swaps.every((swap) => hasReading(reread, swap))) continue;
    repairs.push({ line: repaired, cost, swaps });
  }
  return repairs;
}

/** Whether the swap is read in the line as intended: 食 has the reading zi6, but hardly ever takes it. */
function hasReading({ sung }: SungLine, { start, jyutping }: RepairSwap): boolean {
  return jyutping.split(' ').every((syllable, i) => sung[start + i]?.jyutping === syllable);
}

/** Readings chosen for the line do not apply to replaced characters. */
function retainedReadings(
  { characters, characterIndices: places }: SungLine,
  repaired: string,
  readings: ChosenReadings,
): ChosenReadings {
  const repairedCharacters = lineUnits(repaired);
  return new Map(
    [...readings].filter(([position]) => repairedCharacters[places[position]!] === characters[places[position]!]),
  );
}

/** The most frequent characters that keep the initial and final of a position, for each other pitch level. */
function characterOptions({ line, characters }: Context, position: number): CharacterOption[] {
  const character = line.sung[position]!;
  const syllable = character.jyutping === null ? undefined : parseSyllable(character.jyutping);
  if (!syllable) return [];
  return characters
    .withInitialAndFinal(syllable)
    .filter(({ char, code }) => char !== character.char && code !== character.code)
    .slice(0, MAX_CHARACTER_OPTIONS)
    .map(({ char, jyutping, code }) => ({ position, char, jyutping, code }));
}
