import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { likenessOfRows, ROW_BYTES } from '../../src/lexicon/meaning.ts';

/** Lines of a built file, one at a time: the whole parsed file would not fit a test's memory well. */
function* lines<T>(dir: string, file: string): Generator<T> {
  const text = gunzipSync(readFileSync(join(dir, file)));
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(10, start);
    yield JSON.parse(text.toString('utf8', start, end)) as T;
    start = end + 1;
  }
}

export const entryLines = (dir: string) => lines<EntryLine>(dir, 'entries.jsonl.gz');
export const relationLines = (dir: string) => lines<RelationLine>(dir, 'relations.jsonl.gz');

export function findEntries(dir: string, words: readonly string[]): Map<string, EntryLine> {
  const wanted = new Set(words);
  const found = new Map<string, EntryLine>();
  for (const line of entryLines(dir)) if (wanted.has(line.char)) found.set(line.char, line);
  return found;
}

/** Relations of some words: word → `type related` → line. */
export function findRelations(dir: string, words: readonly string[]): Map<string, Map<string, RelationLine>> {
  const found = new Map(words.map((word) => [word, new Map<string, RelationLine>()]));
  for (const line of relationLines(dir)) found.get(line.word)?.set(`${line.type} ${line.related}`, line);
  return found;
}

/** The words that are most like a word in meaning, itself left out, by the built rows alone. */
export function wordsAlike(dir: string, word: string, count: number): string[] {
  const words = Array.from(entryLines(dir), ({ char }) => char);
  const rows = new Int8Array(gunzipSync(readFileSync(join(dir, 'meanings.bin.gz'))));
  const rowOf = (rank: number) => rows.subarray(rank * ROW_BYTES, (rank + 1) * ROW_BYTES);
  const own = rowOf(words.indexOf(word));
  const likeness = words.map((_, rank) => likenessOfRows(own, rowOf(rank)));
  const order = words.map((_, rank) => rank).sort((a, b) => likeness[b]! - likeness[a]!);
  return order.slice(0, count + 1).flatMap((rank) => (words[rank] === word ? [] : [words[rank]!]));
}
