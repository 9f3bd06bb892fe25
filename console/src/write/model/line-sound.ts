import { parseSyllable } from '../../../../src/cantonese/jyutping.ts';
import { isSung, lineUnits, sungPlaces } from '../../../../src/cantonese/line-units.ts';
import { type CodeDigit, codeOfTone } from '../../../../src/cantonese/tone.ts';
import { commonSubsequence } from '../../../../src/melody/common-subsequence.ts';
import { type LineReadings, pitchesOf, type SongLine } from './document.ts';
import { changeBetween } from './edit.ts';
import { isHeading } from './sections.ts';

/** One character of a line with its sound. Letters, signs and characters not yet read have nulls. */
export interface CharacterSound {
  readonly char: string;
  readonly jyutping: string | null;
  readonly code: CodeDigit | null;
  readonly rhyme: string | null;
  /** Number shared by the characters of one word; below 0, and its own, for a character not yet annotated. */
  readonly group: number;
  /** All candidate readings in jyutping; empty if there is one only. */
  readonly polyphones: readonly string[];
}

/** A line as the service annotated it. */
export interface AnnotatedText {
  readonly text: string;
  readonly characters: readonly CharacterSound[];
  /** The text in traditional characters, where it was written in simplified ones. */
  readonly traditional?: string;
}

/** A word of a line by its places, `end` after its last character. */
interface LineWord {
  readonly start: number;
  readonly end: number;
}

export interface LineSound {
  readonly characters: readonly CharacterSound[];
  /** Sung position p begins with the character `places[p]`: a Latin word has one a syllable. */
  readonly places: readonly number[];
  /** Texts by sung position: a character, or a syllable of a Latin word. */
  readonly units: readonly string[];
  /** Code digits by sung position; null where no reading is known. */
  readonly codes: readonly (CodeDigit | null)[];
  readonly words: readonly LineWord[];
  /** Final of the last sung character; null where it is not known. */
  readonly rhyme: string | null;
}

const UNKNOWN: Omit<CharacterSound, 'char' | 'group'> = { jyutping: null, code: null, rhyme: null, polyphones: [] };

/** The sound of a reading; nulls if it is no syllable of jyutping. */
export function soundOfReading(jyutping: string | null): Pick<CharacterSound, 'jyutping' | 'code' | 'rhyme'> {
  // The annotator would do, but its tables are too large for the page.
  const syllable = parseSyllable(jyutping ?? '');
  return syllable
    ? { jyutping, code: codeOfTone(syllable.tone), rhyme: syllable.final }
    : { jyutping: null, code: null, rhyme: null };
}

/**
 * The sound of a line's present text, without a request. A character's reading is the writer's choice, else that of the annotation if
 * the character was in its text, else that of the table.
 * @param readByTable readings of the table by place; empty without a table
 */
export function soundOfLine(
  text: string,
  readings: LineReadings,
  annotated: AnnotatedText | undefined,
  readByTable: readonly (CharacterSound | undefined)[] = [],
): LineSound {
  const characters = Array.from(text);
  if (isHeading(text))
    return describe(
      characters.map((char) => ({ ...UNKNOWN, char, group: 0 })),
      '',
    );
  const carried = annotated ? carryOverSounds(annotated, text) : new Map<number, CharacterSound>();
  const carriedSounds = annotated && readByTable.length > 0 ? withoutChangedWords(carried, annotated) : carried;
  const sounds = characters.map((char, place): CharacterSound => {
    const known = carriedSounds.get(place) ?? readByTable[place] ?? { ...UNKNOWN, char, group: -1 - place };
    const sound = known.jyutping === null ? { ...known, ...soundOfDigit(characters, place) } : known;
    const chosen = readings[place];
    return chosen === undefined ? sound : { ...sound, ...soundOfReading(chosen) };
  });
  return describe(sounds);
}

/** The sound of a digit, empty for other characters. The service leaves digits unread, as a number has several readings. */
function soundOfDigit(characters: readonly string[], place: number): Partial<CharacterSound> {
  const readings = readingsOfDigit(characters, place);
  const [first] = readings ?? [];
  return readings && first ? { ...soundOfReading(first), polyphones: readings.length > 1 ? readings : [] } : {};
}

