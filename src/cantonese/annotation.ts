import { type Context, readingInContext, styleOf } from './context-rules.ts';
import { parseSyllable, type Syllable, type Tone } from './jyutping.ts';
import { mergedSound } from './lazy-sounds.ts';
import { type Segment, segment, type WordTable } from './segmentation.ts';
import { type CodeDigit, codeOfTone } from './tone.ts';

/** One character of an annotated line. What has no Cantonese reading has nulls. */
export interface AnnotatedCharacter {
  readonly char: string;
  readonly jyutping: string | null;
  readonly code: CodeDigit | null;
  readonly tone: Tone | null;
  readonly rhyme: string | null;
  /** Number of its word within the line, from 0. */
  readonly group: number;
  /** All candidate readings, ranked; absent where there is only one. */
  readonly polyphones?: readonly string[];
}

/** Readings that the writer has chosen, by position in the line (code points from 0). */
export type ChosenReadings = ReadonlyMap<number, string>;

export interface AnnotatedLine {
  readonly segments: readonly Segment[];
  readonly characters: readonly AnnotatedCharacter[];
}

const NONE: ChosenReadings = new Map();

/** Annotates one line: words first, then readings by context, by word, by character. */
export function annotateLine(text: string, table: WordTable, chosen: ChosenReadings = NONE): AnnotatedLine {
  const characters = Array.from(text);
  const forms = table.formOf ? characters.map((character) => table.formOf!(character)) : characters;
  const context = { characters: forms, style: styleOf(forms.join('')) };
  const segments: Segment[] = [];
  const annotated: AnnotatedCharacter[] = [];
  for (const found of segment(forms, table)) {
    for (const { word, syllables } of readSegment(found, context, table)) {
      for (let at = word.start; at < word.end; at++) {
        const syllable = syllables?.[at - word.start];
        annotated.push({
          char: characters[at]!,
          ...soundsOf(forms[at]!, chosen.get(at), syllable, table),
          group: segments.length,
        });
      }
      segments.push(word);
    }
  }
  return { segments, characters: annotated };
}

export interface ReadSegment {
  readonly word: Segment;
  readonly syllables: readonly string[] | undefined;
}

/** A segment with its reading; several, when the context says that it is no word here. */
export function readSegment(found: Segment, context: Context, table: WordTable): ReadSegment[] {
  const { start, end, word } = found;
  if (!word) return [{ word: found, syllables: undefined }];
  const parts = readingInContext(word.word, context, start, end);
  if (!parts) return [{ word: found, syllables: primarySyllables(word.readings) }];
  if (parts.length === 1) return [{ word: found, syllables: parts[0] }];
  let at = start;
  return parts.map((syllables) => {
    const part = { start: at, end: (at += syllables.length) };
    const known = table.find(context.characters.slice(part.start, part.end).join(''));
    return { word: { ...part, ...(known ? { word: known } : {}) }, syllables };
  });
}

/** Readings that were taken apart before: common words come early, and there are more rare ones than it is worth keeping. */
const SPLIT = new Map<string, readonly string[]>();
const MOST_SPLIT = 16_384;

function primarySyllables([reading]: readonly string[]): readonly string[] | undefined {
  if (reading === undefined) return undefined;
  const known = SPLIT.get(reading);
  if (known) return known;
  const syllables = reading.split(' ');
  if (SPLIT.size < MOST_SPLIT) SPLIT.set(reading, syllables);
  return syllables;
}

type Sounds = Omit<AnnotatedCharacter, 'char' | 'group'>;

const SILENT: Sounds = { jyutping: null, code: null, tone: null, rhyme: null };

function soundsOf(form: string, chosen: string | undefined, found: string | undefined, table: WordTable): Sounds {
  const jyutping = chosen ?? found;
  const sound = jyutping === undefined ? undefined : soundOf(jyutping);
  if (jyutping === undefined || !sound) return SILENT;
  const { code, tone, rhyme } = sound;
  const polyphones = candidates(table.find(form)?.readings ?? [], found, jyutping);
  return { jyutping, code, tone, rhyme, ...(polyphones.length > 1 ? { polyphones } : {}) };
}

/** The character's readings as ranked, the shown one written as it is shown; then those that only the word or the writer knows. */
function candidates(ranked: readonly string[], found: string | undefined, shown: string): readonly string[] {
  if (ranked.includes(shown) && (found === undefined || found === shown)) return ranked;
  const all = ranked.map((one) => (alike(one, shown) ? shown : one));
  for (const one of [found, shown]) {
    if (one !== undefined && !all.some((other) => alike(one, other))) all.push(one);
  }
  return all;
}

/** Whether two syllables are one reading: ng- or none and n- or l- tell no readings apart. */
function alike(a: string, b: string): boolean {
  return a === b || (soundOf(a) !== undefined && soundOf(a)?.merged === soundOf(b)?.merged);
}

interface Sound {
  readonly code: CodeDigit;
  readonly tone: Tone;
  readonly rhyme: string;
  readonly merged: string;
}

/** There are some 2,000 syllables; each is worked out once. */
const SOUNDS = new Map<string, Sound>();

/** What a syllable sounds like; undefined when it is none. */
export function soundOf(jyutping: string): Sound | undefined {
  const known = SOUNDS.get(jyutping);
  if (known) return known;
  const syllable = parseSyllable(jyutping);
  if (!syllable) return undefined;
  const sound = describe(syllable);
  SOUNDS.set(jyutping, sound);
  return sound;
}

function describe(syllable: Syllable): Sound {
  return {
    code: codeOfTone(syllable.tone),
    tone: syllable.tone,
    rhyme: syllable.final,
    merged: mergedSound(syllable, ['n-l', 'ng-0']) + syllable.tone,
  };
}
