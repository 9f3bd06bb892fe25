import {
  freeReadings,
  type LineContext,
  readInStyle,
  readingInContext,
  readTyped,
  type Style,
  styleOf,
} from './context-rules.ts';
import { parseSyllable, type Syllable, type Tone } from './jyutping.ts';
import { foldLatin } from './latin.ts';
import { mergedSoundKey } from './lazy-sounds.ts';
import { lineUnits } from './line-units.ts';
import { joinedStarts, type Segment, segment, type WordTable } from './segmentation.ts';
import { type CodeDigit, codeOfTone } from './tone.ts';

/** One unit of a line ({@link lineUnits}) with its reading. Fields are null without a Cantonese reading. */
export interface AnnotatedCharacter {
  readonly char: string;
  /** The character that it was read as, where another one was typed for it: 咗 for 左. */
  readonly readAs?: string;
  readonly jyutping: string | null;
  readonly code: CodeDigit | null;
  readonly tone: Tone | null;
  readonly rhyme: string | null;
  /** Number of its word within the line, from 0. */
  readonly group: number;
  /** All candidate readings, ranked; absent where there is only one. */
  readonly polyphones?: readonly string[];
  /** Those of them that are heard for the same meaning as the shown one, itself among them; absent without any other. */
  readonly variants?: readonly string[];
}

/** Readings that the writer has chosen, by position in the line ({@link lineUnits}). */
export type ChosenReadings = ReadonlyMap<number, string>;

export interface AnnotatedLine {
  readonly segments: readonly Segment[];
  readonly characters: readonly AnnotatedCharacter[];
}

const NO_CHOSEN_READINGS: ChosenReadings = new Map();

