import { REPLACEMENT_LIMITS, type ReplacementQuery, similarPage } from '../../../lexicon/query.ts';
import type { Replacement } from '../../../lexicon/store.ts';
import { dictionaryIds } from '../columns/column.ts';
import type { LexiconIndex } from '../columns/lexicon-index.ts';
import type { MeaningRows } from '../columns/meaning-rows.ts';
import { findRelations, type RelationTable, relationScores } from './relation-table.ts';

/** A replacement by the id of its entry. */
type FoundReplacement = Pick<Replacement, 'source' | 'score' | 'sense'> & { readonly id: number };

/** Tables that replacements are read from. */
interface ReplacementTables {
  readonly index: LexiconIndex;
  readonly rows: MeaningRows;
  readonly table: RelationTable;
}

/** Words of one length: a row for each reading. */
interface WordsOfLength {
  /** Ids of the rows' words, ascending. */
  readonly ids: Uint32Array;
  /** Ids of the readings' codes, see `readings.facets.code`. */
  readonly codes: Uint16Array;
}

/**
 * Returns a function that finds replacements. A line asks for some ten, so the popular words of each length are listed
 * at the first query.
 */
export function createReplacementFinder(tables: ReplacementTables): (query: ReplacementQuery) => FoundReplacement[] {
  const { index, table } = tables;
  const popular = new Map<number, WordsOfLength>();
  const popularOf = (length: number, belowRank: number): WordsOfLength => {
    const known = popular.get(length);
    if (known) return known;
    const listed = popularWords(index, length, belowRank);
    popular.set(length, listed);
    return listed;
  };
  return (query) => {
    const { word, length, sense, similar } = query;
    if (similar?.among) return similarWords(query, similar, namedWords(index, similar.among, length));
    const { found } = findRelations(index, table, {
      word,
      type: 'syn',
      ...(sense === undefined ? {} : { sense }),
      source: 'all',
      words: { length: [length], vulgar: false },
      sound: {},
      offset: 0,
      limit: REPLACEMENT_LIMITS.synonyms,
    });
    const synonyms = found.map(({ target, reading: _, ...rest }): FoundReplacement => ({ id: target, ...rest }));
    if (!similar) return synonyms;
    const { belowRank } = similarPage(length, similar);
    return [...synonyms, ...similarWords(query, similar, popularOf(length, belowRank))];
  };

  /** The words of `pool` with one of the codes that are nearest in meaning, without antonyms. */
  function similarWords(
    { word }: ReplacementQuery,
    { codes, vector }: NonNullable<ReplacementQuery['similar']>,
    pool: WordsOfLength,
  ): FoundReplacement[] {
    const ids = withCodes(index, pool, codes);
    const scored = tables.rows.products({ kind: 'list', ids, count: ids.length }, [vector]);
    const excluded = new Set([word, ...relationScores(index, table, word, 'ant').map((antonym) => antonym.word)]);
    return highest(scored, REPLACEMENT_LIMITS.similar)
      .filter((id) => !excluded.has(index.words.at(id)))
      .map((id) => ({ id, source: 'similar', score: 0 }));
  }
}

const popularWords = (index: LexiconIndex, length: number, belowRank: number): WordsOfLength =>
  wordsOfLength(
    index,
    length,
    Array.from({ length: Math.min(index.size, belowRank) }, (_, id) => id),
  );

/** Those of the named words that have the length. */
function namedWords(index: LexiconIndex, names: readonly string[], length: number): WordsOfLength {
  const ids = names.map((name) => index.headword(name)).filter((id) => id !== undefined);
  return wordsOfLength(
    index,
    length,
    ids.sort((a, b) => a - b),
  );
}

/**
 * The words of the length that are not vulgar.
 *
 * @param among ids, ascending
 */
function wordsOfLength({ columns, readings }: LexiconIndex, length: number, among: readonly number[]): WordsOfLength {
  const [wanted] = dictionaryIds(columns.length, [length]);
  const [clean] = dictionaryIds(columns.vulgar, ['false']);
  const { cells } = readings.facets.code;
  const [ids, codes]: [number[], number[]] = [[], []];
  for (const id of among) {
    // The cell of no value is 0.
    if (columns.length.cells[id]! - 1 !== wanted || columns.vulgar.cells[id]! - 1 !== clean) continue;
    for (let reading = readings.starts[id]!; reading < readings.starts[id + 1]!; reading++) {
      ids.push(id);
      codes.push(cells[reading]!);
    }
  }
  return { ids: Uint32Array.from(ids), codes: Uint16Array.from(codes) };
}

/** Ids of the words with a reading of one of the codes, ascending, each once. */
function withCodes({ readings }: LexiconIndex, { ids, codes }: WordsOfLength, wanted: readonly string[]): Uint32Array {
  const { dictionary } = readings.facets.code;
  const isWanted = new Uint8Array(dictionary.values.length);
  for (const code of wanted) {
    const cell = dictionary.ids.get(code);
    if (cell !== undefined) isWanted[cell] = 1;
  }
  const found = new Uint32Array(ids.length);
  let count = 0;
  for (let row = 0; row < ids.length; row++)
    if (isWanted[codes[row]!] === 1 && (count === 0 || found[count - 1] !== ids[row])) found[count++] = ids[row]!;
  return found.subarray(0, count);
}

/** The `limit` ids with the highest scores, by descending score, then popularity: an insertion sort. */
function highest({ ids, scores }: ReturnType<MeaningRows['products']>, limit: number): number[] {
  const best: number[] = [];
  let lowestScore = -1;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    const score = scores[id]!;
    if (best.length === limit && score <= lowestScore) continue;
    let place = best.length === limit ? limit - 1 : best.length;
    for (; place > 0 && scores[best[place - 1]!]! < score; place--) best[place] = best[place - 1]!;
    best[place] = id;
    lowestScore = scores[best.at(-1)!]!;
  }
  return best;
}
