import { codesFittingMoves, type Move } from '../../../../src/cantonese/contour.ts';
import { movesOfMelody } from '../../../../src/cantonese/melody.ts';
import { CODE_DIGITS, type CodeDigit, levelOfCode } from '../../../../src/cantonese/tone.ts';
import type { Beside, Relaxation, Slot } from '../../app/slot.ts';
import { type Melody, pitchesOf } from './document.ts';
import type { LineSound } from './line-sound.ts';
import { nextWordsOf } from './next-words.ts';

/** A line with its melody and the sound of its text. */
interface SoundedLine {
  readonly melody: Melody;
  readonly sound: LineSound;
}

/** Most characters of a word whose codes are listed; those of longer words would be too many. */
const MAX_LISTED_LENGTH = 4;

/** Range of line indices; `end` is excluded. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The slot at a place of a line: that of the word there, or, where the text ends before the melody does, that of the next word to be
 * written. Null if the line has neither text nor melody.
 * @param place code points of the line's text before the cursor
 * @param passage lines of the same section or stanza, which are heard together and should rhyme
 */
export function slotOf(
  lines: readonly SoundedLine[],
  lineIndex: number,
  place: number,
  passage: LineRange = { start: 0, end: lines.length },
): Slot | null {
  const { sound, melody } = lines[lineIndex]!;
  const span = spanAt(sound, melody, place);
  if (!span) return null;
  const { position, start, end } = span;
  const characterAt = (sungPosition: number) => sound.characters[sound.places[sungPosition] ?? -1];
  const isWritten = start < sound.places.length;
  const total = Math.max(sound.places.length, melody.length);
  const moves = movesOfMelody(pitchesOf(melody, total));
  /** The seam to the neighbour at a sung position; `moves[moveIndex]` is the move between it and the word. */
  const seamTo = (neighbour: number, moveIndex: number): Seam | null =>
    characterAt(neighbour) ? { char: sound.units[neighbour]!, move: moves[moveIndex] ?? null } : null;
  const inner = Array.from({ length: end - start - 1 }, (_, i) => moves[start + 1 + i] ?? '*').join('');
  const codeBefore = characterAt(start - 1)?.code ?? null;
  const nextWords = isWritten ? [] : nextWordsOf(moves.slice(start, total), codeBefore);
  const constraints: Constraints = {
    inner,
    before: seamTo(start - 1, start),
    after: seamTo(end, end),
    codeBefore,
    codeAfter: characterAt(end)?.code ?? null,
  };
  const isMelodic = isWritten && isConstrained(constraints);
  const codeOptions = isMelodic ? codesBetween(constraints) : nextWords.flatMap(({ codes }) => codes);
  const endsLine = end >= total || nextWords.some((nextWord) => nextWord.endsLine);
  return {
    lineIndex,
    wordStart: start,
    moves: inner,
    char: isWritten ? sound.units[position]! : '',
    // All letters of a Latin word: its units are its syllables.
    word: isWritten ? sound.units.slice(start, end).join('') : '',
    besideWords: wordsAround(sound, sound.places[start] ?? sound.characters.length)
      .filter(({ distance }) => distance > 0)
      .map(({ text }) => text),
    endsLine,
    nextWords,
    ...rhymeTargetOf(lines, lineIndex, passage),
    melodyEnd: melodyEndOf(lines, lineIndex),
    codeOptions,
    relaxations: codeOptions.length === 0 && isMelodic ? relaxationsOf(constraints) : [],
  };
}

/** The words of a line, the nearest to a place first. `distance` is in code points, 0 for the word at the place. */
function wordsAround({ words, characters }: Pick<LineSound, 'words' | 'characters'>, place: number) {
  return words
    .map(({ start, end }) => ({
      start,
      end,
      text: characters
        .slice(start, end)
        .map(({ char }) => char)
        .join(''),
      distance: place < start ? start - place : Math.max(0, place - end + 1),
    }))
    .sort((a, b) => a.distance - b.distance);
}

/**
 * The place at which to insert a word before or after another word of the line; undefined if the line does not have that word.
 * @param near place of the slot: of several occurrences of the other word, the nearest to it counts
 */
export function placeBeside(
  sound: Pick<LineSound, 'words' | 'characters'>,
  near: number,
  { word, side }: Beside,
): number | undefined {
  const nearest = wordsAround(sound, near).find(({ text }) => text === word);
  return side === 'before' ? nearest?.start : nearest?.end;
}

