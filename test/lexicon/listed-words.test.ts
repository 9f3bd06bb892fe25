import { describe, expect, it } from '@jest/globals';
import { buildWordTable } from '../../src/cantonese/word-table.ts';
import { findWord, listedWords } from '../../src/lexicon/listed-words.ts';
import { decodeWords, encodeWords } from '../../src/lexicon/packed-words.ts';
import { createWordPacker, type WordLine } from '../../src/lexicon/word-packer.ts';
import { listOf, wordLine } from '../lyrics/lines.ts';
import fc from '../support/fast-check.ts';

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
    expect([words.count, [...words.characters]]).toEqual([2, [0]]);
    expect([words.text(0), words.text(1), words.numberOf('你的')]).toEqual(['𠮷', '你的', 1]);
    expect([words.readings(0), words.readings(1)]).toEqual([['gat1'], ['nei5 dik1', 'lei5 dik1']]);
    expect([words.definition(0), words.definition(1)]).toEqual(['𠮷!', '']);
    expect([words.isVulgar(0), words.isVulgar(1), words.isPhrase(0), words.isPhrase(1)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(words.detail(0)).toEqual({
      posAlso: [],
      pos: 'n',
      kind: 'word',
      category: 'adj.all',
      emotion: '平',
      themes: ['海', '夜'],
    });
    expect(words.detail(1)).toEqual({
      pos: 'r',
      posAlso: [],
      kind: 'word',
      category: null,
      emotion: '喜悅',
      themes: [],
    });
    expect(() => decodeWords(encodeWords(packed).subarray(1))).toThrow('The word table is damaged');
  });

  it('lead from any other form of one character to the most popular word', () => {
    const words = listOf([
      { ...wordLine('唔', 'm4', 1000), aliases: ['m', '吾', '唔好'] },
      { ...wordLine('五月', 'ng5 jyut6', 900), aliases: ['吾', '𠄡'] },
    ]);
    expect(['m', '吾', '𠄡', '唔', '月'].map(words.headwordOf)).toEqual(['唔', '唔', '五月', undefined, undefined]);
  });

  it('are searched by every other form, the first to have it', () => {
    const words = listOf([
      { ...wordLine('唔', 'm4', 1000), aliases: ['m', '吾'] },
      { ...wordLine('唔該', 'm4 goi1', 900), aliases: ['5該', '唔该', '吾'] },
    ]);
    expect(['m', '吾', '5該', '唔该', '唔該', '該', ''].map(words.numberOfForm)).toEqual([
      ...[0, 0, 1, 1],
      ...[undefined, undefined, undefined],
    ]);
    // Text is not read by a form of another length or in other letters.
    expect(['m', '5該'].map(words.find)).toEqual([undefined, undefined]);
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

  it('are found by their beginnings with specialist entries last', () => {
    const kinds = ['specialist', 'word', 'specialist', 'phrase'] as const;
    const words = listOf(kinds.map((kind, i) => wordLine(`海${'一二三四'[i]}`, 'hoi2 jat1', 900, { kind })));
    expect([...words.startingWith('海')]).toEqual([1, 3, 0, 2]);
    expect([0, 1, 3].map((word) => words.detail(word).kind)).toEqual(['specialist', 'word', 'phrase']);
  });

  it('with letters are found in any case and width, and lend no reading to their letters', () => {
    const words = listOf([
      { ...wordLine('OT', 'ou1 ti1', 900), length: 2, aliases: ['ot'] },
      { ...wordLine('hea', 'he3', 900), length: 1 },
      { ...wordLine('O嘴', 'ou1 zeoi2', 800), aliases: ['o嘴'] },
      wordLine('嘴', 'zeoi2', 700),
    ]);
    expect(['OT', 'ot', 'Ot', 'ＯＴ', 'HEA', 'o嘴', 'o'].map((text) => findWord(words, text))).toEqual([
      ...[0, 0, 0, 0, 1, 2],
      undefined,
    ]);
    expect(['o', 'O', 'ＯＴ', 'h', 'ot嘴'].map((prefix) => [...words.latinStartingWith(prefix)])).toEqual([
      ...[[0, 2], [0, 2], [0], [1]],
      [],
    ]);
    expect(['ot', 'h', 'o嘴'].map((text) => words.find(text)?.word)).toEqual(['OT', undefined, 'O嘴']);
    // No characters: homophones and swaps of characters do not have them.
    expect([...words.characters]).toEqual([3]);
  });

  it('know the characters that occur in words alone, read as in the most popular', () => {
    const words = listOf([wordLine('海岸', 'hoi2 ngon6', 900), wordLine('岸邊', 'ngon1 bin1', 800)]);
    expect(words.find('岸')).toEqual({ word: '岸', cost: 1840, readings: ['ngon6'] });
    expect([words.count, words.numberOf('岸')]).toEqual([2, undefined]);
  });

  it('have as many syllables in each reading', () => {
    expect(() => listOf([wordLine('海', 'hoi2 / hoi2 hoi2', 1)])).toThrow('the readings of 海');
  });
});
