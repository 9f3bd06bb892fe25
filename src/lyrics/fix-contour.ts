import type { ChosenReadings } from '../cantonese/annotation.ts';
import type { Move } from '../cantonese/contour.ts';
import { lineUnits } from '../cantonese/line-units.ts';
import { type MoveList, movesOfCodes, type Tolerance } from '../cantonese/melody.ts';
import { type Pitch, pitchOfCode } from '../cantonese/tone.ts';
import { createYielder } from '../time-slicing.ts';
import type { CharacterReading } from './character-table.ts';
import type { RepairOptions } from './repair-paths.ts';
import { findRepairs, type Repair } from './repairs.ts';
import { createEffects, findRisks, type MelodyConstraint, type Obstacle, obstacleAt, type Risk } from './risks.ts';
import { readSungLine, type SungLine, type SungWord } from './sung-line.ts';
import type { Candidate } from './swaps/candidate.ts';
import {
  type CharacterSearch,
  type CharacterSwap,
  characterSwaps,
  clearsRisk,
  otherReadings,
  type ReadingSwap,
  readingSwaps,
  sameSound,
} from './swaps/characters.ts';
import { findCandidates, type SwapSources } from './swaps/find.ts';
import { type PhraseSwap, phraseSwaps } from './swaps/phrases.ts';
import { type RankedCandidate, rankCandidates } from './swaps/rank.ts';
import { createReadOtherwise, createSubstitutionReader, jyutpingOf } from './swaps/read-in-place.ts';
import { affectedWords } from './swaps/spans.ts';
import { createSubstitutionVerifier, sourceOf, verifiedSwaps, type WordSwap } from './swaps/verify.ts';

export interface ContourRequest {
  readonly line: string;
  /** Moves of the melody by sung position. */
  readonly melody: MoveList;
  readonly tolerance: Tolerance;
  /** Readings chosen by the caller, by sung position. */
  readonly readings: ChosenReadings;
  /** Maximum of suggestions of each kind for each risk, 1 to 20. */
  readonly maxCandidates: number;
  /** A word about which {@link ContourReport.about} tells. */
  readonly about?: string | undefined;
  /** Whether swaps have their points. */
  readonly explain?: boolean | undefined;
  /** Whether phrases are composed as well, for the risks and the repairs, at more than the cost of the swaps. */
  readonly phrases?: boolean | undefined;
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
  /** Absent where they are not asked for. */
  readonly phraseSwaps?: readonly PhraseSwap[];
  readonly charSwaps: readonly CharacterSwap[];
  readonly readingSwaps: readonly ReadingSwap[];
  /** Whether a single-character swap can clear the risk. */
  readonly fixable: boolean;
  readonly reasonCode: Obstacle | 'no_candidate' | null;
  readonly reason: string | null;
}

/** Fate of a word in a span: the fault for which it is not offered, or null where it is. */
export interface WordFate {
  readonly start: number;
  readonly replaces: string;
  readonly fault: string | null;
}

export interface ContourReport {
  readonly risks: readonly RiskItem[];
  readonly chars: readonly ContourCharacter[];
  /** Absent when the line has no risk, or no combination of swaps clears one. */
  readonly repairs?: readonly Repair[];
  /** Fates of the asked word, one for each span for which it was found; empty where it is no candidate at all. */
  readonly about?: readonly WordFate[];
}

/** A swap with a lower preference is listed, and not advised in words. */
const MIN_PREFERENCE_ADVISED = 50;
/** A swap with a lower preference stands in no repair, not as a guess either. */
const MIN_PREFERENCE_IN_REPAIR = { word: 15, phrase: 27 };

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
export async function fixContour(request: ContourRequest, sources: SwapSources): Promise<ContourReport> {
  const { table, characters } = sources;
  const { about, maxCandidates, explain = false } = request;
  const constraint: MelodyConstraint = { melody: request.melody, tolerance: request.tolerance };
  const line = readSungLine(request.line, table, request.readings, request.melody);
  const chars = contourCharacters(line, request.melody);
  const risks = findRisks(line.tones, constraint);
  if (risks.length === 0) return { risks: [], chars };

  const yieldIfDue = createYielder();
  const affected = affectedWords(line, risks);
  const read = createSubstitutionReader(line, table, request.readings);
  const verify = createSubstitutionVerifier(line, read, constraint, request.readings);
  const effectOf = createEffects(line.tones, constraint);
  const found = await findCandidates(
    { line, risks, affected, table, characters, constraint, effectOf, isAsked: (word) => word === about, yieldIfDue },
    sources,
    (start, word) => jyutpingOf(read([{ start, word }]), start, lineUnits(word).length),
  );
  const fates: WordFate[] = [];
  const drop = ({ start, word, replaces }: Candidate, fault: string) => {
    // Several sources may find a word in the same place.
    const isTold = fates.some((fate) => fate.start === start && fate.replaces === replaces && fate.fault === fault);
    if (word === about && !isTold) fates.push({ start, replaces, fault });
  };
  const ranked = await rankCandidates(found.candidates, found.context, drop, yieldIfDue);
  const { context, vectorOf, posOf } = found;
  const verification = { context, verify, limit: maxCandidates, explain, drop, yieldIfDue };
  const swaps = await verifiedSwaps(ranked, verification);
  for (const { start, word, replaces } of swaps) if (word === about) fates.push({ start, replaces, fault: null });

  const search: CharacterSearch = {
    line,
    table,
    characters,
    constraint,
    verify,
    readOtherwise: createReadOtherwise(line, constraint, request.readings),
  };
  const parts = { line, risks, context, sources, vectorOf, posOf, verify, yieldIfDue };
  const phrases = request.phrases ? await phraseSwaps(parts, maxCandidates) : undefined;
  const items: RiskItem[] = [];
  for (const risk of risks) {
    const item = riskItem(search, risk, swaps, maxCandidates);
    items.push(phrases ? { ...item, phraseSwaps: helping(phrases, risk).slice(0, maxCandidates) } : item);
    await yieldIfDue();
  }
  const options = repairOptions(line, affected, ranked, phrases ?? []);
  const { readings: chosen } = request;
  const repairs = await findRepairs({ line, table, chosen, constraint, read, options, yieldIfDue });
  return {
    risks: items,
    chars,
    ...(repairs.length > 0 ? { repairs } : {}),
    ...(about === undefined ? {} : { about: fates }),
  };
}