/** Annotates one line: words first, then readings by context, by word, by character. */
export function annotateLine(
  text: string,
  table: WordTable,
  chosen: ChosenReadings = NO_CHOSEN_READINGS,
  style?: Style,
): AnnotatedLine {
  const steps = annotateInSteps(text, table, chosen, style);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same, with a pause after each word. */
export function* annotateInSteps(
  text: string,
  table: WordTable,
  chosen: ChosenReadings = NO_CHOSEN_READINGS,
  style?: Style,
): Generator<void, AnnotatedLine> {
  const characters = lineUnits(text);
  const typed = table.formOf ? characters.map((character) => table.formOf!(character)) : characters;
  const forms = readTyped(typed);
  const context = { characters: forms, style: style ?? styleOf(forms.join('')) };
  const read: SegmentReading[] = [];
  for (const candidate of segment(forms, table)) {
    read.push(...resolveSegment(candidate, context, table));
    yield;
  }
  const joinedAt = joinedStarts(
    forms,
    read.map(({ word }) => word),
  );
  const segments: Segment[] = [];
  const annotated: AnnotatedCharacter[] = [];
  for (const { word, syllables } of read) {
    segments.push(joinedAt.has(word.start) ? joined(segments.pop()!.start, word.end, forms, table) : word);
    for (let index = word.start; index < word.end; index++) {
      const syllable = syllables?.[index - word.start];
      const meant = meantCharacter(word, index) ?? forms[index]!;
      annotated.push({
        char: characters[index]!,
        ...(foldLatin(meant) === typed[index] ? {} : { readAs: meant }),
        ...soundsOf(meant, chosen.get(index), syllable, word.word?.word ?? meant, table),
        group: segments.length - 1,
      });
    }
    yield;
  }
  return { segments, characters: annotated };
}

function joined(start: number, end: number, forms: readonly string[], table: WordTable): Segment {
  const word = table.find(forms.slice(start, end).join(''));
  return { start, end, ...(word ? { word } : {}) };
}

/** The character of the word itself at a place, where the word is written with as many characters as the line has there. */
function meantCharacter({ start, end, word }: Segment, index: number): string | undefined {
  if (!word) return undefined;
  const wordCharacters = lineUnits(word.word);
  return wordCharacters.length === end - start ? wordCharacters[index - start] : undefined;
}

interface SegmentReading {
  readonly word: Segment;
  readonly syllables: readonly string[] | undefined;
}

/** A segment with its reading; several segments when context rules split the word. */
function resolveSegment(candidate: Segment, context: LineContext, table: WordTable): SegmentReading[] {
  const { start, end, word } = candidate;
  if (!word) return [{ word: candidate, syllables: undefined }];
  const parts = readingInContext(word.word, context, start, end);
  if (!parts) {
    const primary = primarySyllables(word.readings);
    return [{ word: candidate, syllables: primary && readInStyle(word.word, primary, context.style) }];
  }
  if (parts.length === 1) return [{ word: candidate, syllables: parts[0] }];
  let index = start;
  return parts.map((syllables) => {
    const part = { start: index, end: (index += syllables.length) };
    const known = table.find(context.characters.slice(part.start, part.end).join(''));
    return { word: { ...part, ...(known ? { word: known } : {}) }, syllables };
  });
}

/** Bound of the cache of split readings: frequent words are cached early, rare ones are not worth the memory. */
const SYLLABLE_CACHE = new Map<string, readonly string[]>();
const MAX_CACHED_READINGS = 16_384;

function primarySyllables([reading]: readonly string[]): readonly string[] | undefined {
  if (reading === undefined) return undefined;
  const known = SYLLABLE_CACHE.get(reading);
  if (known) return known;
  const syllables = reading.split(' ');
  if (SYLLABLE_CACHE.size < MAX_CACHED_READINGS) SYLLABLE_CACHE.set(reading, syllables);
  return syllables;
}

type Sounds = Omit<AnnotatedCharacter, 'char' | 'readAs' | 'group'>;

const NO_SOUNDS: Sounds = { jyutping: null, code: null, tone: null, rhyme: null };

function soundsOf(
  form: string,
  chosen: string | undefined,
  candidate: string | undefined,
  word: string,
  table: WordTable,
): Sounds {
  const jyutping = chosen ?? candidate;
  const sound = jyutping === undefined ? undefined : soundOf(jyutping);
  if (jyutping === undefined || !sound) return NO_SOUNDS;
  const { code, tone, rhyme } = sound;
  const free = freeReadings(form, jyutping, word) ?? [];
  const polyphones = candidateReadings(table.find(form)?.readings ?? [], candidate, jyutping, free);
  return {
    jyutping,
    code,
    tone,
    rhyme,
    ...(polyphones.length > 1 ? { polyphones } : {}),
    ...(free.length > 1 ? { variants: free } : {}),
  };
}

/**
 * The character's ranked readings with the shown one first in its form, then readings that only the word or the writer has, and those
 * that may stand for the shown one.
 */
function candidateReadings(
  ranked: readonly string[],
  candidate: string | undefined,
  selected: string,
  free: readonly string[],
): readonly string[] {
  if (ranked.includes(selected) && (candidate === undefined || candidate === selected) && free.length === 0)
    return ranked;
  const all = ranked.map((one) => (isSameReading(one, selected) ? selected : one));
  for (const one of [candidate, selected, ...free]) {
    if (one !== undefined && !all.some((other) => isSameReading(one, other))) all.push(one);
  }
  return all;
}

/** Whether two syllables are variants of one reading: initial ng- or none, n- or l-. */
function isSameReading(a: string, b: string): boolean {
  return a === b || (soundOf(a) !== undefined && soundOf(a)?.merged === soundOf(b)?.merged);
}

interface Sound {
  readonly code: CodeDigit;
  readonly tone: Tone;
  readonly rhyme: string;
  readonly merged: string;
}

/** There are some 2,000 syllables; each is parsed once. */
const SOUND_CACHE = new Map<string, Sound>();

/** The sound of a syllable; undefined when it is not valid jyutping. */
export function soundOf(jyutping: string): Sound | undefined {
  const known = SOUND_CACHE.get(jyutping);
  if (known) return known;
  const syllable = parseSyllable(jyutping);
  if (!syllable) return undefined;
  const sound = toSound(syllable);
  SOUND_CACHE.set(jyutping, sound);
  return sound;
}

function toSound(syllable: Syllable): Sound {
  return {
    code: codeOfTone(syllable.tone),
    tone: syllable.tone,
    rhyme: syllable.final,
    merged: mergedSoundKey(syllable, ['n-l', 'ng-0']) + syllable.tone,
  };
}
