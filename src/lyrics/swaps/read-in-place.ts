import { type AnnotatedCharacter, annotateLine, type ChosenReadings, soundOf } from '../../cantonese/annotation.ts';
import { readTyped, styleOf } from '../../cantonese/context-rules.ts';
import { lineUnits } from '../../cantonese/line-units.ts';
import { type FreelyRead, readingOfMelody } from '../../cantonese/melody-readings.ts';
import type { WordTable } from '../../cantonese/segmentation.ts';
import type { LineTones, MelodyConstraint } from '../risks.ts';
import { byCharacterIndex, type SungLine } from '../sung-line.ts';

/**
 * Reads a line of which a part is changed, by texts put in their places or by other readings. `start` and `position` are sung positions,
 * all names with `index` are character indices of the line.
 */

/** Texts in place of as many characters of the line each. */
export interface TextInPlace {
  /** Readings of the line that may have changed, by sung position. */
  readonly readings: ReadonlyMap<number, FreelyRead>;
  /** Whether no word of the changed line reaches over the ends of a text, where that would be heard instead: 再見|過. */
  readonly isUncut: boolean;
}

/** A text with the sung position of its first character. */
interface PlacedText {
  readonly start: number;
  readonly word: string;
}

/** Reads the line with texts put in their places, the first of them first. */
export type ReadSubstitution = (placed: readonly PlacedText[]) => TextInPlace;

/** Characters on each side of a text whose readings it may change: no word and no rule reaches further. */
const REACH = 12;
/** Characters beyond these that are read with them, as what stands beside a character decides how it is read. */
const CONTEXT = 8;

/** Character indices; `endIndex` is behind the last. */
interface IndexSpan {
  readonly startIndex: number;
  readonly endIndex: number;
}

/** The part of the line that is annotated. */
interface AnnotatedSpan extends IndexSpan {
  /** The part of it whose readings hold. At a cut the characters beside the last ones are missing. */
  readonly valid: IndexSpan;
}

/** The whole line. */
function wholeLine({ characters }: SungLine): AnnotatedSpan {
  const all = { startIndex: 0, endIndex: characters.length };
  return { ...all, valid: all };
}

/** The surroundings of a changed span, cut where words of the line begin and end. */
function surroundingsOf(line: SungLine, changed: IndexSpan): AnnotatedSpan {
  const { characters, characterIndices, words } = line;
  const [firstNeeded, endNeeded] = [changed.startIndex - REACH - CONTEXT, changed.endIndex + REACH + CONTEXT];
  const startIndex = words.map(({ start }) => characterIndices[start]!).findLast((index) => index <= firstNeeded) ?? 0;
  const endIndex =
    words.map(({ end }) => characterIndices[end - 1]! + 1).find((index) => index >= endNeeded) ?? characters.length;
  const valid = {
    startIndex: startIndex === 0 ? 0 : changed.startIndex - REACH,
    endIndex: endIndex === characters.length ? endIndex : changed.endIndex + REACH,
  };
  return { startIndex, endIndex, valid };
}

/** The characters of the line with the texts in place, and the span of each text. */
function withTexts({ characters, characterIndices }: SungLine, placed: readonly PlacedText[]) {
  const changed = [...characters];
  const spans = placed.map(({ start, word }): IndexSpan => {
    const [startIndex, units] = [characterIndices[start]!, lineUnits(word)];
    changed.splice(startIndex, units.length, ...units);
    return { startIndex, endIndex: startIndex + units.length };
  });
  return { characters: changed, spans };
}

/**
 * Reads texts in place of others by annotating what is around them in the changed line, or all of it where its style changes, by which
 * readings far off are chosen. Each is read once. A chosen reading stays while its character stays.
 */
