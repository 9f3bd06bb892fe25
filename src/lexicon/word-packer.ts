import { isPhrase, UNKNOWN_COST } from '../cantonese/segmentation.ts';
import { boundCharacters, frequencyOfCost, isFormInText, standardForm } from '../cantonese/word-table.ts';
import { isCharacter } from './code-points.ts';
import { NO_DESCRIPTIONS } from './descriptions.ts';
import { type FurtherLabels, PARTS_OF_SPEECH } from './entry.ts';
import type { EntryLine } from './formats.ts';
import { glossHeadPacker } from './gloss-heads.ts';
import { listedWords } from './listed-words.ts';
import { nameList, packTexts, startsOf } from './packed-arrays.ts';
import { numberOfText, type PackedWords, rowOfText, type TEXT_KINDS, WORD_FLAGS } from './packed-words.ts';
import type { PartnerRelation } from './partner-relations.ts';
import { packTrie } from './text-trie.ts';
import { NO_NEIGHBOURS, neighbourPacker } from './word-neighbours.ts';
import { wordSensePacker } from './word-senses.ts';

/**
 * Packs the words of a lexicon. A builder for each subject takes the entries one by one and then gives its arrays. That of the rows
 * numbers the words; all others know a word by its row.
 */

/** The fields of an entry that the packer reads. */
export type WordLine = Pick<
  EntryLine,
  | 'char'
  | 'length'
  | 'aliases'
  | 'frequency'
  | 'pos'
  | 'also'
  | 'kind'
  | 'category'
  | 'vulgar'
  | 'definition'
  | 'variant_of'
> & {
  readonly readings: readonly Pick<EntryLine['readings'][number], 'jyutping'>[];
  readonly affect: Pick<EntryLine['affect'], 'emotion' | 'themes'>;
  /** None where absent. */
  readonly senses?: EntryLine['senses'];
  readonly examples?: EntryLine['examples'];
  readonly definition_zh?: EntryLine['definition_zh'];
};

/** Takes the entries of a lexicon, the most popular first. */
export interface WordPacker {
  add(line: WordLine): void;
  /** A partner of a word, and a string with its occurrences in text: they tell what stands side by side. */
  partners(word: string, relation: PartnerRelation, related: string): void;
  counted(text: string, occurrences: number): void;
  /** Without descriptions, which are read by the words. */
  finish(): PackedWords;
}

export function createWordPacker(): WordPacker {
  const rows = createRowBuilder();
  const texts = createTextBuilder(rows);
  const details = createDetailBuilder();
  const characters = createCharacterBuilder();
  const glossHeads = glossHeadPacker();
  const senses = wordSensePacker();
  const neighbours = neighbourPacker();
  return {
    add(line) {
      const isSeveralWords = isPhrase(line.char);
      const flags = (line.vulgar ? WORD_FLAGS.vulgar : 0) + (isSeveralWords ? WORD_FLAGS.phrase : 0);
      const readings = line.readings.map(({ jyutping }) => jyutping);
      const row = rows.add(line.char, line.frequency, flags, readings);
      texts.add(row, line);
      details.add(line);
      senses.add(row, line.senses ?? []);
      neighbours.add(line, isSeveralWords);
      // Another spelling means what the usual one does, which takes its place.
      if (line.variant_of === undefined) glossHeads.add(row, line.definition);
      if (isCharacter(line.char)) characters.add(row, line.definition);
    },
    partners: neighbours.partners,
    counted: neighbours.counted,
    finish() {
      const wordCount = rows.count();
      texts.complete(wordCount);
      // Rows and texts are complete, so that the parts can be packed in any order.
      const packed = {
        counts: Uint32Array.of(wordCount),
        ...rows.finish(),
        ...details.finish(),
        ...characters.finish(),
        ...glossHeads.finish(),
        ...senses.finish(texts.rowOf),
        ...NO_DESCRIPTIONS,
        ...texts.finish(),
      };
      // Phrases are cut into words by the table that holds what they tell.
      const table = listedWords({ ...packed, ...NO_NEIGHBOURS });
      return { ...packed, ...neighbours.finish(table, texts.rowOf) };
    },
  };
}

