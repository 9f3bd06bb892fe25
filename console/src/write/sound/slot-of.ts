import { movesOfMelody } from '../../../../src/cantonese/melody.ts';
import type { Slot } from '../../app/slot.ts';
import { type Melody, pitchesOf } from '../model/document.ts';
import type { LineSound } from './line-sound.ts';
import { nextWordsOf } from './next-words.ts';
import { type Constraints, codesBetween, relaxationsOf, type Seam } from './relaxations.ts';

interface SoundedLine {
  readonly melody: Melody;
  readonly sound: LineSound;
}

/** Codes of longer words are too many to list. */
const MAX_LISTED_LENGTH = 4;

/**
 * The slot at a place of a line: the word there with its seams, or, where the text ends and the melody goes on, the next word to be
 * written. Null where there is neither.
 */
export function slotOf(lines: readonly SoundedLine[], lineIndex: number, place: number): Slot | null {
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
    besideWords: besideWords(sound, sound.places[start] ?? sound.characters.length),
    endsLine,
    nextWords,
    rhymeChar: endsLine ? rhymeCharacter(lines, lineIndex) : null,
    melodyEnd: endOf(lines, lineIndex),
    codeOptions: options,
    relaxations: options.length === 0 && isMelodic ? relaxationsOf(constraints) : [],
  };
}

/** The words of a line by their distance from a place, without the one there. */
function besideWords({ words, characters }: LineSound, place: number): string[] {
  return words
    .filter(({ start, end }) => place < start || place >= end)
    .map(({ start, end }) => ({
      text: characters
        .slice(start, end)
        .map(({ char }) => char)
        .join(''),
      distance: place < start ? start - place : place - end + 1,
    }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ text }) => text);
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

/** The character to rhyme with: of the line that shares this line's rhyme, else of the rhyme that most other lines end on. */
function rhymeCharacter(lines: readonly SoundedLine[], lineIndex: number): string | null {
  const first = Math.max(0, lineIndex - RHYME_DISTANCE);
  const ends = lines.slice(first, lineIndex + RHYME_DISTANCE + 1).flatMap(({ sound }, at) => {
    const i = first + at;
    const last = sound.characters[sound.places.at(-1) ?? -1];
    return i === lineIndex || !last?.rhyme || !HAN.test(last.char)
      ? []
      : [{ char: last.char, rhyme: last.rhyme, distance: Math.abs(i - lineIndex) }];
  });
  const ownRhyme = lines[lineIndex]!.sound.rhyme;
  const shares = (rhyme: string) => Number(rhyme === ownRhyme);
  const counts = new Map<string, number>();
  for (const { rhyme } of ends) counts.set(rhyme, (counts.get(rhyme) ?? 0) + 1);
  const count = (rhyme: string) => counts.get(rhyme) ?? 0;
  return (
    ends.sort(
      (a, b) => shares(b.rhyme) - shares(a.rhyme) || count(b.rhyme) - count(a.rhyme) || a.distance - b.distance,
    )[0]?.char ?? null
  );
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
