import type { ChosenReadings } from '../cantonese/annotation.ts';
import type { Move } from '../cantonese/contour.ts';
import { parseSyllable } from '../cantonese/jyutping.ts';
import { type MoveList, movesOfCodes, type Tolerance } from '../cantonese/melody.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { type Pitch, pitchOfTone } from '../cantonese/tone.ts';
import type { Replacement, ReplacementQuery } from '../lexicon/store.ts';
import type { CharacterTable } from './character-table.ts';
import { givingWay } from './give-way.ts';
import { type CharacterOption, candidateRepairs, type Repair, type RepairSwap, repairedLine } from './repairs.ts';
import { type Demand, findRisks, type Obstacle, obstacleAt, type Risk } from './risks.ts';
import { trier } from './suggestions.ts';
import { readSungLine, type SungLine, type SungWord } from './sung-line.ts';
import { type CharacterSwap, characterSwaps, replacementQuery, type Try, type WordSwap, wordSwaps } from './swaps.ts';

export interface ContourRequest {
  readonly line: string;
  /** Moves of the melody by sung position. */
  readonly melody: MoveList;
  readonly tolerance: Tolerance;
  /** By sung position. */
  readonly readings: ChosenReadings;
  /** Suggestions of each kind for each risk, 1 to 20. */
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
  /** Whether a single character rescues the position. */
  readonly fixable: boolean;
  readonly reasonCode: Obstacle | 'no_candidate' | null;
  readonly reason: string | null;
}

export interface ContourReport {
  readonly risks: readonly RiskItem[];
  readonly chars: readonly ContourCharacter[];
  /** Absent when the line has no risk, or no combination of swaps leaves it without one. */
  readonly repairs?: readonly Repair[];
}

/** What the logic needs from outside: the words of the lexicon, and one round trip for replacements. */
export interface ContourSources {
  readonly table: WordTable;
  readonly characters: CharacterTable;
  replacements(queries: readonly ReplacementQuery[]): Promise<readonly (readonly Replacement[])[]>;
}

const REPAIRS = 3;
const CHARACTERS_FOR_REPAIR = 6;

export function contourCharacters(line: SungLine, melody: MoveList): ContourCharacter[] {
  const lyric = movesOfCodes(line.codes);
  return line.sung.map(({ char, jyutping, tone }, position) => ({
    position,
    char,
    jyutping,
    tone,
    pitch: tone === null ? null : pitchOfTone(tone),
    melodyMove: melody[position] ?? null,
    lyricMove: lyric[position] ?? null,
  }));
}

/** Finds the risks of a line under a melody and what would mend each; see {@link ContourReport}. */
export async function fixContour(request: ContourRequest, sources: ContourSources): Promise<ContourReport> {
  const { table, characters } = sources;
  const demand: Demand = { melody: request.melody, tolerance: request.tolerance };
  const line = readSungLine(request.line, table, request.readings);
  const chars = contourCharacters(line, request.melody);
  const risks = findRisks(line.codes, demand);
  if (risks.length === 0) return { risks: [], chars };

  const giveWay = givingWay();
  const near = wordsNear(line, risks);
  const answers = await sources.replacements(near.map((word) => replacementQuery(line, word, characters, demand)));
  const replacements = new Map(near.map((word, i) => [word.start, answers[i]!]));
  const attempt = trier(line, table, request.readings, demand);
  const context = { line, table, characters, demand, replacements, attempt, limit: request.maxCandidates, giveWay };
  const items = await riskItems(context, risks);
  const repairs = await findRepairs(context, request.readings, near);
  return { risks: items, chars, ...(repairs.length > 0 ? { repairs } : {}) };
}

interface Context {
  readonly line: SungLine;
  readonly table: WordTable;
  readonly characters: CharacterTable;
  readonly demand: Demand;
  readonly replacements: ReadonlyMap<number, readonly Replacement[]>;
  readonly attempt: Try;
  readonly limit: number;
  readonly giveWay: () => Promise<void> | undefined;
}

/** The words on both sides of each risk, and their neighbours, which a repair of the whole line may need. */
function wordsNear({ words }: SungLine, risks: readonly Risk[]): SungWord[] {
  const isAtRisk = words.map((word) => risks.some(({ position }) => touches(word, position)));
  return words.filter((_, i) => isAtRisk[i - 1] || isAtRisk[i] || isAtRisk[i + 1]);
}

/** Whether the character at a position or the one before it is of a word: a risk lies between the two. */
function touches(word: SungWord, position: number): boolean {
  return word.start <= position && position <= word.end;
}

