import { compareCodePoints } from '../../../lexicon/code-points.ts';
import { CONFIDENCES } from '../../../lexicon/entry.ts';
import type { EntryLine, RelationLine } from '../../../lexicon/formats.ts';
import { MAX_SEARCHED_READINGS } from '../../../lexicon/limits.ts';
import { ROW_BYTES } from '../../../lexicon/meaning.ts';
import type { MeaningTable } from '../../../lexicon/meaning-table.ts';
import { nameList } from '../../../lexicon/name-list.ts';
import { tokenize } from '../../../lexicon/tokenizer.ts';
import { type NumberList, numberList } from '../columns/number-list.ts';
import { FLAGS, type IndexedLexicon, type PackedLexicon } from '../columns/packed-lexicon.ts';
import { type Postings, postingsPacker } from '../columns/postings.ts';
import { packRelations, type RelationRow, relationRows } from './pack-relations.ts';
import { storedFieldsList } from './pack-stored-fields.ts';

/** Takes the lines of a build one after another, entries by rank, relations in any order. */
export interface Packer {
  entry(line: EntryLine): void;
  relation(line: RelationLine): void;
  /** The rows of all entries, by rank. Without them no word has a meaning. */
  meanings(rows: Uint8Array): void;
  /** The meanings of English tokens. */
  meaningTokens(table: MeaningTable): void;
  /** Throws if there are not as many rows of meaning as entries. */
  finish(): PackedLexicon;
}

type PackedEntries = Omit<IndexedLexicon, keyof ReturnType<typeof packRelations>>;

export function createPacker(): Packer {
  const words: string[] = [];
  const entries = entryPacker();
  const relations = relationRows();
  let meanings: Omit<PackedLexicon, keyof IndexedLexicon> = {
    meaningTokens: [],
    meaningTokenRows: new Int8Array(0),
    meaningRows: new Int8Array(0),
  };
  return {
    entry(line) {
      words.push(line.char);
      entries.add(line);
    },
    relation: (line: RelationRow) => relations.add(line),
    meanings(rows) {
      meanings = { ...meanings, meaningRows: new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength) };
    },
    meaningTokens({ names, rows }) {
      meanings = { ...meanings, meaningTokens: names, meaningTokenRows: rows };
    },
    finish() {
      const { length } = meanings.meaningRows;
      if (length > 0 && length !== words.length * ROW_BYTES)
        throw new Error(`there are ${length / ROW_BYTES} rows of meaning for ${words.length} entries.`);
      return { ...entries.finish(), ...packRelations(words, relations.finish()), ...meanings };
    },
  };
}

