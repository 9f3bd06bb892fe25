import type { ChosenReadings } from '../cantonese/annotation.ts';
import { styleOf } from '../cantonese/context-rules.ts';
import type { Move } from '../cantonese/contour.ts';
import { parseSyllable } from '../cantonese/jyutping.ts';
import { type MoveList, movesOfCodes, type Tolerance } from '../cantonese/melody.ts';
import { type Pitch, pitchOfCode } from '../cantonese/tone.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import type { Lexicon } from '../lexicon/store.ts';
import { createYielder } from '../time-slicing.ts';
import type { Candidate } from './candidates.ts';
import type { CharacterTable } from './character-table.ts';
import { handWrittenCandidates } from './hand-written-candidates.ts';
import { type CandidateSources, farCandidates, lexiconCandidates } from './lexicon-candidates.ts';
import { isNaturalThere } from './natural-order.ts';
import { type CharacterOption, findRepairs, type Repair, type RepairOptions } from './repairs.ts';
import { findRisks, type LineTones, type MelodyConstraint, type Obstacle, obstacleAt, type Risk } from './risks.ts';
import { rowsInPlace } from './rows-in-place.ts';
import { affectedWords } from './spans.ts';
import { standsThere } from './standing-in-line.ts';
import { readSungLine, type SungLine, type SungWord } from './sung-line.ts';
import { groupedBySense, saidSenses } from './swap-senses.ts';
import {
  type CharacterSwap,
  characterSwaps,
  compareSwaps,
  otherReadings,
  type ReadingSwap,
  readingSwaps,
  type VerifySubstitution,
  type WordSwap,
  wordSwaps,
  wordsFormed,
} from './swaps.ts';
import { createSubstitutionReader, createSubstitutionVerifier } from './verify-substitution.ts';

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
  /** Whether the melody decided between free variants of the reading. */
  readonly isReadByMelody: boolean;
}

export interface RiskItem extends Risk {
  readonly wordSwaps: readonly WordSwap[];
  readonly charSwaps: readonly CharacterSwap[];
  readonly readingSwaps: readonly ReadingSwap[];
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

/** The data that the algorithm needs: word tables, and the lexicon's searches. */
export interface ContourDependencies extends CandidateSources, Pick<Lexicon, 'lookup' | 'meanings'> {
  readonly table: ListedWords;
  readonly characters: CharacterTable;
}

const MAX_CHARACTER_OPTIONS = 6;
/** A word that is taken less gladly stands in no repair. */
const LEAST_IN_REPAIR = 50;

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
    isReadByMelody: line.readByMelody.has(position),
  }));
}

/** Finds the risks of a line under a melody and suggests swaps that clear them; see {@link ContourReport}. */
export async function fixContour(request: ContourRequest, sources: ContourDependencies): Promise<ContourReport> {
  const { table, characters } = sources;
  const constraint: MelodyConstraint = { melody: request.melody, tolerance: request.tolerance };
  const line = readSungLine(request.line, table, request.readings, request.melody);
  const chars = contourCharacters(line, request.melody);
  const risks = findRisks(line.tones, constraint);
  if (risks.length === 0) return { risks: [], chars };

  const yieldIfDue = createYielder();
  const affected = affectedWords(line, risks);
  const said = saidSenses(line, table);
  const rowOf = await rowsInPlace(affected, said, table, sources);
  const posOf = ({ start, dictionaryWord: { word } }: SungWord) =>
    said.get(start)?.pos ?? characters.wordDetail(word)?.pos;
  const asking = { line, risks, rowOf, posOf, table, characters, constraint };
  const sought = { asking, affected, said, style: styleOf(request.line), table, yieldIfDue };
  const found = await lexiconCandidates(sought, sources);
  const read = createSubstitutionReader(line, table, request.readings);
  const readInPlace = (start: number, text: string) => read(start, text).jyutping;
  const standing = (all: readonly Candidate[]) => all.filter((one) => standsThere(line, one, sought.style, characters));
  const candidates = standing([
    ...(await handWrittenCandidates(line, affected, table, characters, readInPlace, yieldIfDue)),
    ...found,
  ]);
  const context: Context = {
    line,
    table,
    characters,
    constraint,
    candidates,
    limit: request.maxCandidates,
    verifySubstitution: createSubstitutionVerifier(line, table, read, constraint, request.readings),
    readOtherwise: (position, jyutping) =>
      readSungLine(request.line, table, new Map([...request.readings, [position, jyutping]]), request.melody).tones,
    yieldIfDue,
  };
  const seen = new Set<string>();
  const near = await swapsAmong(context, candidates, seen);
  const bare = risks.filter(({ position }) => !near.some((swap) => concerns(swap, position)));
  const far =
    bare.length === 0 ? [] : await swapsAmong(context, standing(await farCandidates(sought, bare, sources)), seen);
  const items = await riskItems(context, risks, [...near, ...far]);
  const options = await repairOptions(context, affected);
  const repairs = await findRepairs(line, table, request.readings, constraint, options, yieldIfDue);
  return { risks: items, chars, ...(repairs.length > 0 ? { repairs } : {}) };
}

interface Context {
  readonly line: SungLine;
  readonly table: ListedWords;
  readonly characters: CharacterTable;
  readonly constraint: MelodyConstraint;
  readonly candidates: readonly Candidate[];
  readonly verifySubstitution: VerifySubstitution;
  readonly limit: number;
  /** The tones of the line with one character read otherwise. */
  readonly readOtherwise: (position: number, jyutping: string) => LineTones;
  readonly yieldIfDue: () => Promise<void> | undefined;
}

