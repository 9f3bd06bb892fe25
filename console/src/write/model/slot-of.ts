import { codesFittingMoves, type Move, type MovePattern } from '../../../../src/cantonese/contour.ts';
import { movesOfMelody } from '../../../../src/cantonese/melody.ts';
import { CODE_DIGITS, type CodeDigit, levelOfCode } from '../../../../src/cantonese/tone.ts';
import type { Beside, Relaxation, Slot } from '../../app/slot.ts';
import { type Melody, pitchesOf } from './document.ts';
import type { LineSound } from './line-sound.ts';
import { nextWordsOf } from './next-words.ts';

interface SoundedLine {
  readonly melody: Melody;
  readonly sound: LineSound;
}

/** Codes of longer words are too many to list. */
const MAX_LISTED_LENGTH = 4;

/** Lines by index, the last one excluded. */
interface LineRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The slot at a place of a line: the word there with its seams, or, where the text ends and the melody goes on, the next word to be
 * written. Null where there is neither.
 * @param passage the lines of its section or stanza, which are heard together
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
  const sungCharacter = (at: number) => sound.characters[sound.places[at] ?? -1];
  const isWritten = start < sound.places.length;
  const total = Math.max(sound.places.length, melody.length);
  const moves = movesOfMelody(pitchesOf(melody, total));
  const seam = (at: number, move: number): Seam | null => {
    const found = sungCharacter(at);
    return found ? { char: sound.units[at]!, move: moves[move] ?? null } : null;
  };
  const inner = Array.from({ length: end - start - 1 }, (_, i) => moves[start + 1 + i] ?? '*').join('');
  const codeBefore = sungCharacter(start - 1)?.code ?? null;
  const nextWords = isWritten ? [] : nextWordsOf(moves.slice(start, total), codeBefore);
  const constraints: Constraints = {
    inner,
    before: seam(start - 1, start),
    after: seam(end, end),
    codeBefore,
    codeAfter: sungCharacter(end)?.code ?? null,
  };
  const isMelodic = isWritten && isConstrained(constraints);
  const options = isMelodic ? codesBetween(constraints) : nextWords.flatMap(({ codes }) => codes);
  const endsLine = end >= total || nextWords.some((one) => one.endsLine);
  return {
    lineIndex,
    wordStart: start,
    moves: inner,
    char: isWritten ? sound.units[position]! : '',
    // Of a Latin word all letters, and not those that begin its syllables.
    word: isWritten ? sound.units.slice(start, end).join('') : '',
    besideWords: wordsAround(sound, sound.places[start] ?? sound.characters.length)
      .filter(({ distance }) => distance > 0)
      .map(({ text }) => text),
    endsLine,
    nextWords,
    ...rhymeOf(lines, lineIndex, passage),
    melodyEnd: endOf(lines, lineIndex),
    codeOptions: options,
    relaxations: options.length === 0 && isMelodic ? relaxationsOf(constraints) : [],
  };
}

/** The words of a line with their distance from a place, 0 for the one there; the nearest first. */
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
 * The place where a word begins that is put beside the nearest occurrence of another in the line; undefined if the line does not have it.
 * @param near place of the slot
 */
export function placeBeside(
  sound: Pick<LineSound, 'words' | 'characters'>,
  near: number,
  { word, side }: Beside,
): number | undefined {
  const nearest = wordsAround(sound, near).find(({ text }) => text === word);
  return side === 'before' ? nearest?.start : nearest?.end;
}

/** Sung positions of the word at a place. */
interface Span {
  readonly position: number;
  readonly start: number;
  readonly end: number;
}

function spanAt(sound: LineSound, melody: Melody, place: number): Span | undefined {
  const written = sound.places.length;
  const position = sound.places.findIndex((one) => one >= place);
  if (position >= 0) {
    const at = sound.places[position]!;
    const word = sound.words.find(({ start, end }) => start <= at && at < end);
    const inWord = sound.places.flatMap((one, i) => (word && one >= word.start && one < word.end ? [i] : []));
    return { position, start: inWord[0] ?? position, end: (inWord.at(-1) ?? position) + 1 };
  }
  if (melody.length > written) return { position: written, start: written, end: written + 1 };
  const last = sound.places.at(-1);
  return last === undefined ? undefined : spanAt(sound, melody, last);
}

/** Whether the melody asks anything of a word that is short enough for its codes to be listed. */
function isConstrained({ inner, before, after, codeBefore, codeAfter }: Constraints): boolean {
  if (inner.length + 1 > MAX_LISTED_LENGTH) return false;
  const hasSeam = (before?.move && codeBefore !== null) || (after?.move && codeAfter !== null);
  return Boolean(hasSeam) || /[-+=]/u.test(inner);
}

/** A word to rhyme with is written: words are looked for by characters, not by digits. */
const HAN = /\p{Script=Han}/u;
/** Lines farther away are not heard together; what they end on need not be read either. */
const RHYME_DISTANCE = 60;

/**
 * The character to rhyme with: of the line of the passage that shares this line's rhyme, else of the rhyme that most of its other lines
 * end on; where no other line of the passage is written, of the other lines.
 */
