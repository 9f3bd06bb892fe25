import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PartOfSpeech, Register, RelationType, Valence } from '../../src/lexicon/entry.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { isPartnerRelation } from '../../src/lexicon/partner-relations.ts';

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
  /** '' without one. */
  readonly chineseDefinition: string;
  /** Whether a definition in Chinese, a standard word or an example says what it means. */
  readonly isExplained: boolean;
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
    if (order < SHOWN_RELATIONS && !isPartnerRelation(type)) relations.push({ word, related, type, order });
  return { words, relations };
}

function builtWord(line: EntryLine): BuiltWord {
  const { char, rank, end_rank, length, pos, reg, definition, category, affect, readings } = line;
  const { definition_zh: chineseDefinition = '', standard = [], examples } = line;
  return {
    word: char,
    rank,
    endRank: end_rank,
    length,
    pos,
    register: reg,
    definition,
    chineseDefinition,
    isExplained: chineseDefinition !== '' || standard.length > 0 || examples.length > 0,
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

/** Bands of popularity: what a lyricist meets daily is measured apart from what hardly anybody looks up. */
export interface Band {
  readonly name: string;
  /** Ranks from 0: `from` is the first, `to` the one after the last. */
  readonly from: number;
  readonly to: number;
}

export const BANDS: readonly Band[] = [
  { name: '1–1k', from: 0, to: 1000 },
  { name: '1k–5k', from: 1000, to: 5000 },
  { name: '5k–20k', from: 5000, to: 20_000 },
  { name: '20k–60k', from: 20_000, to: 60_000 },
  { name: 'rest', from: 60_000, to: Number.POSITIVE_INFINITY },
];

/** Number of the band that a rank lies in. */
export function bandOf(rank: number): number {
  return BANDS.findIndex(({ to }) => rank < to);
}
