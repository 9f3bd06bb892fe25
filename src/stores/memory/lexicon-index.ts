import { parseJyutping, type Syllable } from '../../cantonese/jyutping.ts';
import type { EntryLine } from '../../lexicon/formats.ts';
import { READINGS_SEARCHED } from '../../lexicon/limits.ts';
import { type Column, columnBuilder, type Dictionary, dictionary, idIn, setsOf } from './column.ts';
import type { Lines } from './jsonl.ts';
import type { EntrySet } from './postings.ts';

/** The readings that search looks at, one after another: those of entry `e` are `starts[e]` to `starts[e + 1] - 1`. */
export interface ReadingColumns {
  readonly starts: Uint32Array;
  readonly code: Uint16Array;
  readonly rhyme: Uint16Array;
  /** The syllables of reading `r` are `syllables[syllableStarts[r]]` to `syllables[syllableStarts[r + 1] - 1]`. */
  readonly syllableStarts: Uint32Array;
  readonly syllables: Uint16Array;
  readonly codes: Dictionary;
  readonly rhymes: Dictionary;
  readonly syllableNames: Dictionary;
  readonly syllableValues: readonly Syllable[];
  readonly codeSets: readonly EntrySet[];
  readonly rhymeSets: readonly EntrySet[];
}

export interface WordColumns {
  readonly emotion: Column;
  readonly valence: Column;
  readonly category: Column;
  readonly reg: Column;
  readonly pos: Column;
  readonly length: Column;
  readonly quality: Column;
  readonly vulgar: Column;
  readonly themeTagged: Column;
  readonly themeInferred: Column;
  readonly themeAll: Column;
}

/** All that queries walk over. An entry's id is its rank. */
export interface LexiconIndex {
  readonly size: number;
  readonly words: readonly string[];
  readonly headwords: ReadonlyMap<string, number>;
  readonly aliases: ReadonlyMap<string, number>;
  readonly charRank: Uint32Array;
  /** Ids in code point order of the words. */
  readonly byCharRank: Uint32Array;
  readonly columns: WordColumns;
  readonly readings: ReadingColumns;
}

/** The fields of a line that queries look at: builds write them first, so that the rest of the line need not be parsed. */
type IndexedPart = Omit<EntryLine, 'definition' | 'examples' | 'senses'>;

function indexedPart(lines: Lines, id: number): IndexedPart {
  const part = lines.parseBefore<EntryLine>(id, 'definition');
  const isWhole =
    part?.char !== undefined &&
    part.frequency !== undefined &&
    part.affect !== undefined &&
    part.readings !== undefined;
  return isWhole ? (part as IndexedPart) : lines.parse<EntryLine>(id);
}

export function buildIndex(lines: Lines): LexiconIndex {
  const size = lines.count;
  const words: string[] = [];
  const headwords = new Map<string, number>();
  const aliases = new Map<string, number>();
  const charRank = new Uint32Array(size);
  const byCharRank = new Uint32Array(size);
  const columns = wordColumnsBuilder(size);
  const readings = readingColumnsBuilder(size);
  for (let id = 0; id < size; id++) {
    const line = indexedPart(lines, id);
    words.push(line.char);
    headwords.set(line.char, id);
    for (const alias of line.aliases) if (!aliases.has(alias)) aliases.set(alias, id);
    charRank[id] = line.char_rank;
    byCharRank[line.char_rank] = id;
    columns.add(line);
    readings.add(line);
  }
  return {
    size,
    words,
    headwords,
    aliases,
    charRank,
    byCharRank,
    columns: columns.finish(),
    readings: readings.finish(),
  };
}

function wordColumnsBuilder(size: number): { add(line: IndexedPart): void; finish(): WordColumns } {
  const column = () => columnBuilder(size);
  const [emotion, valence, category, reg, pos, length] = [column(), column(), column(), column(), column(), column()];
  const [quality, vulgar, themeTagged, themeInferred, themeAll] = [column(), column(), column(), column(), column()];
  const NONE: readonly string[] = [];
  return {
    add(line) {
      const { themes, themes_inferred: inferred } = line.affect;
      emotion.addOne(line.affect.emotion);
      valence.addOne(line.affect.valence);
      if (line.category === null) category.add(NONE);
      else category.addOne(line.category);
      if (line.category === null) quality.add(NONE);
      else quality.addOne(line.quality);
      reg.addOne(line.reg);
      pos.addOne(line.pos);
      length.addOne(String(line.length));
      vulgar.addOne(line.vulgar ? 'true' : 'false');
      themeTagged.add(themes);
      themeInferred.add(inferred);
      themeAll.add(inferred.length === 0 ? themes : [...new Set([...themes, ...inferred])]);
    },
    finish: () => ({
      emotion: emotion.finish(),
      valence: valence.finish(),
      category: category.finish(),
      reg: reg.finish(),
      pos: pos.finish(),
      length: length.finish(),
      quality: quality.finish(),
      vulgar: vulgar.finish(),
      themeTagged: themeTagged.finish(),
      themeInferred: themeInferred.finish(),
      themeAll: themeAll.finish(),
    }),
  };
}

function readingColumnsBuilder(size: number): { add(line: IndexedPart): void; finish(): ReadingColumns } {
  const starts = new Uint32Array(size + 1);
  const [codes, rhymes, syllableNames] = [dictionary(), dictionary(), dictionary()];
  const [code, rhyme, syllables, syllableStarts]: [number[], number[], number[], number[]] = [[], [], [], [0]];
  let entry = 0;
  return {
    add(line) {
      for (const reading of line.readings.slice(0, READINGS_SEARCHED)) {
        code.push(idIn(codes, reading.code));
        rhyme.push(idIn(rhymes, reading.rhyme));
        for (const syllable of reading.jyutping.split(' ')) syllables.push(idIn(syllableNames, syllable));
        syllableStarts.push(syllables.length);
      }
      starts[++entry] = code.length;
    },
    finish() {
      const [codeCells, rhymeCells] = [Uint16Array.from(code), Uint16Array.from(rhyme)];
      return {
        starts,
        code: codeCells,
        rhyme: rhymeCells,
        syllableStarts: Uint32Array.from(syllableStarts),
        syllables: Uint16Array.from(syllables),
        codes,
        rhymes,
        syllableNames,
        syllableValues: syllableNames.values.map((name) => parseJyutping(name)![0]!),
        codeSets: setsOf(codes.values.length, starts, codeCells, size),
        rhymeSets: setsOf(rhymes.values.length, starts, rhymeCells, size),
      };
    },
  };
}