/** The swaps that clear a risk, then those that lower it. */
const helping = <S extends Pick<WordSwap, 'resolves' | 'lowers'>>(swaps: readonly S[], { position }: Risk): S[] => [
  ...swaps.filter(({ resolves }) => resolves.includes(position)),
  ...swaps.filter(({ lowers }) => lowers.includes(position)),
];

function riskItem(search: CharacterSearch, risk: Risk, swaps: readonly WordSwap[], limit: number): RiskItem {
  const words = helping(swaps, risk);
  const charSwaps = characterSwaps(search, risk.position, limit);
  return {
    ...risk,
    wordSwaps: words.slice(0, limit),
    charSwaps,
    readingSwaps: readingSwaps(search, risk),
    ...fixability(
      search,
      risk,
      charSwaps,
      words.find((swap) => swap.resolves.includes(risk.position) && swap.preference >= MIN_PREFERENCE_ADVISED),
    ),
  };
}

function fixability(
  search: CharacterSearch,
  risk: Risk,
  swaps: readonly CharacterSwap[],
  word: WordSwap | undefined,
): Pick<RiskItem, 'fixable' | 'reason' | 'reasonCode'> {
  if (swaps.length > 0) return { fixable: true, reasonCode: null, reason: null };
  const reasonCode = obstacleAt(search.line.tones, risk, search.constraint) ?? 'no_candidate';
  return { fixable: false, reasonCode, reason: reasonFor(reasonCode, search, risk, word) };
}

const MAX_NAMED = 3;
const NEEDED_MOVE: Record<Move, string> = { '+': 'rise', '-': 'fall', '=': 'stay level' };
const MOVE_TEXT: Record<Move, string> = { '+': 'rises', '-': 'falls', '=': 'stays level' };

/** Why no character fits, and what else would: the move of the note that the tones make, and a word that clears the risk. */
function reasonFor(
  code: Obstacle | 'no_candidate',
  { line, characters, constraint }: CharacterSearch,
  { position, melodyMove, lyricMove }: Risk,
  word: WordSwap | undefined,
): string {
  const { char, jyutping } = line.sung[position]!;
  const previous = line.sung[position - 1]!.char;
  if (jyutping === null)
    return `The place has a tone and no word yet: take a tone that fits a melody that ${MOVE_TEXT[melodyMove]} here, or change the melody.`;
  const why = {
    top_of_range: `the melody rises into ${char}, but ${previous} before it is already on the highest pitch level, and no tone is above it`,
    bottom_of_range: `the melody falls into ${char}, but ${previous} before it is already on the lowest pitch level, and no tone is below it`,
    neighbours_conflict: `every tone of ${char} that fits the melody here would clash with the character after it`,
    no_candidate: noCandidate(sameSound(line, position, characters)),
  }[code];
  const note = `let the melody ${NEEDED_MOVE[lyricMove]} into ${char}`;
  const instead = {
    top_of_range: `take a lower ${previous}`,
    bottom_of_range: `take a higher ${previous}`,
    neighbours_conflict: 'change that character',
    no_candidate: 'change the word or a neighbour',
  }[code];
  return `No character fits: ${why}; ${word ? `try ${word.word} for ${word.replaces}` : instead}, or ${note}.`;

  function noCandidate(others: readonly CharacterReading[]): string {
    const named = (readings: readonly CharacterReading[]) =>
      [...new Set(readings.map((reading) => reading.char))].slice(0, MAX_NAMED).join(', ');
    const fitting = others.filter(({ tone }) => clearsRisk(line, position, tone, constraint));
    const fits = `fits a melody that ${MOVE_TEXT[melodyMove]} here`;
    if (others.length === 0) return `no other tone of the sound ${jyutping} has a character in use`;
    return fitting.length > 0
      ? `${named(fitting)} have the sound of ${jyutping} in a tone that ${fits}, but are read otherwise in the line, or change how a neighbour is read`
      : `in use with the sound of ${jyutping} in another tone: ${named(others)}, none of which has a tone that ${fits}`;
  }
}

/** All words and phrases that may be sung, and for affected words other readings. */
function repairOptions(
  line: SungLine,
  affected: readonly SungWord[],
  ranked: readonly RankedCandidate[],
  phrases: readonly PhraseSwap[],
): RepairOptions {
  const positions = affected.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i));
  const readings = positions.flatMap((position) =>
    otherReadings(line, position).map((reading) => ({ position, ...reading })),
  );
  const words = ranked
    .filter(({ preference }) => preference >= MIN_PREFERENCE_IN_REPAIR.word)
    .map(({ candidate, preference }) => ({ ...candidate, preference, source: sourceOf(candidate) }));
  const composed = phrases
    .filter(({ preference }) => preference >= MIN_PREFERENCE_IN_REPAIR.phrase)
    .map((swap) => ({ ...swap, word: swap.phrase, source: 'phrase' as const }));
  return { words: [...words, ...composed], readings };
}
