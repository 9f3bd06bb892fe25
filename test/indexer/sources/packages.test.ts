import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import {
  parseFrequencyTable,
  parseJudgedRelations,
  readFrequencyTable,
  readJudgedRelations,
  readMeaningTables,
} from '../../../indexer/sources/generated.ts';
import { joinCounts, readEssay, readWordfreq, tableText, zipfHundredths } from '../../../scripts/frequency/main.ts';
import { MEANING_COMPONENTS, parseMeaningTable, rowFinder } from '../../../src/lexicon/meaning.ts';
import { folderForTests } from '../../support/for-tests.ts';
import { describeFunctions } from '../../support/function-tables.ts';

describe('meanings', () => {
  const root = folderForTests();

  /** A table's content; `columns` are the components of all names, one component after another. */
  function content(kind: 'words' | 'tokens', names: readonly string[], columns: readonly number[]): Buffer {
    const header = `${JSON.stringify({ [kind]: names.length, components: MEANING_COMPONENTS })}\n`;
    const text = Buffer.from(header + names.map((name) => `${name}\n`).join(''));
    return Buffer.concat([text, Buffer.from(Int8Array.from(columns).buffer)]);
  }

  /** The first two components of two names; the others are 0. */
  const COLUMNS = [1, -2, 30, -40, ...Array<number>(2 * (MEANING_COMPONENTS - 2)).fill(0)];

  describe('a table of meanings', () => {
    it('has the components of a name together, though the file has them one component after another', () => {
      const rowOf = rowFinder(parseMeaningTable(content('words', ['夜', '海'], COLUMNS)));
      expect([...rowOf('夜')!.subarray(0, 3)]).toEqual([1, 30, 0]);
      expect([...rowOf('海')!.subarray(0, 3)]).toEqual([-2, -40, 0]);
      expect(rowOf('海')).toHaveLength(MEANING_COMPONENTS);
      expect(rowOf('山')).toBeUndefined();
    });

    it('is refused when it is cut short or of another width', () => {
      expect(() => parseMeaningTable(content('words', ['夜', '海'], COLUMNS.slice(0, 90)))).toThrow(/names/);
      const other = Buffer.from(
        content('words', ['夜', '海'], COLUMNS).toString('latin1').replace('94', '64'),
        'latin1',
      );
      expect(() => parseMeaningTable(other)).toThrow('it has 64 components, not 94');
    });
  });

  describe('the tables of meanings under data/generated', () => {
    const write = (sha256OfWords?: string) => {
      const files = {
        'meanings.bin.gz': content('words', ['夜', '海'], COLUMNS),
        'meaning-tokens.bin.gz': content('tokens', ['night', 'sea'], COLUMNS),
      };
      const checksums = Object.entries(files).map(([name, bytes]) => [
        name,
        createHash('sha256').update(bytes).digest('hex'),
      ]);
      mkdirSync(join(root, 'generated'), { recursive: true });
      for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, 'generated', name), gzipSync(bytes));
      const sums = { ...Object.fromEntries(checksums), ...(sha256OfWords ? { 'meanings.bin.gz': sha256OfWords } : {}) };
      writeFileSync(join(root, 'generated/meanings-provenance.json'), JSON.stringify({ content_sha256: sums }));
    };

    it('are read when they are those that their provenance names', () => {
      write();
      const { words, tokens } = readMeaningTables(root);
      expect(words.names).toEqual(['夜', '海']);
      expect(tokens.names).toEqual(['night', 'sea']);
    });

    it('are refused when one is another, with what to do', () => {
      write('0'.repeat(64));
      expect(() => readMeaningTables(root)).toThrow(/meanings\.bin\.gz has SHA-256 .* Make the table anew/);
    });

    it('are empty where there are none', () => {
      const { words, tokens } = readMeaningTables('/nowhere');
      expect([words.names, tokens.names]).toEqual([[], []]);
    });
  });
});

/** MessagePack of the header {format, version: 1} and the lists given; all short. */
function wordfreqOf(format: string, ...lists: string[][]): Buffer {
  const text = (value: string) => [0xa0 | Buffer.byteLength(value), ...Buffer.from(value)];
  const header = [0x82, ...text('format'), ...text(format), ...text('version'), 1];
  const steps = lists.flatMap((words) => [0xdc, 0, words.length, ...words.flatMap(text)]);
  return gzipSync(Buffer.from([0x90 | (1 + lists.length), ...header, ...steps]));
}

const essay = readEssay('因為\t20\n因爲\t10\n後\t9900\n后\t100\nDVD\t5\n咁\t300\n', (word) => word.replace('爲', '為'));
const counts = joinCounts(new Map(Object.entries({ 后: 300, 发: 400, ok: 200 })), essay, {
  words: ['髮'],
  toSimplified: (word) => word.replace(/[後后]/, '后').replace('髮', '发'),
  toUsual: (word) => ({ 后: '後', 发: '發' })[word] ?? word,
});

describeFunctions('packages', {
  /** Words and pairs; `+n` is as many lines between, of words without pairs. */
  relations(...lines: string[]) {
    const between = (count: number) => Array.from({ length: count }, (_, i) => `${String.fromCodePoint(0x6d78 + i)}\t`);
    const text = lines.flatMap((line) => (line.startsWith('+') ? between(Number(line)) : [line]));
    const { words, pairs } = parseJudgedRelations(`${text.join('\n')}\n`);
    const shown = [...pairs].map(({ type, tier, word, related, percent }) =>
      [type, tier, word, related, percent].join(' '),
    );
    return [words.size, ...shown];
  },
  noRelations: () => [readJudgedRelations('/nowhere').words.size, [...readJudgedRelations('/nowhere').pairs].length],
  frequencies: (text: string) => Object.fromEntries(parseFrequencyTable(text)),
  noFrequencies: () => readFrequencyTable('/nowhere').size,
  wordfreq: (...lists: string[][]) => Object.fromEntries(readWordfreq(wordfreqOf('cB', ...lists))),
  /** Words of a text with their counts, in Hong Kong forms. */
  essay: (word: string) => essay.get(word),
  /** The share of a word, in ten-millionths. */
  share: (word: string) => counts.get(word) && Math.round(counts.get(word)!.share * 1e7),
  table: () => tableText(counts).split('\n'),
  zipfHundredths,
});

it.each([
  [
    'a relation of no kind',
    () => [...parseJudgedRelations('海\t\n開心\t#951\n').pairs],
    /Line 2 .* Make the table anew/,
  ],
  [
    'a relation beyond the end',
    () => [...parseJudgedRelations('海\t\n開心\t=951\n').pairs],
    /Line 2 .* Make the table anew/,
  ],
  ['a relation cut short', () => [...parseJudgedRelations('海\t\n開心\t=9\n').pairs], /Line 2 .* Make the table anew/],
  ['a frequency cut short', () => parseFrequencyTable('喜歡\t573\t17975\n嗰度\t\n'), /Line 2 .*scripts\/frequency/],
  ['a list of wordfreq in another format', () => readWordfreq(wordfreqOf('dB')), /cB/],
  ['a list of wordfreq that is none', () => readWordfreq(gzipSync(Buffer.from([0xc0]))), /0xc0/],
])('refuses %s, and says what to do', (_, read, message) => {
  expect(read).toThrow(message);
});
