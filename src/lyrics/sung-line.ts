import {
  type AnnotatedCharacter,
  type AnnotatedLine,
  annotateLine,
  type ChosenReadings,
  soundOf,
} from '../cantonese/annotation.ts';
import { isSung, lineUnits } from '../cantonese/line-units.ts';
import type { MoveList } from '../cantonese/melody.ts';
import { type FreelyRead, readingsOfMelody } from '../cantonese/melody-readings.ts';
import type { DictionaryWord, WordTable } from '../cantonese/segmentation.ts';
import type { CodeDigit } from '../cantonese/tone.ts';
import type { SungTone } from '../cantonese/tone-moves.ts';

/** A word of the line with its sung positions. */
export interface SungWord {
  readonly start: number;
  readonly end: number;
  readonly dictionaryWord: DictionaryWord;
  /** Its text in the line. */
  readonly text: string;
}

/** An annotated line indexed by sung position: position p is the character `characterIndices[p]`. */
export interface SungLine {
  /** Annotation of the text without a melody; empty for a line of tones. */
  readonly annotated: AnnotatedLine;
  readonly characters: readonly string[];
  readonly characterIndices: readonly number[];
  readonly sung: readonly AnnotatedCharacter[];
  readonly codes: readonly (CodeDigit | null)[];
  /** The tones; of places without words yet, their codes. */
  readonly tones: readonly (SungTone | null)[];
  readonly words: readonly SungWord[];
  /** The places as they are read without a melody. */
  readonly unsung: readonly FreelyRead[];
  /** Readings that the melody decided between free variants, by sung position. */
  readonly readByMelody: ReadonlyMap<number, string>;
}

/** Converts chosen readings from sung positions to character indices. */
export function byCharacterIndex(characterIndices: readonly number[], chosen: ChosenReadings): ChosenReadings {
  return new Map([...chosen].map(([position, jyutping]) => [characterIndices[position]!, jyutping]));
}

/** Digits of tone codes alone: the tones of places that have no words yet. */
const TONES_ONLY = /^[^\p{L}\p{N}]*(?:[0234][^\p{L}\p{N}]*)+$/u;

/** @param melody decides between free variants of a reading; without it the style of the line does */
export function readSungLine(line: string, table: WordTable, chosen: ChosenReadings, melody: MoveList = []): SungLine {
  return TONES_ONLY.test(line) ? readTones(line) : readWords(line, table, chosen, melody);
}

function readTones(line: string): SungLine {
  const characters = lineUnits(line);
  const characterIndices = sungIndices(characters);
  const sung = characterIndices.map((index, group): AnnotatedCharacter => {
    const digit = characters[index] as CodeDigit;
    return { char: digit, jyutping: null, code: digit, tone: null, rhyme: null, group };
  });
  const codes = sung.map(({ code }) => code);
  const annotated = { segments: [], characters: [] };
  return {
    annotated,
    characters,
    characterIndices,
    sung,
    codes,
    tones: codes,
    words: [],
    unsung: sung,
    readByMelody: new Map(),
  };
}

function sungIndices(characters: readonly string[]): number[] {
  return characters.flatMap((character, index) => (isSung(character) ? [index] : []));
}

function readWords(line: string, table: WordTable, chosen: ChosenReadings, melody: MoveList): SungLine {
  const characters = lineUnits(line);
  const characterIndices = sungIndices(characters);
  const annotated = annotateLine(line, table, byCharacterIndex(characterIndices, chosen));
  const positionOf = new Map(characterIndices.map((characterIndex, position) => [characterIndex, position]));
  const places = characterIndices.map((characterIndex) => annotated.characters[characterIndex]!);
  const readByMelody = readingsOfMelody(places, melody, chosen);
  const sung = places.map((place, position) => withReading(place, readByMelody.get(position)));
  const words = annotated.segments.flatMap(({ start, end, word }): SungWord[] => {
    const first = positionOf.get(start);
    if (!word || first === undefined) return [];
    return [
      { start: first, end: first + end - start, dictionaryWord: word, text: characters.slice(start, end).join('') },
    ];
  });
  const [codes, tones] = [sung.map(({ code }) => code), sung.map(({ tone }) => tone)];
  return { annotated, characters, characterIndices, sung, codes, tones, words, unsung: places, readByMelody };
}

function withReading(character: AnnotatedCharacter, jyutping: string | undefined): AnnotatedCharacter {
  const sound = jyutping === undefined ? undefined : soundOf(jyutping);
  return sound
    ? { ...character, jyutping: jyutping!, code: sound.code, tone: sound.tone, rhyme: sound.rhyme }
    : character;
}

/** The line with the characters from sung position `start` on replaced by `text`. */
export function withReplacement(line: SungLine, start: number, text: string): string {
  const characters = [...line.characters];
  lineUnits(text).forEach((character, i) => {
    characters[line.characterIndices[start + i]!] = character;
  });
  return characters.join('');
}

/** The characters of a span as they are sung. */
export const textOf = (line: SungLine, start: number, end: number) =>
  line.sung
    .slice(start, end)
    .map(({ char }) => char)
    .join('');

/** Whether nothing, not even a space, stands between the characters of a span. */
export const isUnbroken = (line: SungLine, start: number, end: number) =>
  line.characterIndices[end - 1]! - line.characterIndices[start]! === end - 1 - start;

/** The character right before the start of a span, or right after its end; undefined where something else stands between. */
export function textBeside(line: SungLine, edge: number, side: 'before' | 'after'): string | undefined {
  return edge > 0 && edge < line.sung.length && isUnbroken(line, edge - 1, edge + 1)
    ? line.sung[side === 'before' ? edge - 1 : edge]!.char
    : undefined;
}
