import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PartOfSpeech, Register, RelationType, Valence } from '../../src/lexicon/entry.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';

/** A build as its readers see it, cut down to what quality is measured by. */

export interface BuiltWord {
  readonly word: string;
  /** Popularity: 0 is the most popular. */
  readonly rank: number;
  readonly endRank: number;
  readonly length: number;
  readonly pos: PartOfSpeech;
  readonly register: Register;
  readonly definition: string;
  readonly category: string | null;
  readonly emotion: string;
  readonly valence: Valence;
  readonly themes: readonly string[];
  readonly inferredThemes: readonly string[];
  /** Jyutping of the primary reading. */
  readonly reading: string;
  readonly confidence: EntryLine['readings'][number]['confidence'];
}

/** A related word that is among the first that a reader is shown. */
export interface ShownRelation {
  readonly word: string;
  readonly related: string;
  readonly type: RelationType;
  /** Place in the order of the API, from 0. */
  readonly order: number;
}

export interface BuiltLexicon {
  /** In order of popularity. */
  readonly words: readonly BuiltWord[];
  readonly relations: readonly ShownRelation[];
}

/** How many related words of a type count as shown. */
export const SHOWN_RELATIONS = 10;

/** Reads the build in `dir`. */
export function readBuiltLexicon(dir: string): BuiltLexicon {
  const words: BuiltWord[] = [];
  for (const line of lines<EntryLine>(join(dir, 'entries.jsonl.gz'))) words.push(builtWord(line));
  const relations: ShownRelation[] = [];
  for (const { word, related, type, order } of lines<RelationLine>(join(dir, 'relations.jsonl.gz')))
    if (order < SHOWN_RELATIONS) relations.push({ word, related, type, order });
  return { words, relations };
}

function builtWord({
  char,
  rank,
  end_rank,
  length,
  pos,
  reg,
  definition,
  category,
  affect,
  readings,
}: EntryLine): BuiltWord {
  return {
    word: char,
    rank,
    endRank: end_rank,
    length,
    pos,
    register: reg,
    definition,
    category,
    emotion: affect.emotion,
    valence: affect.valence,
    themes: affect.themes,
    inferredThemes: affect.themes_inferred,
    reading: readings[0]!.jyutping,
    confidence: readings[0]!.confidence,
  };
}

const NEWLINE = 10;

/** One line at a time: all of them parsed would take many times their size. */
function* lines<T>(path: string): Generator<T> {
  const text = gunzipSync(readFileSync(path));
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(NEWLINE, start);
    const stop = end < 0 ? text.length : end;
    yield JSON.parse(text.toString('utf8', start, stop)) as T;
    start = stop + 1;
  }
}
