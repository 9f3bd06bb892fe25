import { parseSyllable } from '../../../../src/cantonese/jyutping.ts';
import { isSung, lineUnits, sungPlaces } from '../../../../src/cantonese/line-units.ts';
import { type CodeDigit, codeOfTone } from '../../../../src/cantonese/tone.ts';
import { commonSubsequence } from '../../../../src/melody/common-subsequence.ts';
import { type LineReadings, pitchesOf, type SongLine } from './document.ts';
import { changeBetween } from './edit.ts';
import { isHeading } from './sections.ts';

/** What is known of one character of a line; nulls where it has no reading, or none is known yet. Letters have none. */
export interface CharacterSound {
  readonly char: string;
  readonly jyutping: string | null;
  readonly code: CodeDigit | null;
  readonly rhyme: string | null;
  /** Characters of one word share it; a character that is not annotated yet has one of its own, below 0. */
  readonly group: number;
  /** All candidate readings, where there are several. */
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
  /** What is sung at each position: a character, or a syllable of a Latin word. */
  readonly units: readonly string[];
  /** By sung position. */
  readonly codes: readonly (CodeDigit | null)[];
  readonly words: readonly LineWord[];
  /** Final of the last sung character; null where it is not known. */
  readonly rhyme: string | null;
}

const UNKNOWN: Omit<CharacterSound, 'char' | 'group'> = { jyutping: null, code: null, rhyme: null, polyphones: [] };

/** A reading with what follows from it. */
export function soundOfReading(jyutping: string | null): Pick<CharacterSound, 'jyutping' | 'code' | 'rhyme'> {
  // Not by the annotator: it would bring its tables into the page.
  const syllable = parseSyllable(jyutping ?? '');
  return syllable
    ? { jyutping, code: codeOfTone(syllable.tone), rhyme: syllable.final }
    : { jyutping: null, code: null, rhyme: null };
}

/**
 * The sound of a line as it stands now: characters that were annotated keep what was said of them, those typed since are read by the
 * table, and the writer's choice goes before both. It costs no request.
 * @param readByTable what a table of readings says of each character, if there is one
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
  const carriedSounds = annotated && readByTable.length > 0 ? ofWholeWords(carried, annotated) : carried;
  const sounds = characters.map((char, place): CharacterSound => {
    const before = carriedSounds.get(place);
    const read = before ?? readByTable[place] ?? { ...UNKNOWN, char, group: -1 - place };
    const base = read.jyutping === null ? { ...read, ...soundOfDigit(characters, place) } : read;
    const chosen = readings[place];
    return chosen === undefined ? base : { ...base, ...soundOfReading(chosen) };
  });
  return describe(sounds);
}

/** The service leaves digits unread, as a number may be said in several ways; who writes one sings it. */
function soundOfDigit(characters: readonly string[], place: number): Partial<CharacterSound> {
  const readings = readingsOfDigit(characters, place);
  const [first] = readings ?? [];
  return readings && first ? { ...soundOfReading(first), polyphones: readings.length > 1 ? readings : [] } : {};
}

/** What is known by place in the text as it is now: of characters that it shares with the annotated text, in their order. */
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

/** Of a word that was changed nothing stays: 行 of 銀行 is read otherwise in 旅行. */
function ofWholeWords(
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

/** @param sung what of the text is sung, if not all of it */
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

/** How digits are sung: a digit has one note, whatever number it is part of. */

/** By digit; the first is that of a number read digit by digit. */
const READINGS: readonly (readonly string[])[] = [
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
 * The readings of the digit at a place, the likeliest first. Of two digits alone one may be the ten that both are said with (80
 * eight-ten, 15 ten-five); any others are said one by one (2046). undefined where there is no digit.
 */
export function readingsOfDigit(characters: readonly string[], place: number): readonly string[] | undefined {
  const value = digitOf(characters[place]);
  if (value === undefined) return undefined;
  const [twoBefore, before, after, twoAfter] = [-2, -1, 1, 2].map((step) => digitOf(characters[place + step]));
  const isSecondOfTwo = before !== undefined && twoBefore === undefined && after === undefined;
  const isFirstOfTwo = after !== undefined && twoAfter === undefined && before === undefined;
  const isTen = (isSecondOfTwo && value === 0 && before !== 0) || (isFirstOfTwo && value === 1 && after !== 0);
  return isTen ? READINGS[value]!.toReversed() : READINGS[value]!;
}

const DIGIT = /^\p{Nd}$/u;

/** A line as the service is asked about it. */
export function contourLineOf(line: SongLine, sound: LineSound) {
  const readings = sound.places.flatMap((place, position) => {
    const { char, jyutping: read } = sound.characters[place]!;
    // Digits have no reading in the service but what it is told.
    const jyutping = line.readings[place] ?? (DIGIT.test(char) ? read : null);
    return jyutping === null ? [] : [{ sung_position: position, jyutping }];
  });
  return {
    line: line.text,
    melody: pitchesOf(line.melody, sound.places.length),
    ...(readings.length > 0 ? { readings } : {}),
  };
}