export function createSubstitutionReader(line: SungLine, table: WordTable, chosen: ChosenReadings): ReadSubstitution {
  const formOf = (character: string) => table.formOf?.(character) ?? character;
  const styleIn = (characters: readonly string[]) => styleOf(readTyped(characters.map(formOf)).join(''));
  const lineStyle = styleIn(line.characters);
  const readInLine: ReadSubstitution = (placed) => {
    const { characters, spans } = withTexts(line, placed);
    const style = styleIn(characters);
    const changed = { startIndex: spans[0]!.startIndex, endIndex: spans.at(-1)!.endIndex };
    const { startIndex, endIndex, valid } = style === lineStyle ? surroundingsOf(line, changed) : wholeLine(line);
    const keptReadings = [...byCharacterIndex(line.characterIndices, chosen)].flatMap(([index, reading]) =>
      formOf(characters[index]!) === formOf(line.characters[index]!) ? [[index - startIndex, reading] as const] : [],
    );
    const text = characters.slice(startIndex, endIndex).join('');
    const annotated = annotateLine(text, table, new Map(keptReadings), style);
    const readings = new Map<number, AnnotatedCharacter>();
    for (const [position, index] of line.characterIndices.entries()) {
      if (!isWithin(index, valid)) continue;
      const [before, after] = [line.unsung[position]!, annotated.characters[index - startIndex]!];
      const isReplaced = spans.some((span) => isWithin(index, span));
      const isReadOtherwise = after.jyutping !== before.jyutping || after.variants !== before.variants;
      if (isReplaced || isReadOtherwise) readings.set(position, after);
    }
    const words = annotated.segments.map(({ start, end }) => ({
      startIndex: startIndex + start,
      endIndex: startIndex + end,
    }));
    const isUncut = !words.some((word) => spans.some((span) => overlapsInPart(word, span)));
    return { readings, isUncut };
  };
  const known = new Map<string, TextInPlace>();
  return (placed) => {
    const key = placed.map(({ start, word }) => `${start} ${word}`).join(' ');
    let inPlace = known.get(key);
    if (!inPlace) known.set(key, (inPlace = readInLine(placed)));
    return inPlace;
  };
}

const isWithin = (index: number, { startIndex, endIndex }: IndexSpan) => startIndex <= index && index < endIndex;

/** Whether two spans overlap and neither holds the other. */
const overlapsInPart = (a: IndexSpan, b: IndexSpan) =>
  (a.startIndex < b.startIndex && b.startIndex < a.endIndex && a.endIndex < b.endIndex) ||
  (b.startIndex < a.startIndex && a.startIndex < b.endIndex && b.endIndex < a.endIndex);

/** The jyutping of `length` sung positions from `start` on, joined by spaces; undefined where one has none. */
export function jyutpingOf({ readings }: TextInPlace, start: number, length: number): string | undefined {
  let jyutping = '';
  for (let position = start; position < start + length; position++) {
    const syllable = readings.get(position)?.jyutping;
    if (typeof syllable !== 'string') return undefined;
    jyutping += position === start ? syllable : ` ${syllable}`;
  }
  return jyutping;
}

/** The tones of a line with one character read otherwise: a chosen reading changes no other one but by the melody. */
export function createReadOtherwise(
  line: SungLine,
  constraint: MelodyConstraint,
  chosen: ChosenReadings,
): (position: number, jyutping: string) => LineTones {
  return (position, jyutping) => {
    const reading: FreelyRead = { jyutping, tone: soundOf(jyutping)?.tone ?? null };
    const otherwise = new Map([...chosen, [position, jyutping]]);
    return tonesWithReadings(line, new Map([[position, reading]]), constraint, otherwise).tones;
  };
}

/**
 * The tones of a line of which some places are read otherwise. The melody decides again between free readings there, and on from there
 * until it decides as before.
 */
export function tonesWithReadings(
  line: SungLine,
  readings: ReadonlyMap<number, FreelyRead>,
  { melody }: MelodyConstraint,
  chosen: ChosenReadings,
): { readonly tones: LineTones; readonly readByMelody: ReadonlyMap<number, string> } {
  const places = line.unsung.map((place, position) => readings.get(position) ?? place);
  const [firstChanged, lastChanged] = [Math.min(...readings.keys()), Math.max(...readings.keys())];
  // A free reading depends on the tone after it too.
  const firstDecided = Math.max(0, firstChanged - 1);
  const tones = places.map(({ tone }, position) => (position < firstDecided ? line.tones[position]! : tone));
  const readByMelody = new Map<number, string>();
  for (let position = firstDecided; position < tones.length; position++) {
    const freeReading = chosen.has(position) ? undefined : readingOfMelody(tones, position, places[position]!, melody);
    if (freeReading) {
      tones[position] = freeReading.tone;
      readByMelody.set(position, freeReading.jyutping);
    }
    const isDecidedAsBefore = position > lastChanged && tones[position] === line.tones[position];
    if (isDecidedAsBefore)
      return { tones: [...tones.slice(0, position + 1), ...line.tones.slice(position + 1)], readByMelody };
  }
  return { tones, readByMelody };
}
