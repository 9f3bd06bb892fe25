import { LRUCache } from 'lru-cache';
import type { BuildFiles } from '../../src/generation/build-files.ts';
import { indexJsonLines } from '../../src/generation/json-lines.ts';
import type { EntryLine, RelationLine } from '../../src/lexicon/formats.ts';
import { ROW_BYTES } from '../../src/lexicon/meaning.ts';
import { listOfType } from '../../src/lexicon/partner-relations.ts';
import { codePointRanks } from './code-point-ranks.ts';
import { wordCopies } from './copies.ts';

/**
 * A lexicon and so many copies of each word, line by line in order of popularity, made as they are read: at any time memory holds the
 * lexicon itself and some numbers an entry. A copy comes right after its word and has its row of meaning; copies with the same number,
 * up to `relatedCopies`, are related as their words are.
 */
export interface MultipliedLexicon {
  readonly entries: number;
  /** All that {@link relations} has. */
  readonly relations: number;
  entryLines(): Generator<{ readonly line: EntryLine; readonly row: Int8Array }>;
  relationLines(): Generator<RelationOfCopies>;
  /** A word or copy, any as likely as any other. */
  randomLine(random: () => number): EntryLine;
  /** A word of the lexicon itself. */
  randomOriginal(random: () => number): EntryLine;
}

export interface RelationOfCopies {
  readonly line: RelationLine;
  readonly wordRank: number;
  readonly target: EntryLine;
  readonly rows: readonly [word: Int8Array, target: Int8Array];
}

const MAX_CACHED_LINES = 20_000;

export function multipliedLexicon(
  build: BuildFiles,
  { copies, relatedCopies }: { readonly copies: number; readonly relatedCopies: number },
): MultipliedLexicon {
  const entryLines = indexJsonLines(build.entries);
  const relationLines = indexJsonLines(build.relations);
  const all = wordCopies(entryLines, copies);
  const numbers = new Map(Array.from({ length: all.words }, (_, word) => [all.textOf(word, 0), word]));
  const lines = new LRUCache<number, EntryLine>({ max: MAX_CACHED_LINES });
  const originalOf = (word: number): EntryLine => {
    let line = lines.get(word);
    if (!line) lines.set(word, (line = entryLines.parse<EntryLine>(word)));
    return line;
  };
  let charRanks: Uint32Array | undefined;
  const lineOf = (word: number, copy: number): EntryLine => {
    charRanks ??= codePointRanks(all);
    const rank = all.rankOf(word, copy);
    return { ...all.lineOf(originalOf(word), copy), rank, char_rank: charRanks[rank]!, end_rank: rank };
  };
  const relationCopies = (from: number, to: number) =>
    all.hasCopies(from) && all.hasCopies(to) ? Math.min(copies, relatedCopies) : 0;
  const copiesOfWord = (word: number) => (all.hasCopies(word) ? copies : 0);
  return {
    entries: all.entries,
    relations: countRelations(),
    *entryLines() {
      for (let word = 0; word < all.words; word++)
        for (let copy = 0; copy <= copiesOfWord(word); copy++)
          yield { line: lineOf(word, copy), row: rowOf(build, word) };
    },
    randomLine: (random) => lineOf(...randomPlace(random)),
    randomOriginal: (random) => lineOf(Math.floor(random() * all.words), 0),
    *relationLines() {
      // Relations of a word and list follow one another; those of its copies are fewer, and have an order of their own.
      let [group, order] = ['', 0];
      for (let i = 0; i < relationLines.count; i++) {
        const line = relationLines.parse<RelationLine>(i);
        const key = listOfType(line.type) + line.word;
        if (group !== key) [group, order] = [key, 0];
        const [from, to] = [numbers.get(line.word)!, numbers.get(line.related)!];
        const last = relationCopies(from, to);
        for (let copy = 0; copy <= last; copy++)
          yield {
            line: {
              ...line,
              word: all.textOf(from, copy),
              related: all.textOf(to, copy),
              order: copy === 0 ? line.order : order,
            },
            wordRank: all.rankOf(from, copy),
            target: lineOf(to, copy),
            rows: [rowOf(build, from), rowOf(build, to)],
          };
        if (last > 0) order++;
      }
    },
  };

  function randomPlace(random: () => number): [word: number, copy: number] {
    for (;;) {
      const place = Math.floor(random() * all.words * (copies + 1));
      const [word, copy] = [place % all.words, Math.floor(place / all.words)];
      if (copy <= copiesOfWord(word)) return [word, copy];
    }
  }

  function countRelations(): number {
    let count = 0;
    for (let i = 0; i < relationLines.count; i++) {
      const { word, related } = relationLines.parse<RelationLine>(i);
      count += 1 + relationCopies(numbers.get(word)!, numbers.get(related)!);
    }
    return count;
  }
}

/** The row of meaning of a word and its copies. */
function rowOf({ meanings }: BuildFiles, word: number): Int8Array {
  return new Int8Array(meanings.buffer, meanings.byteOffset + word * ROW_BYTES, ROW_BYTES);
}
