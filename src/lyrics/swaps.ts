import { parseSyllable, type Tone, tonesOfReading } from '../cantonese/jyutping.ts';
import type { WordTable } from '../cantonese/segmentation.ts';
import { type CodeDigit, codeOfTone, type Pitch, pitchOfTone } from '../cantonese/tone.ts';
import type { ListedWords } from '../lexicon/listed-words.ts';
import type { Candidate } from './candidates.ts';
import type { CharacterReading, CharacterTable } from './character-table.ts';
import { isExchanged } from './exchanges.ts';
import { fitAt } from './natural-order.ts';
import { type LineTones, type MelodyConstraint, type Risk, substitutionEffect } from './risks.ts';
import type { SungLine } from './sung-line.ts';
import { changeOfRisks, type VerifiedSubstitution } from './verify-substitution.ts';

/** A replacement of a word, or of neighbouring words, that clears or lowers a risk. */
export interface WordSwap extends Candidate {
  readonly resolves: readonly number[];
  readonly lowers: readonly number[];
  readonly line: string;
}

/** A character with the same initial and final, but another tone. */
export interface CharacterSwap extends CharacterReading {
  /** Whether it makes a word with its neighbours. */
  readonly formsWord: boolean;
  readonly resolves: readonly number[];
  readonly line: string;
}

/** Another listed reading of the character at the risk, or of the one before it, as it is. */
export interface ReadingSwap {
  /** The sung position that is read otherwise. */
  readonly position: number;
  readonly jyutping: string;
  readonly tone: Tone;
  readonly pitch: Pitch;
  readonly code: CodeDigit;
  readonly resolves: readonly number[];
}

export type VerifySubstitution = (start: number, text: string, jyutping: string) => VerifiedSubstitution | undefined;

/** Candidates within so many points of preference are equally welcome: the number of cleared risks decides between them. */
const EQUAL_PREFERENCE = 5;

/** Subtracted from the preference of a swap that clears no risk and only lowers one. */
const LOSS_OF_LOWERING = 30;

/**
 * The order in which a writer would take swaps: what is only of the same field last; by preference; of equal ones that which clears more;
 * then by preference exactly.
 */
export function compareSwaps<T extends Pick<WordSwap, 'preference' | 'resolves' | 'near'>>(a: T, b: T): number {
  const value = ({ preference, resolves }: T) => preference - (resolves.length === 0 ? LOSS_OF_LOWERING : 0);
  const step = (swap: T) => Math.round(value(swap) / EQUAL_PREFERENCE);
  const isLoose = ({ near }: T) => Number(near === 'loose');
  return isLoose(a) - isLoose(b) || step(b) - step(a) || b.resolves.length - a.resolves.length || value(b) - value(a);
}

/** Candidates that clear or lower a risk and open none, in the order of {@link compareSwaps}: at most `limit` for each risk. */
export async function wordSwaps(
  line: SungLine,
  candidates: readonly Candidate[],
  constraint: MelodyConstraint,
  verifySubstitution: VerifySubstitution,
  limit: number,
  yieldIfDue: () => Promise<void> | undefined,
  /** Lines that are known already. */
  seen: Set<string> = new Set(),
): Promise<WordSwap[]> {
  const promising = candidates.flatMap((candidate) => {
    const { addsRisk, resolves, lowers } = substitutionEffect(
      line.tones,
      candidate.start,
      tonesOfReading(candidate.jyutping),
      constraint,
    );
    return addsRisk || resolves.length + lowers.length === 0 ? [] : [{ ...candidate, resolves, lowers }];
  });
  const swaps: WordSwap[] = [];
  const countByPosition = new Map<number, number>();
  for (const candidate of promising.sort(compareSwaps)) {
    await yieldIfDue();
    const isFull = (position: number) => (countByPosition.get(position) ?? 0) >= limit;
    if (candidate.resolves.every(isFull) && candidate.lowers.every(isFull)) continue;
    const substitution = verifySubstitution(candidate.start, candidate.word, candidate.jyutping);
    if (!substitution || seen.has(substitution.line)) continue;
    seen.add(substitution.line);
    for (const position of [...substitution.resolves, ...substitution.lowers])
      countByPosition.set(position, (countByPosition.get(position) ?? 0) + 1);
    swaps.push({ ...candidate, ...substitution });
  }
  return swaps;
}

/**
 * Characters with the initial and final of the one at the risk's position, and a tone that clears the risk. Those that form a known
 * word with a neighbour come first, then by frequency.
 */
