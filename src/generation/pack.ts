import { hasLatin } from '../cantonese/latin.ts';
import { compareCodePoints } from '../lexicon/code-points.ts';
import { CONFIDENCES } from '../lexicon/entry.ts';
import { READING_FACETS, readingValue, SINGLE_FACETS, wordValues } from '../lexicon/facets.ts';
import type { EntryLine, RelationLine } from '../lexicon/formats.ts';
import { type MeaningTable, parseMeaningTable, ROW_BYTES } from '../lexicon/meaning.ts';
import { packTexts } from '../lexicon/packed-arrays.ts';
import type { PackedWords } from '../lexicon/packed-words.ts';
import { MAX_SEARCHED_READINGS } from '../lexicon/query.ts';
import { tokensOfWord, tokensWithin } from '../lexicon/tokenizer.ts';
import { createWordPacker } from '../lexicon/word-packer.ts';
import { type BuildFiles, indexJsonLines } from './build-files.ts';
import { facetColumns, namedColumn, themeLists, valueOrder } from './pack-facets.ts';
import { packRelations, relationRows, senseIdPacker } from './pack-relations.ts';
import { FLAGS, type IndexedLexicon, type PackedLexicon } from './packed-lexicon.ts';
import { numberList, type Postings, postingsPacker } from './postings.ts';
import { storedFieldsPacker } from './stored-fields.ts';

/** Takes the lines of a build one after another: entries by rank, then relations in any order. */
interface Packer {
  entry(line: EntryLine): void;
  relation(line: RelationLine): void;
  /** Throws if there are not as many rows of meaning as entries. */
  finish(meanings?: PackerMeanings): PackedLexicon;
}

/** The rows of all entries, by rank, and those of English tokens. Without them no word has a meaning. */
export interface PackerMeanings {
  readonly rows: Int8Array;
  readonly tokens: MeaningTable;
}

const NO_MEANINGS: PackerMeanings = { rows: new Int8Array(0), tokens: { names: [], rows: new Int8Array(0) } };

type PackedEntries = Omit<
  IndexedLexicon,
  keyof ReturnType<typeof packRelations> | keyof ReturnType<ReturnType<typeof senseIdPacker>['finish']>
>;

export function createPacker(): Packer {
  const words: string[] = [];
  const idByWord = new Map<string, number>();
  const entries = entryPacker();
  const relations = relationRows(idByWord);
  const senses = senseIdPacker();
  return {
    entry(line) {
      senses.add(words.length, line.senses);
      idByWord.set(line.char, words.length);
      words.push(line.char);
      entries.add(line);
    },
    relation: relations.add,
    finish({ rows, tokens } = NO_MEANINGS) {
      if (rows.length > 0 && rows.length !== words.length * ROW_BYTES)
        throw new Error(`there are ${rows.length / ROW_BYTES} rows of meaning for ${words.length} entries.`);
      return {
        ...entries.finish(),
        ...packRelations(words, relations.finish(), senses.senseIds),
        ...senses.finish(),
        meaningTokens: tokens.names,
        meaningTokenRows: tokens.rows,
        meaningRows: rows,
      };
    },
  };
}

/** The decompressed files of meaning. */
export type MeaningFiles = Pick<BuildFiles, 'meanings' | 'meaningTokens'>;

/** Packs the decompressed bytes of the built files. */
export function packLines(entries: Buffer, relations: Buffer, meanings?: MeaningFiles): PackedLexicon {
  const lexiconPacker = createPacker();
  const [entryLines, relationLines] = [indexJsonLines(entries), indexJsonLines(relations)];
  for (let line = 0; line < entryLines.count; line++) lexiconPacker.entry(entryLines.parse<EntryLine>(line));
  for (let line = 0; line < relationLines.count; line++)
    lexiconPacker.relation(relationLines.parse<RelationLine>(line));
  if (!meanings) return lexiconPacker.finish();
  const { buffer, byteOffset, byteLength } = meanings.meanings;
  const rows = new Int8Array(buffer, byteOffset, byteLength);
  return lexiconPacker.finish({ rows, tokens: parseMeaningTable(meanings.meaningTokens) });
}

/** The words for annotation from the decompressed entries of a build. */
export function packWords(entries: Buffer): PackedWords {
  const packer = createWordPacker();
  const lines = indexJsonLines(entries);
  for (let line = 0; line < lines.count; line++) packer.add(lines.parse<EntryLine>(line));
  return packer.finish();
}