function entryPacker(): { add(line: EntryLine): void; finish(): PackedEntries } {
  const words = textList();
  const charRank = numberList();
  const endRank = numberList();
  const frequency = numberList();
  const flags = numberList();
  const aliases = aliasList();
  const columns = {
    emotion: namedColumn(),
    valence: namedColumn(),
    category: namedColumn(),
    reg: namedColumn(),
    pos: namedColumn(),
    length: namedColumn((a, b) => Number(a) - Number(b)),
  };
  const themes = themeLists();
  const readings = readingList();
  const characters = postingsPacker();
  const tokens = postingsPacker();
  const remainders = storedFieldsList();
  return {
    add(line) {
      words.add(line.char);
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
      columns.emotion.add(line.affect.emotion);
      columns.valence.add(line.affect.valence);
      columns.category.add(line.category);
      columns.reg.add(line.reg);
      columns.pos.add(line.pos);
      columns.length.add(String(line.length));
      themes.add(line.affect.themes, line.affect.themes_inferred);
      readings.add(line.readings.slice(0, MAX_SEARCHED_READINGS));
      characters.add(new Set(line.char));
      tokens.add(tokenize(line.definition));
      remainders.add(line);
    },
    finish() {
      const { units, starts } = words.finish();
      const [emotion, valence, category] = [
        columns.emotion.finish(),
        columns.valence.finish(),
        columns.category.finish(),
      ];
      const [reg, pos, length] = [columns.reg.finish(), columns.pos.finish(), columns.length.finish()];
      return {
        wordUnits: units,
        wordStarts: starts,
        charRank: charRank.toUint32(),
        endRank: endRank.toUint32(),
        ...aliases.finish(),
        emotions: emotion.names,
        emotion: emotion.cells,
        valences: valence.names,
        valence: valence.cells,
        categories: category.names,
        category: category.cells,
        registers: reg.names,
        reg: reg.cells,
        partsOfSpeech: pos.names,
        pos: pos.cells,
        lengths: length.names,
        length: length.cells,
        flags: flags.toUint8(),
        frequency: frequency.toUint32(),
        ...themes.finish(),
        ...readings.finish(),
        ...textPostings(characters.finish(), tokens.finish()),
        ...remainders.finish(),
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

/** Names as numbers in order of appearance, and afterwards where each of those stands in the order of the names. */
function sortedNameList(compare: (a: string, b: string) => number = compareCodePoints) {
  const { id, names } = nameList();
  return {
    id,
    finish(): { names: string[]; sorted: Uint32Array } {
      const ordered = names().sort(compare);
      const sorted = new Uint32Array(ordered.length);
      for (const [to, name] of ordered.entries()) sorted[id(name)] = to;
      return { names: ordered, sorted };
    },
  };
}

function namedColumn(compare?: (a: string, b: string) => number) {
  const names = sortedNameList(compare);
  const cells = numberList();
  return {
    add: (value: string | null) => cells.push(value === null ? 0 : names.id(value) + 1),
    finish() {
      const { names: sortedNames, sorted } = names.finish();
      const packed = cells.toUint16();
      for (let entry = 0; entry < packed.length; entry++)
        if (packed[entry]! > 0) packed[entry] = sorted[packed[entry]! - 1]! + 1;
      return { names: sortedNames, cells: packed };
    },
  };
}

function textList() {
  const units = numberList();
  const starts = numberList();
  starts.push(0);
  return {
    add(text: string) {
      for (let at = 0; at < text.length; at++) units.push(text.charCodeAt(at));
      starts.push(units.length);
    },
    finish: () => ({ units: units.toUint16(), starts: starts.toUint32() }),
  };
}

function aliasList() {
  const texts = textList();
  const all: string[] = [];
  const entries = numberList();
  const starts = numberList();
  starts.push(0);
  return {
    add(aliases: readonly string[]) {
      for (const alias of aliases) {
        texts.add(alias);
        all.push(alias);
        entries.push(starts.length - 1);
      }
      starts.push(all.length);
    },
    finish() {
      const { units, starts: unitStarts } = texts.finish();
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

function themeLists() {
  const names = sortedNameList();
  const lists = [
    { starts: numberList(), cells: numberList() },
    { starts: numberList(), cells: numberList() },
  ] as const;
  for (const { starts } of lists) starts.push(0);
  const addTo = ({ starts, cells }: { starts: NumberList; cells: NumberList }, themes: readonly string[]) => {
    for (const theme of themes) cells.push(names.id(theme));
    starts.push(cells.length);
  };
  return {
    add(tagged: readonly string[], inferred: readonly string[]) {
      addTo(lists[0], tagged);
      addTo(lists[1], inferred);
    },
    finish() {
      const { names: themes, sorted } = names.finish();
      const toSortedIds = (cells: NumberList) => cells.toUint16().map((id) => sorted[id]!);
      return {
        themes,
        taggedStarts: lists[0].starts.toUint32(),
        taggedThemes: toSortedIds(lists[0].cells),
        inferredStarts: lists[1].starts.toUint32(),
        inferredThemes: toSortedIds(lists[1].cells),
      };
    },
  };
}

function readingList() {
  const [codes, rhymes, names] = [sortedNameList(), sortedNameList(), sortedNameList()];
  const [starts, code, rhyme, confidence] = [numberList(), numberList(), numberList(), numberList()];
  const [syllables, syllableStarts] = [numberList(), numberList()];
  starts.push(0);
  syllableStarts.push(0);
  return {
    add(readings: EntryLine['readings']) {
      for (const reading of readings) {
        code.push(codes.id(reading.code));
        rhyme.push(rhymes.id(reading.rhyme));
        confidence.push(CONFIDENCES.indexOf(reading.confidence));
        for (const syllable of reading.jyutping.split(' ')) syllables.push(names.id(syllable));
        syllableStarts.push(syllables.length);
      }
      starts.push(code.length);
    },
    finish() {
      const [sortedCodes, sortedRhymes, sortedSyllables] = [codes.finish(), rhymes.finish(), names.finish()];
      return {
        readingStarts: starts.toUint32(),
        codes: sortedCodes.names,
        code: code.toUint16().map((id) => sortedCodes.sorted[id]!),
        rhymes: sortedRhymes.names,
        rhyme: rhyme.toUint16().map((id) => sortedRhymes.sorted[id]!),
        confidence: confidence.toUint8(),
        syllableNames: sortedSyllables.names,
        syllableStarts: syllableStarts.toUint32(),
        syllables: syllables.toUint16().map((id) => sortedSyllables.sorted[id]!),
      };
    },
  };
}
