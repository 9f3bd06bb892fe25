import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ANSWERS_FILE, ANSWERS_PROVENANCE, type Answers, decodeAnswers } from '../../src/lexicon/answers.ts';
import type { RelationType } from '../../src/lexicon/entry.ts';
import { MEANING_COMPONENTS, type MeaningTable, parseMeaningTable } from '../../src/lexicon/meaning.ts';

/** Files under `generated/` of the folder of the hand-written tables, which the maintainers' scripts made. data/README.md describes them. */

/** The text of a gzip file; undefined where there is none. */
export function readGeneratedText(dataRoot: string, name: string): string | undefined {
  const file = join(dataRoot, 'generated', name);
  return existsSync(file) ? gunzipSync(readFileSync(file)).toString('utf8') : undefined;
}

export interface GeneratedFile {
  readonly file: Buffer;
  readonly content: Buffer;
}

/**
 * A reader of the gzip files that a provenance file names with their checksums; undefined without that file. It throws an Error if a file
 * is not the one that is named.
 *
 * @param script the folder of scripts that makes the files
 */
export function generatedFiles(
  dataRoot: string,
  provenance: string,
  script: string,
): ((name: string) => GeneratedFile) | undefined {
  const folder = join(dataRoot, 'generated');
  if (!existsSync(join(folder, provenance))) return undefined;
  const { content_sha256: checksums } = JSON.parse(readFileSync(join(folder, provenance), 'utf8')) as {
    readonly content_sha256: Readonly<Record<string, string>>;
  };
  return (name) => {
    const file = readFileSync(join(folder, name));
    const content = gunzipSync(file);
    const sha256 = createHash('sha256').update(content).digest('hex');
    if (sha256 === checksums[name]) return { file, content };
    throw new Error(
      `The content of data/generated/${name} has SHA-256 ${sha256}, and ${provenance} names ${checksums[name]}. ${remedyOf(script)}`,
    );
  };
}

/** The error of a line that is not of its table. */
export function badLine(name: string, line: number, text: string, script: string): Error {
  return new Error(`Line ${line} of data/generated/${name} cannot be read ("${text}"). ${remedyOf(script)}`);
}

const remedyOf = (script: string) => `Make the table anew as scripts/${script}/README.md says.`;

/** How often words are used, by two lists that scripts/frequency joined into one table. data/README.md describes its format. */
export interface Frequency {
  /** Log10 of occurrences in a thousand million words of general Chinese; 0 where they are not known. */
  readonly zipf: number;
  /** Occurrences in essay-cantonese; 0 where they are not known. */
  readonly essay: number;
}

/** By canonical word. */
export type FrequencyTable = ReadonlyMap<string, Frequency>;

const FREQUENCY_FILE = 'frequencies.tsv.gz';

/** Reads the table; without it nothing has been counted. */
export function readFrequencyTable(dataRoot: string): FrequencyTable {
  return parseFrequencyTable(readGeneratedText(dataRoot, FREQUENCY_FILE) ?? '');
}

/** Throws an Error that names the line when the text is not such a table. */
export function parseFrequencyTable(text: string): FrequencyTable {
  const table = new Map<string, Frequency>();
  for (const [index, row] of text.split('\n').slice(0, -1).entries()) {
    const [word, zipf, essay] = row.split('\t');
    const frequency = { zipf: Number(zipf) / 100, essay: Number(essay) };
    if (!word || !(frequency.zipf >= 0 && frequency.essay >= 0))
      throw badLine(FREQUENCY_FILE, index + 1, row, 'frequency');
    table.set(word, frequency);
  }
  return table;
}

/** The table of relations that scripts/relations made: a model's judgement of word pairs. data/README.md describes its format. */

export interface JudgedPair {
  readonly type: RelationType;
  readonly word: string;
  readonly related: string;
  /** Strict: people would nearly always accept it. Near: mostly. */
  readonly tier: 'strict' | 'near';
  /** How likely people are to accept it, in whole per cent. */
  readonly percent: number;
}

export interface JudgedRelations {
  /** Every word that the model compared, whether or not it found anything. */
  readonly words: ReadonlySet<string>;
  /** Read as they are walked: all of them at once would take more memory than the table is worth. */
  readonly pairs: Iterable<JudgedPair>;
}

const PAIR_TYPES: Readonly<Record<string, Pick<JudgedPair, 'type' | 'tier'>>> = {
  '=': { type: 'syn', tier: 'strict' },
  '~': { type: 'syn', tier: 'near' },
  '!': { type: 'ant', tier: 'strict' },
  '?': { type: 'ant', tier: 'near' },
};
const PAIR = /^([=~!?])(\d\d)([0-9a-z]+)$/;

const RELATION_FILE = 'relations.tsv.gz';

/** Reads the table; without it nothing has been judged. */
export function readJudgedRelations(dataRoot: string): JudgedRelations {
  return parseJudgedRelations(readGeneratedText(dataRoot, RELATION_FILE) ?? '');
}

/** Walking the pairs throws an Error that names the line when the text is not such a table. */
export function parseJudgedRelations(text: string): JudgedRelations {
  const rows = text.split('\n').slice(0, -1);
  const words = rows.map((row) => row.slice(0, row.indexOf('\t')));
  return { words: new Set(words), pairs: { [Symbol.iterator]: () => pairsOf(rows, words) } };
}

function* pairsOf(rows: readonly string[], words: readonly string[]): Generator<JudgedPair> {
  for (const [line, row] of rows.entries()) {
    const word = words[line]!;
    const cell = row.slice(word.length + 1);
    if (cell === '') continue;
    for (const item of cell.split(' ')) {
      const [, sign, percent, encodedOffset] = PAIR.exec(item) ?? [];
      const related = encodedOffset === undefined ? undefined : words[line + Number.parseInt(encodedOffset, 36)];
      if (sign === undefined || related === undefined) throw badLine(RELATION_FILE, line + 1, item, 'relations');
      yield { ...PAIR_TYPES[sign]!, word, related, percent: Number(percent) };
    }
  }
}

/** The tables of meanings that scripts/meaning made. data/README.md describes their format. */

export interface MeaningTables {
  /** Undefined where nothing was learned from descriptions. */
  readonly answers: Answers | undefined;
  readonly words: MeaningTable;
  readonly tokens: MeaningTable;
  /** The gzip file of the tokens, for the build to hand on. */
  readonly tokensFile: Buffer;
}

const EMPTY: MeaningTable = { names: [], rows: new Int8Array(0) };
export const NO_MEANING_TABLES: MeaningTables = {
  answers: undefined,
  words: EMPTY,
  tokens: EMPTY,
  tokensFile: gzipSync(`{"tokens": 0, "components": ${MEANING_COMPONENTS}}\n`),
};

/** Reads the tables; without them no meaning is known. Throws an Error if a table is not the one that their provenance names. */
export function readMeaningTables(dataRoot: string): MeaningTables {
  const read = generatedFiles(dataRoot, 'meanings-provenance.json', 'meaning');
  if (!read) return NO_MEANING_TABLES;
  const tokens = read('meaning-tokens.bin.gz');
  const learned = generatedFiles(dataRoot, ANSWERS_PROVENANCE, 'meaning');
  return {
    answers: learned && decodeAnswers(learned(ANSWERS_FILE).content),
    words: parseMeaningTable(read('meanings.bin.gz').content),
    tokens: parseMeaningTable(tokens.content),
    tokensFile: tokens.file,
  };
}