/** Sung positions of a word, `end` excluded; `position` is that of the cursor, within the word. */
interface Span {
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

/** The word at a place; behind the text the first note without text, or, if there is none, the last word. */
function spanAt(sound: LineSound, melody: Melody, place: number): Span | undefined {
  const written = sound.places.length;
  const position = sound.places.findIndex((sungPlace) => sungPlace >= place);
  if (position >= 0) {
    const at = sound.places[position]!;
    const word = sound.words.find(({ start, end }) => start <= at && at < end);
    const isInWord = (sungPlace: number) => word !== undefined && word.start <= sungPlace && sungPlace < word.end;
    const first = sound.places.findIndex(isInWord);
    const last = sound.places.findLastIndex(isInWord);
    return first < 0 ? { position, start: position, end: position + 1 } : { position, start: first, end: last + 1 };
  }
  if (melody.length > written) return { position: written, start: written, end: written + 1 };
  const last = sound.places.at(-1);
  return last === undefined ? undefined : spanAt(sound, melody, last);
}

/** Whether the melody restricts the codes of a word, and the word is short enough for its codes to be listed. */
function isConstrained({ inner, before, after, codeBefore, codeAfter }: Constraints): boolean {
  const wordLength = inner.length + 1;
  if (wordLength > MAX_LISTED_LENGTH) return false;
  const isBoundBefore = Boolean(before?.move) && codeBefore !== null;
  const isBoundAfter = Boolean(after?.move) && codeAfter !== null;
  return isBoundBefore || isBoundAfter || /[-+=]/u.test(inner);
}

/** Only Chinese characters serve as rhyme references: the service does not look rhymes up by digits or letters. */
const HAN = /\p{Script=Han}/u;
/** Lines farther away are not heard together, and reading all of a long song would be slow. */
const RHYME_DISTANCE = 60;

/**
 * The character that a line should rhyme with: the end of another line of its passage, preferably with the rhyme that this line has
 * now, else with the commonest rhyme, then the nearest. If no other line of the passage is written, lines around the passage count.
 */
function rhymeTargetOf(
  lines: readonly SoundedLine[],
  lineIndex: number,
  passage: LineRange,
): Pick<Slot, 'rhymeChar' | 'rhymeReading'> {
  const endsInPassage = lineEnds(lines, lineIndex, passage);
  const surroundings = { start: lineIndex - RHYME_DISTANCE, end: lineIndex + RHYME_DISTANCE + 1 };
  const ends = endsInPassage.length > 0 ? endsInPassage : lineEnds(lines, lineIndex, surroundings);
  const ownRhyme = lines[lineIndex]!.sound.rhyme;
  const isOwn = (rhyme: string) => Number(rhyme === ownRhyme);
  const counts = new Map<string, number>();
  for (const { rhyme } of ends) counts.set(rhyme, (counts.get(rhyme) ?? 0) + 1);
  const count = (rhyme: string) => counts.get(rhyme) ?? 0;
  const [best] = ends.sort(
    (a, b) => isOwn(b.rhyme) - isOwn(a.rhyme) || count(b.rhyme) - count(a.rhyme) || a.distance - b.distance,
  );
  return { rhymeChar: best?.char ?? null, rhymeReading: best?.jyutping ?? null };
}

/** The last sung characters of the other lines of a range, with their sound; `distance` in lines. */
function lineEnds(lines: readonly SoundedLine[], lineIndex: number, range: LineRange) {
  const first = Math.max(0, range.start, lineIndex - RHYME_DISTANCE);
  return lines.slice(first, Math.min(range.end, lineIndex + RHYME_DISTANCE + 1)).flatMap(({ sound }, at) => {
    const i = first + at;
    const last = sound.characters[sound.places.at(-1) ?? -1];
    return i === lineIndex || !last?.rhyme || !HAN.test(last.char)
      ? []
      : [{ char: last.char, jyutping: last.jyutping, rhyme: last.rhyme, distance: Math.abs(i - lineIndex) }];
  });
}

/** The third of the song's pitch range in which the line's last note lies; `mid` if the song has one pitch only. */
function melodyEndOf(lines: readonly SoundedLine[], lineIndex: number): Slot['melodyEnd'] {
  const last = lines[lineIndex]!.melody.findLast((note) => note !== null);
  if (!last) return null;
  const pitches = lines.flatMap(({ melody }) => melody.flatMap((note) => (note ? [note.pitch] : [])));
  const lowest = pitches.reduce((a, b) => Math.min(a, b));
  const highest = pitches.reduce((a, b) => Math.max(a, b));
  if (highest === lowest) return 'mid';
  const height = (last.pitch - lowest) / (highest - lowest);
  return height > 2 / 3 ? 'high' : height < 1 / 3 ? 'low' : 'mid';
}

/** The neighbour of a word on one side. */
interface Seam {
  readonly char: string;
  /** The melody's move between the neighbour and the word; null if a note is missing there. */
  readonly move: Move | null;
}

/** Restrictions that melody and neighbours put on the tone codes of a word. */
interface Constraints {
  /** The melody's moves within the word, one fewer than its characters; `*` is unrestricted. */
  readonly inner: string;
  readonly before: Seam | null;
  readonly after: Seam | null;
  /** Codes of the neighbours; null if there is none or its reading is unknown. */
  readonly codeBefore: CodeDigit | null;
  readonly codeAfter: CodeDigit | null;
}

/** The tone codes that fit the melody between two neighbours, ascending. */
function codesBetween({ inner, before, after, codeBefore, codeAfter }: Constraints): string[] {
  const moveFromPrevious = codeBefore === null ? null : before?.move;
  const moveToNext = codeAfter === null ? null : after?.move;
  return codesFittingMoves([moveFromPrevious ?? '', inner, moveToNext ?? ''].join(''), {
    ...(moveFromPrevious && codeBefore !== null ? { before: codeBefore } : {}),
    ...(moveToNext && codeAfter !== null ? { after: codeAfter } : {}),
  });
}

/** Changes that would make some code fit: the tone of one neighbour, else the note on one side, else the notes on both sides. */
function relaxationsOf(constraints: Constraints): Relaxation[] {
  const tones = [...relaxedTone(constraints, 'before'), ...relaxedTone(constraints, 'after')];
  if (tones.length > 0) return tones;
  const notes = [...relaxedNote(constraints, 'before'), ...relaxedNote(constraints, 'after')];
  return notes.length > 0 ? notes : relaxedNotes(constraints);
}

/** The relaxation that ignores the melody's moves on both sides of the word. */
function relaxedNotes(constraints: Constraints): Relaxation[] {
  const codes = codesBetween({ ...constraints, before: null, after: null });
  const char = [constraints.before, constraints.after].flatMap((seam) => seam?.char ?? []).join('、');
  return [{ kind: 'note', side: 'before', char, direction: 'other', codes }];
}

/** The relaxation that gives the neighbour on one side another tone; none if no tone helps or its own is unknown. */
function relaxedTone(constraints: Constraints, side: 'before' | 'after'): Relaxation[] {
  const seam = constraints[side];
  const key = side === 'before' ? 'codeBefore' : 'codeAfter';
  const own = constraints[key];
  if (!seam || own === null) return [];
  const codesBesideTone = (digit: CodeDigit) => codesBetween({ ...constraints, [key]: digit });
  const helpfulTones = CODE_DIGITS.filter((digit) => codesBesideTone(digit).length > 0);
  if (helpfulTones.length === 0) return [];
  const direction = directionOf(helpfulTones.map((digit) => levelOfCode(digit) - levelOfCode(own)));
  const codes = [...new Set(helpfulTones.flatMap(codesBesideTone))].sort();
  return [{ kind: 'neighbour', side, char: seam.char, direction, codes }];
}

function directionOf(levelSteps: readonly number[]): Relaxation['direction'] {
  if (levelSteps.every((step) => step > 0)) return 'higher';
  return levelSteps.every((step) => step < 0) ? 'lower' : 'other';
}

/** The relaxation that ignores the melody's move between the word and the neighbour on one side. */
function relaxedNote(constraints: Constraints, side: 'before' | 'after'): Relaxation[] {
  const seam = constraints[side];
  if (!seam) return [];
  const codes = codesBetween({ ...constraints, [side]: null });
  return codes.length > 0 ? [{ kind: 'note', side, char: seam.char, direction: 'other', codes }] : [];
}