/** Another text for the word in a row. */
interface WordForm {
  readonly text: string;
  readonly row: number;
}

/** The texts by which rows are found. Of several rows the first to which a text is added keeps it. */
interface TextBuilder {
  /** The row of a text; undefined where none has been added. */
  rowOf(text: string): number | undefined;
  add(row: number, line: WordLine): void;
  /**
   * Adds the other texts by which lines and searches find words, and a row for each character that occurs in words and is none.
   *
   * @param wordCount the number of rows that are words
   */
  complete(wordCount: number): void;
  finish(): Pick<PackedWords, 'formCharacters' | 'formRows' | 'trieUnits' | 'trieChildren' | 'trieValues'>;
}

function createTextBuilder(rows: RowBuilder): TextBuilder {
  /** The {@link numberOfText} of each text. */
  const numbers = new Map<string, number>();
  const forms: WordForm[] = [];
  const bound = boundCharacters();
  const rowOf = (text: string) => {
    const number = numbers.get(text);
    return number === undefined ? undefined : rowOfText(number);
  };
  const addText = (text: string, row: number, kind: keyof typeof TEXT_KINDS) => {
    if (!numbers.has(text)) numbers.set(text, numberOfText(row, kind));
  };
  const addTextOfLines = (text: string, row: number, kind: 'form' | 'standardForm') => {
    if (!numbers.has(text) && isFormInText(text, rows.text(row))) addText(text, row, kind);
  };
  return {
    rowOf,
    add(row, { char, aliases, readings }) {
      addText(char, row, 'word');
      for (const text of aliases) forms.push({ text, row });
      bound.add(char, readings[0]?.jyutping);
    },
    complete(wordCount) {
      // What lines are written with comes before what only searches find.
      for (const { text, row } of forms) addTextOfLines(text, row, 'form');
      for (const { character, syllable } of bound.notIn((one) => numbers.has(one)))
        addText(character, rows.add(character, frequencyOfCost(UNKNOWN_COST), 0, [syllable]), 'word');
      const standardForms = standardFormsOf(rows, wordCount, rowOf);
      for (const [row, text] of standardForms.entries()) addTextOfLines(text, row, 'standardForm');
      for (const { text, row } of forms) addText(text, row, 'searchedForm');
    },
    finish() {
      const { units, children, values } = packTrie(numbers);
      return { ...characterForms(forms), trieUnits: units, trieChildren: children, trieValues: values };
    },
  };
}

/** Each word in the standard forms of its characters. */
function standardFormsOf(rows: RowBuilder, wordCount: number, rowOf: (text: string) => number | undefined): string[] {
  const find = (text: string) => {
    const row = rowOf(text);
    return row === undefined ? undefined : { word: rows.text(row) };
  };
  // Each character once: some ten thousand stand in all words.
  const known = new Map<string, string>();
  const standardOf = (character: string) => {
    let standard = known.get(character);
    if (standard === undefined) known.set(character, (standard = standardForm(character, find)));
    return standard;
  };
  return Array.from({ length: wordCount }, (_, row) => Array.from(rows.text(row), standardOf).join(''));
}

/** The forms of one character, ascending, each with the row of the most popular word. */
function characterForms(forms: readonly WordForm[]) {
  const rowByCodePoint = new Map<number, number>();
  for (const { text, row } of forms) {
    const codePoint = text.codePointAt(0)!;
    if (isCharacter(text) && !rowByCodePoint.has(codePoint)) rowByCodePoint.set(codePoint, row);
  }
  const formCharacters = Uint32Array.from(rowByCodePoint.keys()).sort();
  return { formCharacters, formRows: formCharacters.map((codePoint) => rowByCodePoint.get(codePoint)!) };
}

