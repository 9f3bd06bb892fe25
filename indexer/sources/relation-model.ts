import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { RelationType } from '../../src/lexicon/entry.ts';
import type { Notice } from './packages.ts';

/** The table of relations that scripts/relations made: a model's judgement of word pairs. data/README.md describes its format. */
export const notice = (): Notice => ({
  name: 'Relation model',
  version: 'data/generated',
  licence: 'CC BY-SA 4.0 (table); Apache-2.0 (models)',
  url: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
  attribution:
    'Judged by all-MiniLM-L6-v2 (sentence-transformers) and universal-sentence-encoder-multilingual 3 (Google) on CC-CEDICT’s glosses and WordNet’s senses',
  used_for: 'generated synonyms and antonyms',
});

export interface JudgedPair {
  readonly type: RelationType;
  readonly word: string;
  readonly related: string;
  /** Strict: people would nearly always accept it. Near: mostly. */
  readonly tier: 'strict' | 'near';
  /** How likely people are to accept it, in whole per cent. */
  readonly percent: number;
}

export interface RelationTable {
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

/** Reads `generated/relations.tsv.gz` under the folder of the hand-written tables; without it nothing has been judged. */
export function readRelationTable(dataRoot: string): RelationTable {
  const file = join(dataRoot, 'generated/relations.tsv.gz');
  if (!existsSync(file)) return { words: new Set(), pairs: [] };
  return parseRelationTable(gunzipSync(readFileSync(file)).toString('utf8'));
}

/** Walking the pairs throws an Error that names the line when the text is not such a table. */
export function parseRelationTable(text: string): RelationTable {
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
      if (sign === undefined || related === undefined)
        throw new Error(
          `Line ${line + 1} of data/generated/relations.tsv.gz cannot be read ("${item}"). Make the table anew as scripts/relations/README.md says.`,
        );
      yield { ...PAIR_TYPES[sign]!, word, related, percent: Number(percent) };
    }
  }
}
