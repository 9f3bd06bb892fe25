import { readingInContext } from './context-rules.ts';
import { parseSyllable, type Tone } from './jyutping.ts';
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

/** Annotates one line: words first, then readings by word, by context, by character. */
export function annotateLine(text: string, table: WordTable, chosen: ChosenReadings = NONE): AnnotatedLine {
  const characters = Array.from(text);
  const segments = segment(characters, table);
  const annotated: AnnotatedCharacter[] = [];
  segments.forEach((word, group) => {
    const syllables = readingOf(characters, word);
    for (let at = word.start; at < word.end; at++) {
      annotated.push(annotateCharacter(characters[at]!, chosen.get(at), syllables?.[at - word.start], group, table));
    }
  });
  return { segments, characters: annotated };
}

function readingOf(characters: readonly string[], { start, end, word }: Segment): readonly string[] | undefined {
  if (!word) return undefined;
  const fromContext = end - start === 1 ? readingInContext(characters, start) : undefined;
  return fromContext ? [fromContext] : word.readings[0]?.split(' ');
}

function annotateCharacter(
  char: string,
  chosen: string | undefined,
  found: string | undefined,
  group: number,
  table: WordTable,
): AnnotatedCharacter {
  const jyutping = chosen ?? found;
  const syllable = jyutping === undefined ? undefined : parseSyllable(jyutping);
  if (jyutping === undefined || !syllable) return { char, jyutping: null, code: null, tone: null, rhyme: null, group };
  const candidates = new Set(table.find(char)?.readings);
  if (found !== undefined) candidates.add(found);
  candidates.add(jyutping);
  return {
    char,
    jyutping,
    code: codeOfTone(syllable.tone),
    tone: syllable.tone,
    rhyme: syllable.final,
    group,
    ...(candidates.size > 1 ? { polyphones: [...candidates] } : {}),
  };
}
