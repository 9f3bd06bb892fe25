import { parseSyllable, type Tone } from '../../cantonese/jyutping.ts';
import type { WordTable } from '../../cantonese/segmentation.ts';
import { type CodeDigit, codeOfTone, type Pitch, pitchOfTone } from '../../cantonese/tone.ts';
import type { ListedWords } from '../../lexicon/listed-words.ts';
import type { CharacterReading, CharacterTable } from '../character-table.ts';
import { isExchanged } from '../exchanges.ts';
import { changeOfRisks, type LineTones, type MelodyConstraint, type Risk, substitutionEffect } from '../risks.ts';
import type { SungLine } from '../sung-line.ts';
import type { VerifySubstitution } from './verify.ts';

/** Single characters that clear a risk: of the same sound in another tone, or as they are in another reading. */

export interface CharacterSearch {
  readonly line: SungLine;
  readonly table: ListedWords;
  readonly characters: CharacterTable;
  readonly constraint: MelodyConstraint;
  readonly verify: VerifySubstitution;
  /** The tones of the line with one character read otherwise. */
  readonly readOtherwise: (position: number, jyutping: string) => LineTones;
}

/** A character with the same initial and final, but another tone. */
export interface CharacterSwap extends CharacterReading {
  /** Whether it makes a word with its neighbours. */
  readonly formsWord: boolean;
  /** Sung positions whose risk is gone, ascending. */
  readonly resolves: readonly number[];
  /** The whole line with the character in place. */
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

/**
 * Characters in use with the initial and final of the one at the risk's position, in a tone that clears the risk and opens none. Those that
 * form a word with their neighbours come first, then by frequency.
 */
export function characterSwaps(
  { line, table, characters, constraint, verify }: CharacterSearch,
  position: number,
  limit: number,
): CharacterSwap[] {
  const current = line.sung[position]!;
  const candidates = sameSound(line, position, characters)
    .filter(({ tone }) => clearsRisk(line, position, tone, constraint))
    .map((candidate) => ({ ...candidate, formsWord: formsWord(line, position, candidate.char, table) }));
  // A stable sort: by frequency within each kind.
  candidates.sort((a, b) => Number(b.formsWord) - Number(a.formsWord));
  const swaps: CharacterSwap[] = [];
  const used = new Set<string>([current.char]);
  for (const candidate of candidates) {
    if (swaps.length === limit) break;
    const found = used.has(candidate.char) ? undefined : verify(position, candidate.char, candidate.jyutping);
    if (!found?.resolves.includes(position)) continue;
    used.add(candidate.char);
    swaps.push({ ...candidate, ...found });
  }
  return swaps;
}

/** Whether a tone at a position clears the risk there and opens none. */
export function clearsRisk({ tones }: SungLine, position: number, tone: Tone, constraint: MelodyConstraint): boolean {
  const { resolves, addsRisk } = substitutionEffect(tones, position, [tone], constraint);
  return !addsRisk && resolves.includes(position);
}

/** Characters in use with the initial and final of a position in another tone, the most frequent first. */
export function sameSound(line: SungLine, position: number, characters: CharacterTable): CharacterReading[] {
  const { char, jyutping } = line.sung[position]!;
  const syllable = jyutping === null ? undefined : parseSyllable(jyutping);
  if (!syllable) return [];
  return characters
    .withInitialAndFinal(syllable)
    .filter((candidate) => candidate.char !== char && candidate.tone !== syllable.tone);
}

/** Length in characters of the longest word that is looked for around a new character. */
const MAX_FORMED_LENGTH = 4;

/** Whether a character in its place makes a word of two to four characters; phrases that are no words do not count. */
const formsWord = (line: SungLine, position: number, char: string, table: WordTable): boolean =>
  wordsFormed(line, position, char, table).next().done !== true;

/** The words of two to four characters that a character makes in its place. */
function* wordsFormed(
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
export function readingSwaps({ line, constraint, readOtherwise }: CharacterSearch, risk: Risk): ReadingSwap[] {
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

/** A test of whether a character may have a reading where it stands. */
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