/** Text, frequency, flags and readings of each row. */
interface RowBuilder {
  /** The number of rows so far. */
  count(): number;
  text(row: number): string;
  /** Returns the new row. Throws where readings differ in their number of syllables. */
  add(text: string, frequency: number, flags: number, readings: readonly string[]): number;
  finish(): Pick<
    PackedWords,
    | 'textUnits'
    | 'textStarts'
    | 'frequency'
    | 'flags'
    | 'syllableNames'
    | 'readingCount'
    | 'syllableStarts'
    | 'syllables'
  >;
}

function createRowBuilder(): RowBuilder {
  const texts: string[] = [];
  const [frequency, flags, readingCount]: [number[], number[], number[]] = [[], [], []];
  const syllableNames = nameList();
  const syllables: number[] = [];
  const syllableStarts = [0];
  return {
    count: () => texts.length,
    text: (row) => texts[row]!,
    add(text, wordFrequency, wordFlags, readings) {
      const split = readings.map((reading) => reading.split(' '));
      if (split.some(({ length }) => length !== split[0]!.length))
        throw new Error(`the readings of ${text} have different numbers of syllables.`);
      frequency.push(wordFrequency);
      flags.push(wordFlags);
      readingCount.push(readings.length);
      for (const syllable of split.flat()) syllables.push(syllableNames.id(syllable));
      syllableStarts.push(syllables.length);
      return texts.push(text) - 1;
    },
    finish() {
      const { units: textUnits, starts: textStarts } = packTexts(texts);
      return {
        textUnits,
        textStarts,
        frequency: Uint16Array.from(frequency),
        flags: Uint8Array.from(flags),
        syllableNames: syllableNames.names(),
        readingCount: Uint8Array.from(readingCount),
        syllableStarts: Uint32Array.from(syllableStarts),
        syllables: Uint16Array.from(syllables),
      };
    },
  };
}

/** What words mean and feel like. */
function createDetailBuilder() {
  const [partsOfSpeech, kinds, categories] = [nameList(), nameList(), nameList()];
  const [emotions, themes] = [nameList(), nameList()];
  const [pos, posAlso, kind]: [number[], number[], number[]] = [[], [], []];
  const [category, emotion]: [number[], number[]] = [[], []];
  const taggedStarts = [0];
  const taggedThemes: number[] = [];
  return {
    add(line: WordLine) {
      pos.push(partsOfSpeech.id(line.pos));
      posAlso.push(bitsOf(line.also ?? []));
      kind.push(kinds.id(line.kind ?? 'word'));
      category.push(line.category === null ? 0 : categories.id(line.category) + 1);
      emotion.push(emotions.id(line.affect.emotion));
      for (const theme of line.affect.themes) taggedThemes.push(themes.id(theme));
      taggedStarts.push(taggedThemes.length);
    },
    finish: () => ({
      partsOfSpeech: partsOfSpeech.names(),
      pos: Uint8Array.from(pos),
      posAlso: Uint8Array.from(posAlso),
      kinds: kinds.names(),
      kind: Uint8Array.from(kind),
      categories: categories.names(),
      category: Uint16Array.from(category),
      emotions: emotions.names(),
      emotion: Uint16Array.from(emotion),
      themes: themes.names(),
      taggedStarts: Uint32Array.from(taggedStarts),
      taggedThemes: Uint16Array.from(taggedThemes),
    }),
  };
}

/** A bit for each further part of speech, in the order of {@link PARTS_OF_SPEECH}. */
function bitsOf(also: readonly FurtherLabels[]): number {
  let bits = 0;
  for (const { pos } of also) if (pos !== undefined) bits |= 1 << PARTS_OF_SPEECH.indexOf(pos);
  return bits;
}

/** The words of one character, with their definitions. */
function createCharacterBuilder() {
  const rows: number[] = [];
  const texts: Buffer[] = [];
  return {
    add(row: number, definition: string) {
      rows.push(row);
      texts.push(Buffer.from(definition));
    },
    finish: () => ({
      characters: Uint32Array.from(rows),
      definitions: Uint8Array.from(Buffer.concat(texts)),
      definitionStarts: startsOf(texts),
    }),
  };
}
