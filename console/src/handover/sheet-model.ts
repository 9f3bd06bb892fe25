import type { SongDocument, SongLine } from '../write/model/document.ts';
import { isHeading, nameOf } from '../write/model/sections.ts';
import type { LineSound } from '../write/sound/line-sound.ts';

/** What stands above the characters of a sheet. */
export const ABOVE = ['jyutping', 'code', 'none'] as const;
export type Above = (typeof ABOVE)[number];

/** A character with what is sung to it. */
export interface SheetCell {
  readonly char: string;
  /** Empty where nothing is to stand above it. */
  readonly above: string;
  /** Height of its note among all notes of the song, 0 the lowest to 1; null where it has none. */
  readonly height: number | null;
}

export interface SheetSection {
  /** Empty for what stands before the first heading. */
  readonly heading: string;
  /** The cells of each line; an empty line parts stanzas. */
  readonly lines: readonly (readonly SheetCell[])[];
}

/** Pitches of a song without any spread stand in the middle. */
const MIDDLE = 0.5;

/** A song as it is printed: its sections in order, each line character by character. */
export function sheetOf(
  { lines }: Pick<SongDocument, 'lines'>,
  soundOf: (line: SongLine) => LineSound,
  above: Above,
): readonly SheetSection[] {
  const pitches = lines.flatMap(({ melody }) => melody.flatMap((note) => (note ? [note.pitch] : [])));
  const [lowest, highest] = [Math.min(...pitches), Math.max(...pitches)];
  const heightOf = (pitch: number) => (highest === lowest ? MIDDLE : (pitch - lowest) / (highest - lowest));
  const sections: { heading: string; lines: SheetCell[][] }[] = [];
  for (const line of lines) {
    if (isHeading(line.text)) sections.push({ heading: nameOf(line.text), lines: [] });
    else {
      if (sections.length === 0) sections.push({ heading: '', lines: [] });
      sections.at(-1)!.lines.push(cellsOf(line, soundOf(line), above, heightOf));
    }
  }
  return sections;
}

function cellsOf(
  { melody }: SongLine,
  { characters, places }: LineSound,
  above: Above,
  heightOf: (pitch: number) => number,
): SheetCell[] {
  const positionOf = new Map(places.map((place, position) => [place, position]));
  return characters.map(({ char, jyutping, code }, place) => {
    const position = positionOf.get(place);
    const note = position === undefined ? null : (melody[position] ?? null);
    const text = above === 'jyutping' ? jyutping : above === 'code' ? code : null;
    return { char, above: text ?? '', height: note && heightOf(note.pitch) };
  });
}
