import { type AnnotatedCharacter, annotateLine, type ChosenReadings } from '../cantonese/annotation.ts';
import type { KnownWord, WordTable } from '../cantonese/segmentation.ts';
import { isSung } from '../cantonese/sung.ts';
import type { CodeDigit } from '../cantonese/tone.ts';

/** A word of the line by its sung positions. */
export interface SungWord {
  readonly start: number;
  readonly end: number;
  readonly known: KnownWord;
  /** As it is written in the line. */
  readonly text: string;
}

/** An annotated line seen by sung positions: position p is the character `places[p]` of the line. */
export interface SungLine {
  readonly characters: readonly string[];
  readonly places: readonly number[];
  readonly sung: readonly AnnotatedCharacter[];
  readonly codes: readonly (CodeDigit | null)[];
  readonly words: readonly SungWord[];
}

/** Readings chosen for sung positions become readings of places in the line. */
export function byPlace(places: readonly number[], chosen: ChosenReadings): ChosenReadings {
  return new Map([...chosen].map(([position, jyutping]) => [places[position]!, jyutping]));
}

export function readSungLine(line: string, table: WordTable, chosen: ChosenReadings): SungLine {
  const characters = Array.from(line);
  const places = characters.flatMap((character, place) => (isSung(character) ? [place] : []));
  const annotated = annotateLine(line, table, byPlace(places, chosen));
  const positionOf = new Map(places.map((place, position) => [place, position]));
  const sung = places.map((place) => annotated.characters[place]!);
  const words = annotated.segments.flatMap(({ start, end, word }): SungWord[] => {
    const first = positionOf.get(start);
    if (!word || first === undefined) return [];
    return [{ start: first, end: first + end - start, known: word, text: characters.slice(start, end).join('') }];
  });
  return { characters, places, sung, codes: sung.map((character) => character.code), words };
}

/** The line with the characters from sung position `start` on replaced by those of `text`. */
export function withReplacement(line: SungLine, start: number, text: string): string {
  const characters = [...line.characters];
  Array.from(text).forEach((character, i) => {
    characters[line.places[start + i]!] = character;
  });
  return characters.join('');
}
