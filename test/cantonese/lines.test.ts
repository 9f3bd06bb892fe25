import { describe, expect, it } from '@jest/globals';
import { annotateLine, type ChosenReadings } from '../../src/cantonese/annotation.ts';
import { readTyped } from '../../src/cantonese/context-rules.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { segment, type WordTable } from '../../src/cantonese/segmentation.ts';
import { describeFunctions, type FunctionTable } from '../support/function-tables.ts';
import { tableOf } from './table.ts';

type Chosen = Readonly<Record<string, string>>;

const annotate = (table: WordTable, line: string, chosen: Chosen = {}) => {
  const readings: ChosenReadings = new Map(Object.entries(chosen).map(([at, jyutping]) => [Number(at), jyutping]));
  return annotateLine(line, table, readings);
};
const pieces = (characters: readonly string[], table: WordTable) =>
  segment(characters, table).map(({ start, end, word }) => ({ text: characters.slice(start, end).join(''), word }));

/** What is made of a line, or asked about a word, with a table of a few words. */
const FUNCTIONS: Readonly<Record<string, (table: WordTable, ...given: never[]) => unknown>> = {
  cut: (table, line: string) => pieces(Array.from(line), table).map(({ text }) => text),
  headwords: (table, line: string) => annotate(table, line).segments.map(({ word }) => word?.word ?? null),
  /** The standard forms of a line's places, each word with its headword. */
  cutPlaces: (table, line: string) =>
    pieces(
      lineUnits(line).map((place) => table.formOf!(place)),
      table,
    ).map(({ text, word }) => (word ? `${text}=${word.word}` : text)),
  find: (table, word: string) => table.find(word),
  headword: (table, word: string) => table.find(word)?.word,
  hasPrefix: (table, text: string) => table.hasPrefix(text),
  formOf: (table, character: string) => table.formOf!(character),
  groups: (table, line: string) => annotate(table, line).characters.map(({ group }) => group),
  places: (table, line: string) =>
    annotate(table, line).characters.map(({ char, jyutping }) => `${char} ${jyutping ?? '-'}`),
  read: (table, line: string) =>
    annotate(table, line)
      .characters.map(({ jyutping }) => jyutping ?? '-')
      .join(' '),
  character: (table, line: string, at: number, chosen: Chosen) => annotate(table, line, chosen).characters[at],
  polyphones(table, line: string, at: number, chosen: Chosen) {
    const { jyutping, polyphones = null } = annotate(table, line, chosen).characters[at]!;
    return [jyutping, polyphones];
  },
};

/** `words`: `word reading/reading frequency form…`, with _ between the syllables of a reading. */
describeFunctions<FunctionTable & { readonly words: readonly string[] }>('lines', ({ words }) => {
  const table = tableOf(...words);
  return Object.fromEntries(Object.entries(FUNCTIONS).map(([name, made]) => [name, made.bind(undefined, table)]));
});

describe('a word table of another make', () => {
  it('may have words without a reading', () => {
    const mute: WordTable = { find: () => ({ word: '甲', cost: 1, readings: [] }), hasPrefix: () => false };
    expect(annotateLine('甲', mute).characters).toEqual([
      { char: '甲', jyutping: null, code: null, tone: null, rhyme: null, group: 0 },
    ]);
  });

  it('may have phrases whose characters are no words, which are parted', () => {
    const phrase = { word: '甲乙', cost: 0, readings: ['gaap3 jyut3'], phrase: true };
    const find = (text: string) => (text === '甲乙' ? phrase : undefined);
    expect(segment(['甲', '乙'], { find, hasPrefix: (text) => text === '甲' })).toEqual([
      { start: 0, end: 1 },
      { start: 1, end: 2 },
    ]);
  });

  it('is asked for no word that nothing begins like', () => {
    const asked: string[] = [];
    segment(Array.from('甲乙丙'), { find: (text) => void asked.push(text), hasPrefix: (text) => text === '甲' });
    expect(asked).toEqual(['甲', '甲乙', '乙', '丙']);
  });
});

it('a line in which nothing is typed for another character is the same list', () => {
  const characters = Array.from('天空海闊');
  expect(readTyped(characters)).toBe(characters);
});
