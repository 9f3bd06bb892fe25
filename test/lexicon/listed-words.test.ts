import { describe, expect, it } from '@jest/globals';
import { buildWordTable } from '../../src/cantonese/word-table.ts';
import type { Kind } from '../../src/lexicon/entry.ts';
import { findWord, listedWords } from '../../src/lexicon/listed-words.ts';
import { decodeWords, encodeWords } from '../../src/lexicon/packed-words.ts';
import { createWordPacker, type WordLine } from '../../src/lexicon/word-packer.ts';
import { wordOfText } from '../cantonese/table.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import fc from '../support/fast-check.ts';
import { describeFunctions, type FunctionTable } from '../support/function-tables.ts';

/** Two characters outside the basic plane, one that begins with the same UTF-16 unit, and one that is not Han. */
const ALPHABET = ['一', '乙', '𠮷', '𠮶', '𡃁', 'A'];
const text = (minLength: number) =>
  fc.array(fc.constantFrom(...ALPHABET), { minLength, maxLength: 4 }).map((characters) => characters.join(''));

/** Words as a build has them: no alias is a headword. */
const lexicon = fc
  .tuple(
    fc.uniqueArray(fc.tuple(text(1), fc.nat({ max: 2100 }), fc.integer({ min: 1, max: 3 })), {
      selector: ([char]) => char,
      maxLength: 12,
    }),
    fc.array(fc.tuple(text(1), fc.nat())),
  )
  .map(([words, forms]): WordLine[] => {
    const headwords = new Set(words.map(([char]) => char));
    return words.map(([char, frequency, readings], i) => ({
      ...wordLine(char, '', frequency),
      readings: Array.from({ length: readings }, (_, reading) => ({
        jyutping: Array.from(char, (_, at) => `aa${1 + ((i + at + reading) % 6)}`).join(' '),
      })),
      aliases: forms.flatMap(([form, owner]) => (owner % words.length === i && !headwords.has(form) ? [form] : [])),
    }));
  });

const plainly = (lines: readonly WordLine[]) =>
  buildWordTable(lines.map((line) => ({ ...line, readings: line.readings.map(({ jyutping }) => jyutping) })));

describe('listed words', () => {
  it('are found in text as in a table of objects', () => {
    fc.assert(
      fc.property(lexicon, fc.array(text(1)), (lines, others) => {
        const [words, table] = [listOf(lines), plainly(lines)];
        const texts = [...others, ...lines.flatMap(({ char, aliases }) => [char, ...aliases])];
        const beginnings = texts.flatMap((whole) =>
          Array.from(whole, (_, end) =>
            Array.from(whole)
              .slice(0, end + 1)
              .join(''),
          ),
        );
        expect(beginnings.map((one) => [one, words.find(one)])).toEqual(
          beginnings.map((one) => [one, table.find(one)]),
        );
        // Beginnings of forms by which words are only searched are beginnings too.
        expect(beginnings.filter((one) => table.hasPrefix(one) && !words.hasPrefix(one))).toEqual([]);
        expect(ALPHABET.map(words.formOf)).toEqual(ALPHABET.map(table.formOf!));
      }),
      { numRuns: 200 },
    );
  });

  it('come back from their bytes whole', () => {
    const packer = createWordPacker();
    packer.add(wordLine('𠮷', 'gat1', 1000, { category: 'adj.all', themes: ['海', '夜'], vulgar: true }));
    packer.add(wordLine('你的', 'nei5 dik1 / lei5 dik1', 900, { pos: 'r', emotion: '喜悅' }));
    const packed = packer.finish();
    const words = listedWords(decodeWords(encodeWords(packed)));
    const told = [0, 1].map((word) => {
      const { category, emotion, themes } = words.detail(word);
      const flags = [words.isVulgar(word), words.isPhrase(word)].map(Number);
      return [
        words.text(word),
        ...words.readings(word),
        words.definition(word),
        ...flags,
        category,
        emotion,
        ...themes,
      ];
    });
    expect(told).toEqual([
      ['𠮷', 'gat1', '𠮷!', 1, 0, 'adj.all', '平', '海', '夜'],
      ['你的', 'nei5 dik1', 'lei5 dik1', '', 0, 1, null, '喜悅'],
    ]);
    expect([words.count, [...words.characters], words.numberOf('你的')]).toEqual([2, [0], 1]);
    const [first, second] = [words.detail(0), words.detail(1)];
    expect([first.pos, first.posAlso, first.kind, second.pos]).toEqual(['n', [], 'word', 'r']);
    expect(() => decodeWords(encodeWords(packed).subarray(1))).toThrow('The word table is damaged');
  });

  it('are found by their beginnings, the most popular first', () => {
    fc.assert(
      fc.property(lexicon, text(1), (lines, prefix) => {
        const words = listOf(lines);
        const found = Array.from(words.startingWith(prefix), (word) => words.text(word));
        expect(found).toEqual(lines.map(({ char }) => char).filter((char) => char.startsWith(prefix)));
      }),
    );
  });

  it('have as many syllables in each reading', () => {
    expect(() => listOf([wordLine('海', 'hoi2 / hoi2 hoi2', 1)])).toThrow('the readings of 海');
  });
});

/** A table of its own words `word reading/reading frequency alias alias`, the most popular first. */
interface ListedTable extends FunctionTable {
  readonly words: readonly string[];
  readonly kinds?: readonly Kind[];
}

describeFunctions<ListedTable>('listed-words', ({ words: texts, kinds = [] }) => {
  const words = listOf(
    texts.map((text, i) => {
      const [word, readings, frequency, aliases] = wordOfText(text);
      const kind = kinds[i];
      return {
        ...wordLine(word, readings, frequency, kind ? { kind } : {}),
        length: readings.split(' / ')[0]!.split(' ').length,
        aliases,
      };
    }),
  );
  return {
    headwordOf: (text: string) => words.headwordOf(text),
    numberOfForm: (text: string) => words.numberOfForm(text),
    find: (text: string) => words.find(text),
    findWord: (text: string) => findWord(words, text),
    startingWith: (text: string) => [...words.startingWith(text)],
    latinStartingWith: (text: string) => [...words.latinStartingWith(text)],
    characters: () => [...words.characters],
    kindOf: (word: number) => words.detail(word).kind,
    counted: (text: string) => [words.count, words.numberOf(text) ?? null],
  };
});
