import { describe, expect, it } from '@jest/globals';
import { annotateLine, type ChosenReadings } from '../../src/cantonese/annotation.ts';
import { createStyleTracker, styleOf } from '../../src/cantonese/context-rules.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { segment, type WordTable } from '../../src/cantonese/segmentation.ts';
import { readTyped } from '../../src/cantonese/typed-forms.ts';
import fc from '../support/fast-check.ts';
import { describeFunctions, type FunctionTable } from '../support/function-tables.ts';
import { tableOf } from './table.ts';

describe('the style of a line', () => {
  it('is not looked for where the mark of a spoken line stays', () => {
    const untouched = new Proxy<string[]>([], {
      get: () => {
        throw new Error('The line was looked at.');
      },
    });
    // Two characters from place 2 on are the mark: what ends right before it or begins right after it does not touch it.
    const styleWhen = createStyleTracker(Array.from('我愛而家愛你'));
    expect([styleWhen(untouched, 0, 2), styleWhen(untouched, 4, 6), styleWhen(untouched, 5, 6)]).toEqual([
      ...['spoken', 'spoken', 'spoken'],
    ]);
    expect(() => styleWhen(untouched, 1, 3)).toThrow('looked at');
    expect(() => styleWhen(untouched, 3, 4)).toThrow('looked at');
  });

  it('is looked for in a written line no further than the longest mark reaches', () => {
    // Two places before the change and two after it. Marks that stand farther off would have been there before.
    const styleWhen = createStyleTracker(Array.from('愛'.repeat(9)));
    const marked = (place: number) => styleWhen(Array.from('愛'.repeat(9)).with(place, '咗'), 4, 5);
    expect([1, 2, 4, 6, 7].map(marked)).toEqual(['written', 'spoken', 'spoken', 'spoken', 'written']);
  });

  it('after any replacement is that of the whole line', () => {
    // Marks of one, two and three characters, their parts, and what stands between; one of them beyond the basic plane.
    const character = fc.constantFrom(...Array.from('我愛你而家鍾意邊個有幾多時咗女孩仔𠺢𠮷'));
    const replaced = fc.array(character, { minLength: 1, maxLength: 9 }).chain((line) =>
      fc.nat({ max: line.length - 1 }).chain((start) =>
        fc.record({
          line: fc.constant(line),
          start: fc.constant(start),
          put: fc.array(character, { minLength: 1, maxLength: Math.min(3, line.length - start) }),
        }),
      ),
    );
    fc.assert(
      fc.property(replaced, ({ line, start, put }) => {
        const changed = line.toSpliced(start, put.length, ...put);
        expect(createStyleTracker(line)(changed, start, start + put.length)).toBe(styleOf(changed.join('')));
      }),
      { numRuns: 300 },
    );
  });
});

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
  const table = tableOf(
    ...words.map((text): Parameters<typeof tableOf>[number] => {
      const [char, readings, frequency, ...aliases] = text.split(' ');
      return [char!, readings!.replaceAll('_', ' ').replaceAll('/', ' / '), Number(frequency), aliases];
    }),
  );
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