function entryPacker(): { add(line: EntryLine): void; finish(): PackedEntries } {
  const words: string[] = [];
  const charRank = numberList();
  const endRank = numberList();
  const frequency = numberList();
  const flags = numberList();
  const aliases = aliasList();
  const columns = SINGLE_FACETS.map((facet) => ({ facet, column: namedColumn(valueOrder(facet), 1) }));
  const themes = themeLists();
  const readings = readingList();
  const characters = postingsPacker();
  const tokens = postingsPacker();
  const storedFields = storedFieldsPacker();
  return {
    add(line) {
      words.push(line.char);
      charRank.push(line.char_rank);
      endRank.push(line.end_rank);
      frequency.push(line.frequency);
      flags.push(
        (line.is_canto ? FLAGS.canto : 0) +
          (line.vulgar ? FLAGS.vulgar : 0) +
          (line.quality === 'verified' ? FLAGS.verified : 0) +
          (line.variant_of === undefined ? 0 : FLAGS.variant),
      );
      aliases.add(line.aliases);
      for (const { facet, column } of columns) {
        const values = wordValues(facet, line);
        column.add(values[0]);
        if (values.length > 1) column.addFurther(values.slice(1));
      }
      themes.add(line.affect, wordValues('theme', line));
      readings.add(line.readings.slice(0, MAX_SEARCHED_READINGS));
      characters.add(line.char);
      const ofDefinition = tokensWithin(line.definition);
      // Characters are among the tokens of a word anyway.
      tokens.add(hasLatin(line.char) ? [...ofDefinition, ...tokensOfWord(line.char)] : ofDefinition);
      storedFields.add(line);
    },
    finish() {
      const { units, starts } = packTexts(words);
      return {
        wordUnits: units,
        wordStarts: starts,
        charRank: charRank.toUint32(),
        endRank: endRank.toUint32(),
        ...aliases.finish(),
        ...facetColumns(columns),
        flags: flags.toUint8(),
        frequency: frequency.toUint32(),
        ...themes.finish(),
        ...readings.finish(),
        ...textPostings(characters.finish(), tokens.finish()),
        ...storedFields.finish(),
      };
    },
  };
}

function textPostings(characters: Postings, tokens: Postings) {
  return {
    characters: characters.keys,
    characterStarts: characters.starts,
    characterEntries: characters.bytes,
    tokens: tokens.keys,
    tokenStarts: tokens.starts,
    tokenEntries: tokens.bytes,
  };
}

function aliasList() {
  const all: string[] = [];
  const entries = numberList();
  const starts = numberList();
  starts.push(0);
  return {
    add(aliases: readonly string[]) {
      for (const alias of aliases) {
        all.push(alias);
        entries.push(starts.length - 1);
      }
      starts.push(all.length);
    },
    finish() {
      const { units, starts: unitStarts } = packTexts(all);
      const order = Uint32Array.from(all.keys()).sort((a, b) => compareCodePoints(all[a]!, all[b]!) || a - b);
      return {
        aliasUnits: units,
        aliasStarts: unitStarts,
        aliasesOf: starts.toUint32(),
        aliasOrder: order,
        aliasEntries: entries.toUint32(),
      };
    },
  };
}

function readingList() {
  const columns = READING_FACETS.map((facet) => ({ facet, column: namedColumn(valueOrder(facet), 0) }));
  const syllables = namedColumn(compareCodePoints, 0);
  const [starts, syllableStarts, confidence] = [numberList(), numberList(), numberList()];
  let syllableCount = 0;
  starts.push(0);
  syllableStarts.push(0);
  return {
    add(readings: EntryLine['readings']) {
      for (const reading of readings) {
        for (const { facet, column } of columns) column.add(readingValue(facet, reading));
        confidence.push(CONFIDENCES.indexOf(reading.confidence));
        const names = reading.jyutping.split(' ');
        for (const name of names) syllables.add(name);
        syllableCount += names.length;
        syllableStarts.push(syllableCount);
      }
      starts.push(confidence.length);
    },
    finish() {
      const { names: syllableNames, cells } = syllables.finish();
      return {
        readingStarts: starts.toUint32(),
        ...facetColumns(columns),
        confidence: confidence.toUint8(),
        syllableNames,
        syllableStarts: syllableStarts.toUint32(),
        syllables: cells,
      };
    },
  };
}