const swapsAmong = (context: Context, candidates: readonly Candidate[], seen: Set<string>): Promise<WordSwap[]> =>
  wordSwaps(
    context.line,
    candidates,
    context.constraint,
    context.verifySubstitution,
    context.limit,
    context.yieldIfDue,
    seen,
  );

/** Whether a swap clears or lowers the risk at a position. */
const concerns = ({ resolves, lowers }: WordSwap, position: number) =>
  resolves.includes(position) || lowers.includes(position);

async function riskItems(context: Context, risks: readonly Risk[], swaps: readonly WordSwap[]): Promise<RiskItem[]> {
  const { line, table, characters, constraint, verifySubstitution, limit, readOtherwise, yieldIfDue } = context;
  const items: RiskItem[] = [];
  for (const risk of risks) {
    const words = swaps
      .filter((swap) => concerns(swap, risk.position))
      .sort(compareSwaps)
      .slice(0, limit);
    const charSwaps = characterSwaps(line, risk, table, characters, constraint, verifySubstitution, limit);
    items.push({
      ...risk,
      wordSwaps: groupedBySense(words, table),
      charSwaps,
      readingSwaps: readingSwaps(line, risk, constraint, readOtherwise),
      ...fixability(
        context,
        risk,
        charSwaps,
        words.find(({ resolves }) => resolves.includes(risk.position)),
      ),
    });
    await yieldIfDue();
  }
  return items;
}

function fixability(
  { line, constraint }: Context,
  risk: Risk,
  swaps: readonly CharacterSwap[],
  word: WordSwap | undefined,
): Pick<RiskItem, 'fixable' | 'reason' | 'reasonCode'> {
  if (swaps.length > 0) return { fixable: true, reasonCode: null, reason: null };
  const reasonCode = obstacleAt(line.tones, risk, constraint) ?? 'no_candidate';
  return { fixable: false, reasonCode, reason: reasonFor(reasonCode, line, risk, word) };
}

/** Why no character fits, and what to do instead: the first word swap where there is one. */
function reasonFor(
  code: Obstacle | 'no_candidate',
  line: SungLine,
  { position, melodyMove }: Risk,
  word: WordSwap | undefined,
): string {
  const { char, jyutping } = line.sung[position]!;
  const previous = line.sung[position - 1]!.char;
  const { why, otherwise } = {
    top_of_range: {
      why: `the melody rises into ${char}, but ${previous} before it is already on the highest pitch level, and no tone is above it`,
      otherwise: `change the melody, or take a lower ${previous}`,
    },
    bottom_of_range: {
      why: `the melody falls into ${char}, but ${previous} before it is already on the lowest pitch level, and no tone is below it`,
      otherwise: `change the melody, or take a higher ${previous}`,
    },
    neighbours_conflict: {
      why: `every tone of ${char} that fits the melody here would clash with the character after it`,
      otherwise: 'change the melody, or that character',
    },
    no_candidate: {
      why: `none in use has the sound ${jyutping} in a tone that fits a melody that ${MOVE_TEXT[melodyMove]} here`,
      otherwise: 'change the word, the melody or a neighbour',
    },
  }[code];
  if (jyutping === null)
    return `The place has a tone and no word yet: take a tone that fits a melody that ${MOVE_TEXT[melodyMove]} here, or change the melody.`;
  return `No character fits: ${why}; ${word ? `put ${word.word} for ${word.replaces}` : otherwise}.`;
}

const MOVE_TEXT: Record<Move, string> = { '+': 'rises', '-': 'falls', '=': 'stays level' };

/** What repairs may use: all candidates, and for affected words other readings and characters that make a word in their place. */
async function repairOptions(context: Context, affected: readonly SungWord[]): Promise<RepairOptions> {
  const { line, candidates, yieldIfDue } = context;
  const characters: CharacterOption[] = [];
  const readings: CharacterOption[] = [];
  for (const { start, end } of affected) {
    await yieldIfDue();
    for (let position = start; position < end; position++) {
      characters.push(...characterOptions(context, position));
      const { char } = line.sung[position]!;
      for (const { jyutping, code } of otherReadings(line, position)) readings.push({ position, char, jyutping, code });
    }
  }
  const words = candidates.filter(({ near, preference }) => near !== 'loose' && preference >= LEAST_IN_REPAIR);
  return { words, characters, readings };
}

/** The most frequent characters that keep the initial and final of a position on another pitch level and make a natural word there. */
function characterOptions({ line, characters, table }: Context, position: number): CharacterOption[] {
  const character = line.sung[position]!;
  const syllable = character.jyutping === null ? undefined : parseSyllable(character.jyutping);
  if (!syllable) return [];
  return characters
    .withInitialAndFinal(syllable)
    .filter(({ char, tone }) => char !== character.char && tone !== character.tone)
    .filter(({ char }) =>
      wordsFormed(line, position, char, table).some(({ start, end, word }) =>
        isNaturalThere(line, start, end, word, table),
      ),
    )
    .slice(0, MAX_CHARACTER_OPTIONS)
    .map(({ char, jyutping, code }) => ({ position, char, jyutping, code }));
}