export function characterSwaps(
  line: SungLine,
  risk: Risk,
  table: ListedWords,
  characters: CharacterTable,
  constraint: MelodyConstraint,
  verifySubstitution: VerifySubstitution,
  limit: number,
): CharacterSwap[] {
  const { position } = risk;
  const current = line.sung[position]!;
  const syllable = current.jyutping === null ? undefined : parseSyllable(current.jyutping);
  if (!syllable) return [];
  const candidates = characters.withInitialAndFinal(syllable).flatMap((candidate) => {
    if (candidate.char === current.char || candidate.tone === syllable.tone) return [];
    const { resolves, addsRisk } = substitutionEffect(line.tones, position, [candidate.tone], constraint);
    if (addsRisk || !resolves.includes(position)) return [];
    const makesWord = formsWord(line, position, candidate.char, table);
    return makesWord || standsAlone(line, position, candidate.char, table)
      ? [{ ...candidate, formsWord: makesWord }]
      : [];
  });
  // A stable sort: by frequency within each kind.
  candidates.sort((a, b) => Number(b.formsWord) - Number(a.formsWord));
  const swaps: CharacterSwap[] = [];
  const used = new Set<string>();
  for (const candidate of candidates) {
    if (swaps.length === limit) break;
    const substitution = used.has(candidate.char)
      ? undefined
      : verifySubstitution(position, candidate.char, candidate.jyutping);
    if (!substitution?.resolves.includes(position)) continue;
    used.add(candidate.char);
    swaps.push({ ...candidate, ...substitution });
  }
  return swaps;
}

/** Characters in the longest word that is looked for around a new character. */
const MAX_FORMED_LENGTH = 4;

/** Whether a character in its place makes a word of two to four characters; phrases that are no words do not count. */
export const formsWord = (line: SungLine, position: number, char: string, table: WordTable): boolean =>
  wordsFormed(line, position, char, table).next().done !== true;

/** The words of two to four characters that a character makes in its place. */
export function* wordsFormed(
  { sung }: SungLine,
  position: number,
  char: string,
  table: WordTable,
): Generator<{ readonly start: number; readonly end: number; readonly word: string }> {
  let before = '';
  for (let start = position; start >= 0 && start > position - MAX_FORMED_LENGTH; start--) {
    if (start < position) before = sung[start]!.char + before;
    let text = before + char;
    for (let end = position + 1; table.hasPrefix(text); end++) {
      const found = end - start > 1 ? table.find(text) : undefined;
      if (found !== undefined && !found.phrase) yield { start, end, word: found.word };
      if (end - start === MAX_FORMED_LENGTH || end === sung.length) break;
      text += sung[end]!.char;
    }
  }
}

/** Other listed readings of the characters on both sides of the risk that clear it and open none: its own first, then as they are ranked. */
export function readingSwaps(
  line: SungLine,
  risk: Risk,
  constraint: MelodyConstraint,
  readOtherwise: (position: number, jyutping: string) => LineTones,
): ReadingSwap[] {
  const swaps: ReadingSwap[] = [];
  for (const position of [risk.position, risk.position - 1])
    for (const { jyutping, tone, code } of otherReadings(line, position)) {
      const change = changeOfRisks(line.tones, readOtherwise(position, jyutping), constraint);
      if (change?.resolves.includes(risk.position))
        swaps.push({ position, jyutping, tone, pitch: pitchOfTone(tone), code, resolves: change.resolves });
    }
  return swaps;
}

/**
 * The readings that a character may have in its place in other tones than there, as they are ranked. In a word of several characters they
 * are those of the word: nobody says lok1 in 落雨. What is a word alone is not read in a changed tone, which others have (人 jan2), unless that is free.
 */
export function otherReadings(line: SungLine, position: number): { jyutping: string; tone: Tone; code: CodeDigit }[] {
  const { sung, tones } = line;
  const isPossible = isReadingThere(line, position);
  return (sung[position]!.polyphones ?? []).flatMap((jyutping) => {
    if (!isPossible(jyutping)) return [];
    const tone = parseSyllable(jyutping)?.tone;
    const code = tone === undefined ? undefined : codeOfTone(tone);
    return tone === undefined || code === undefined || tone === tones[position] ? [] : [{ jyutping, tone, code }];
  });
}

/** Which readings a character may have where it stands. */
function isReadingThere({ words, sung, unsung }: SungLine, position: number): (jyutping: string) => boolean {
  const word = words.find(({ start, end }) => start <= position && position < end);
  if (!word) return () => true;
  const { start, end, dictionaryWord } = word;
  if (end - start > 1) {
    const listed = dictionaryWord.readings.map((reading) => reading.split(' ')[position - start]);
    return (jyutping) => listed.includes(jyutping);
  }
  const free = unsung[position]?.variants ?? [];
  const isOther = (jyutping: string) => soundWithoutTone(jyutping) !== soundWithoutTone(sung[position]!.jyutping ?? '');
  return (jyutping) => free.includes(jyutping) || (!isExchanged(dictionaryWord.word) && isOther(jyutping));
}

const soundWithoutTone = (jyutping: string) => jyutping.slice(0, -1);

/** Whether a character for a word of one character is more often seen between its new neighbours than by chance. */
function standsAlone(line: SungLine, position: number, char: string, table: ListedWords): boolean {
  const isWord = line.words.some(({ start, end }) => start === position && end === position + 1);
  const number = isWord ? table.numberOf(char) : undefined;
  if (number === undefined) return false;
  const fit = fitAt(line, position, position + 1, number, table);
  return fit.isSeen && fit.points > 0;
}