async function riskItems(context: Context, risks: readonly Risk[]): Promise<RiskItem[]> {
  const { line, table, characters, demand, attempt, limit, replacements, giveWay } = context;
  const swapsOf = new Map<SungWord, WordSwap[]>();
  for (const word of line.words) {
    if (!risks.some((risk) => touches(word, risk.position))) continue;
    swapsOf.set(word, wordSwaps(line, word, replacements.get(word.start)!, demand, attempt, limit));
    await giveWay();
  }
  const items: RiskItem[] = [];
  for (const risk of risks) {
    const words = line.words.filter((word) => touches(word, risk.position)).flatMap((word) => swapsOf.get(word)!);
    const charSwaps = characterSwaps(line, risk, table, characters, demand, attempt, limit);
    items.push({
      ...risk,
      wordSwaps: words
        .filter((swap) => swap.resolves.includes(risk.position))
        .sort(bestFirst)
        .slice(0, limit),
      charSwaps,
      ...verdict(context, risk, charSwaps),
    });
    await giveWay();
  }
  return items;
}

function bestFirst(a: WordSwap, b: WordSwap): number {
  const curated = (swap: WordSwap) => (swap.source === 'curated' ? 0 : 1);
  return b.resolves.length - a.resolves.length || b.score - a.score || curated(a) - curated(b);
}

function verdict(
  { line, demand }: Context,
  risk: Risk,
  swaps: readonly CharacterSwap[],
): Pick<RiskItem, 'fixable' | 'reason' | 'reasonCode'> {
  if (swaps.length > 0) return { fixable: true, reasonCode: null, reason: null };
  const reasonCode = obstacleAt(line.codes, risk, demand) ?? 'no_candidate';
  return { fixable: false, reasonCode, reason: reasonFor(reasonCode, line, risk) };
}

function reasonFor(code: Obstacle | 'no_candidate', line: SungLine, { position, melodyMove }: Risk): string {
  const here = line.sung[position]!;
  const before = line.sung[position - 1]!;
  switch (code) {
    case 'top_of_range':
      return `The melody rises into ${here.char}, but ${before.char} before it is already on the highest pitch level: no tone is above it. Change the melody, or take a lower ${before.char}.`;
    case 'bottom_of_range':
      return `The melody falls into ${here.char}, but ${before.char} before it is already on the lowest pitch level: no tone is below it. Change the melody, or take a higher ${before.char}.`;
    case 'neighbours_conflict':
      return `Every tone of ${here.char} that fits the melody here would clash with the character after it. Change the melody, or that character.`;
    case 'no_candidate':
      return `No character in use has the sound ${here.jyutping} in a tone that fits a melody that ${MOVE_TEXT[melodyMove]} here. Change the word, the melody or a neighbour.`;
  }
}

const MOVE_TEXT: Record<Move, string> = { '+': 'rises', '-': 'falls', '=': 'stays level' };

async function findRepairs(context: Context, readings: ChosenReadings, near: readonly SungWord[]): Promise<Repair[]> {
  const { line, demand, table, replacements, giveWay } = context;
  const options = new Map(
    near.flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, i) => [start + i, characterOptions(context, start + i)] as const),
    ),
  );
  const repairs: Repair[] = [];
  const seen = new Set<string>();
  for (const { swaps, cost } of await candidateRepairs(line, demand, replacements, options, giveWay)) {
    if (repairs.length === REPAIRS) break;
    await giveWay();
    const repaired = repairedLine(line, swaps);
    if (seen.has(repaired)) continue;
    seen.add(repaired);
    const after = readSungLine(repaired, table, readingsThatStay(line, repaired, readings));
    if (findRisks(after.codes, demand).length > 0 || !swaps.every((swap) => isReadAs(after, swap))) continue;
    repairs.push({ line: repaired, cost, swaps });
  }
  return repairs;
}

/** Whether a swap has the sound in its line that it was taken for: 食 can be read zi6, but hardly ever is. */
function isReadAs({ sung }: SungLine, { start, jyutping }: RepairSwap): boolean {
  return jyutping.split(' ').every((syllable, i) => sung[start + i]?.jyutping === syllable);
}

/** A reading was chosen for a character: what is put in its place is read anew. */
function readingsThatStay(
  { characters, places }: SungLine,
  repaired: string,
  readings: ChosenReadings,
): ChosenReadings {
  const now = Array.from(repaired);
  return new Map([...readings].filter(([position]) => now[places[position]!] === characters[places[position]!]));
}

/** The most frequent characters that keep the sound of a position, for each other level of pitch. */
function characterOptions({ line, characters }: Context, position: number): CharacterOption[] {
  const here = line.sung[position]!;
  const syllable = here.jyutping === null ? undefined : parseSyllable(here.jyutping);
  if (!syllable) return [];
  return characters
    .soundingLike(syllable)
    .filter(({ char, code }) => char !== here.char && code !== here.code)
    .slice(0, CHARACTERS_FOR_REPAIR)
    .map(({ char, jyutping, code }) => ({ position, char, jyutping, code }));
}