/** Annotated sounds by place in the present text, of the characters that it shares with the annotated one. */
function carryOverSounds({ text: before, characters }: AnnotatedText, text: string): Map<number, CharacterSound> {
  const { start, end, inserted } = changeBetween(before, text);
  const carriedSounds = new Map<number, CharacterSound>();
  const shift = inserted.length - (end - start);
  for (const [place, sound] of characters.entries()) {
    if (place < start) carriedSounds.set(place, sound);
    else if (place >= end) carriedSounds.set(place + shift, sound);
  }
  // Several edits since the annotation look like one large one: look inside it for what has stayed.
  const common = commonSubsequence(characters.slice(start, end), inserted, ({ char }, other) => char === other);
  for (const [oldIndex, newIndex] of common) carriedSounds.set(start + newIndex, characters[start + oldIndex]!);
  return carriedSounds;
}

/** Drops the sounds of words that were changed: 行 of 銀行 is read otherwise in 旅行. */
function withoutChangedWords(
  carried: Map<number, CharacterSound>,
  { characters }: AnnotatedText,
): Map<number, CharacterSound> {
  const countByGroup = (sounds: Iterable<CharacterSound>) => {
    const counts = new Map<number, number>();
    for (const { group } of sounds) counts.set(group, (counts.get(group) ?? 0) + 1);
    return counts;
  };
  const [before, after] = [countByGroup(characters), countByGroup(carried.values())];
  return new Map([...carried].filter(([, { group }]) => before.get(group) === after.get(group)));
}

/** @param sung the part of the text that is sung; '' for a heading */
function describe(
  characters: readonly CharacterSound[],
  sung: string = characters.map(({ char }) => char).join(''),
): LineSound {
  const places = sungPlaces(sung);
  const last = places.at(-1);
  return {
    characters,
    places,
    units: lineUnits(sung).filter(isSung),
    codes: places.map((place) => characters[place]!.code),
    words: places.length === 0 ? [] : wordsOf(characters),
    rhyme: last === undefined ? null : characters[last]!.rhyme,
  };
}

function wordsOf(characters: readonly CharacterSound[]): LineWord[] {
  const words: LineWord[] = [];
  for (let start = 0; start < characters.length; ) {
    let end = start + 1;
    while (end < characters.length && characters[end]!.group === characters[start]!.group) end++;
    if (isSung(characters[start]!.char)) words.push({ start, end });
    start = end;
  }
  return words;
}

/** Readings of digits. A digit takes one note, whatever number it is part of. */

/** Readings by digit, 0 to 9; the first is that in a number read digit by digit. */
const READINGS_OF_DIGITS: readonly (readonly string[])[] = [
  ['ling4', 'sap6'],
  ['jat1', 'sap6'],
  ['ji6', 'loeng5', 'jaa6'],
  ['saam1'],
  ['sei3'],
  ['ng5'],
  ['luk6'],
  ['cat1'],
  ['baat3'],
  ['gau2'],
];

function digitOf(character: string | undefined): number | undefined {
  const plain = character?.normalize('NFKC') ?? '';
  return /^\d$/.test(plain) ? Number(plain) : undefined;
}

/**
 * The readings of the digit at a place, the likeliest first; undefined if there is no digit. In a number of two digits one may be read
 * as ten (80 eight-ten, 15 ten-five); longer numbers are read digit by digit (2046).
 */
export function readingsOfDigit(characters: readonly string[], place: number): readonly string[] | undefined {
  const value = digitOf(characters[place]);
  if (value === undefined) return undefined;
  const [twoBefore, before, after, twoAfter] = [-2, -1, 1, 2].map((step) => digitOf(characters[place + step]));
  const isSecondOfTwo = before !== undefined && twoBefore === undefined && after === undefined;
  const isFirstOfTwo = after !== undefined && twoAfter === undefined && before === undefined;
  const isZeroAsTen = isSecondOfTwo && value === 0 && before !== 0;
  const isOneAsTen = isFirstOfTwo && value === 1 && after !== 0;
  return isZeroAsTen || isOneAsTen ? READINGS_OF_DIGITS[value]!.toReversed() : READINGS_OF_DIGITS[value]!;
}

const DIGIT = /^\p{Nd}$/u;

/** A line as the requests for clashes and repairs take it: text, melody, and readings that the service cannot know. */
export function contourLineOf(line: SongLine, sound: LineSound) {
  const readings = sound.places.flatMap((place, position) => {
    const { char, jyutping: read } = sound.characters[place]!;
    // The service does not read digits.
    const jyutping = line.readings[place] ?? (DIGIT.test(char) ? read : null);
    return jyutping === null ? [] : [{ sung_position: position, jyutping }];
  });
  return {
    line: line.text,
    melody: pitchesOf(line.melody, sound.places.length),
    ...(readings.length > 0 ? { readings } : {}),
  };
}