function rhymeOf(
  lines: readonly SoundedLine[],
  lineIndex: number,
  passage: LineRange,
): Pick<Slot, 'rhymeChar' | 'rhymeReading'> {
  const within = lineEnds(lines, lineIndex, passage);
  const everywhere = { start: lineIndex - RHYME_DISTANCE, end: lineIndex + RHYME_DISTANCE + 1 };
  const ends = within.length > 0 ? within : lineEnds(lines, lineIndex, everywhere);
  const ownRhyme = lines[lineIndex]!.sound.rhyme;
  const shares = (rhyme: string) => Number(rhyme === ownRhyme);
  const counts = new Map<string, number>();
  for (const { rhyme } of ends) counts.set(rhyme, (counts.get(rhyme) ?? 0) + 1);
  const count = (rhyme: string) => counts.get(rhyme) ?? 0;
  const [best] = ends.sort(
    (a, b) => shares(b.rhyme) - shares(a.rhyme) || count(b.rhyme) - count(a.rhyme) || a.distance - b.distance,
  );
  return { rhymeChar: best?.char ?? null, rhymeReading: best?.jyutping ?? null };
}

/** The last characters of the other lines of a range, with their sound. */
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

/** Where a line's last note lies in the range of its song, by thirds. */
function endOf(lines: readonly SoundedLine[], lineIndex: number): Slot['melodyEnd'] {
  const last = lines[lineIndex]!.melody.findLast((note) => note !== null);
  if (!last) return null;
  const pitches = lines.flatMap(({ melody }) => melody.flatMap((note) => (note ? [note.pitch] : [])));
  const lowest = pitches.reduce((a, b) => Math.min(a, b));
  const highest = pitches.reduce((a, b) => Math.max(a, b));
  if (highest === lowest) return 'mid';
  const height = (last.pitch - lowest) / (highest - lowest);
  return height > 2 / 3 ? 'high' : height < 1 / 3 ? 'low' : 'mid';
}

/** The neighbour of a word on one side, and the melody's move between them; null where it is free. */
interface Seam {
  readonly char: string;
  readonly move: Move | null;
}

interface Constraints {
  /** The melody's moves within the word. */
  readonly inner: string;
  readonly before: Seam | null;
  readonly after: Seam | null;
  /** Codes of the neighbours; null where there is none or it is unknown. */
  readonly codeBefore: CodeDigit | null;
  readonly codeAfter: CodeDigit | null;
}

/** The tone codes that fit the melody between two neighbours, ascending. */
function codesBetween({ inner, before, after, codeBefore, codeAfter }: Constraints): string[] {
  const lead = before?.move && codeBefore !== null ? { move: before.move, code: codeBefore } : undefined;
  const trail = after?.move && codeAfter !== null ? { move: after.move, code: codeAfter } : undefined;
  const pattern: MovePattern[] = [...inner] as MovePattern[];
  if (lead) pattern.unshift(lead.move);
  if (trail) pattern.push(trail.move);
  return codesFittingMoves(pattern.join(''), {
    ...(lead ? { before: lead.code } : {}),
    ...(trail ? { after: trail.code } : {}),
  });
}

/** What would have to change where no code fits, the smallest change first: a neighbour's tone, else a note beside the word. */
function relaxationsOf(constraints: Constraints): Relaxation[] {
  const neighbours = [...neighbour(constraints, 'before'), ...neighbour(constraints, 'after')];
  if (neighbours.length > 0) return neighbours;
  const notes = [...note(constraints, 'before'), ...note(constraints, 'after')];
  return notes.length > 0 ? notes : bothNotes(constraints);
}

/** The same place without what the melody asks on either side. */
function bothNotes(constraints: Constraints): Relaxation[] {
  const codes = codesBetween({ ...constraints, before: null, after: null });
  const char = [constraints.before, constraints.after].flatMap((seam) => seam?.char ?? []).join('、');
  return [{ kind: 'note', side: 'before', char, direction: 'other', codes }];
}

/** The same place with another tone on one side. */
function neighbour(constraints: Constraints, side: 'before' | 'after'): Relaxation[] {
  const seam = constraints[side];
  const key = side === 'before' ? 'codeBefore' : 'codeAfter';
  const own = constraints[key];
  if (!seam || own === null) return [];
  const possible = CODE_DIGITS.filter((digit) => codesBetween({ ...constraints, [key]: digit }).length > 0);
  if (possible.length === 0) return [];
  const steps = possible.map((digit) => levelOfCode(digit) - levelOfCode(own));
  const direction = steps.every((step) => step > 0) ? 'higher' : steps.every((step) => step < 0) ? 'lower' : 'other';
  const codes = possible.flatMap((digit) => codesBetween({ ...constraints, [key]: digit }));
  return [{ kind: 'neighbour', side, char: seam.char, direction, codes: [...new Set(codes)].sort() }];
}

/** The same place without what the melody asks between it and one neighbour. */
function note(constraints: Constraints, side: 'before' | 'after'): Relaxation[] {
  const seam = constraints[side];
  if (!seam) return [];
  const codes = codesBetween({ ...constraints, [side]: null });
  return codes.length > 0 ? [{ kind: 'note', side, char: seam.char, direction: 'other', codes }] : [];
}
