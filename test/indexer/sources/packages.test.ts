import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  parseFrequencyTable,
  parseRelationTable,
  readFrequencyTable,
  readMeaningTables,
  readRelationTable,
} from '../../../indexer/sources/generated.ts';
import { joinCounts, readEssay, readWordfreq, tableText, zipfHundredths } from '../../../scripts/frequency/main.ts';
import { MEANING_COMPONENTS, parseMeaningTable, rowFinder } from '../../../src/lexicon/meaning.ts';

describe('meanings', () => {
  const root = mkdtempSync(join(tmpdir(), 'meanings-'));
  afterAll(() => rmSync(root, { recursive: true }));

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

describe('the model of relations', () => {
  /** 海 stands 36 lines above 開心 ("10" in base 36): the lines between are words without pairs. */
  const BETWEEN = Array.from({ length: 35 }, (_, i) => `${String.fromCodePoint(0x6d78 + i)}\t\n`).join('');

  describe('the table of the relation model', () => {
    it('names the other word of a pair by how many lines further down it stands, in base 36', () => {
      const { words, pairs } = parseRelationTable(`海\t=951 ?7310\n${BETWEEN}開心\t\n`);
      expect(words.size).toBe(37);
      expect(words.has('開心')).toBe(true);
      expect([...pairs]).toEqual([
        { type: 'syn', tier: 'strict', word: '海', related: '\u6d78', percent: 95 },
        { type: 'ant', tier: 'near', word: '海', related: '開心', percent: 73 },
      ]);
    });

    it('says which line cannot be read and what to do', () => {
      for (const cell of ['=951', '#951', '=9'])
        expect(() => [...parseRelationTable(`海\t\n開心\t${cell}\n`).pairs]).toThrow(/Line 2 .* Make the table anew/);
    });

    it('is empty where there is none: the build then has the bridge alone', () => {
      const { words, pairs } = readRelationTable('/nowhere');
      expect([words.size, [...pairs].length]).toEqual([0, 0]);
    });
  });
});

describe('the table of frequencies', () => {
  it('is read by word, hundredths as powers of ten', () => {
    const table = parseFrequencyTable('喜歡\t573\t17975\n嗰度\t0\t3381\n');
    expect([...table]).toEqual([
      ['喜歡', { zipf: 5.73, essay: 17_975 }],
      ['嗰度', { zipf: 0, essay: 3381 }],
    ]);
  });

  it('names the line that cannot be read', () => {
    expect(() => parseFrequencyTable('喜歡\t573\t17975\n嗰度\t\n')).toThrow(/Line 2 .*scripts\/frequency/);
  });

  it('is empty where there is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'frequencies-'));
    expect(readFrequencyTable(folder).size).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

describe('the list of wordfreq', () => {
  /** MessagePack of the header {format: 'cB', version: 1} and the lists given; all short. */
  const list = (lists: readonly (readonly string[])[], format = 'cB') => {
    const text = (value: string) => [0xa0 | Buffer.byteLength(value), ...Buffer.from(value)];
    const header = [0x82, ...text('format'), ...text(format), ...text('version'), 1];
    const steps = lists.flatMap((words) => [0xdc, 0, words.length, ...words.flatMap(text)]);
    return gzipSync(Buffer.from([0x90 | (1 + lists.length), ...header, ...steps]));
  };

  it('says by its place how far below one a frequency lies', () => {
    expect([...readWordfreq(list([[], ['的', '是'], ['爱']]))]).toEqual([
      ['的', 1],
      ['是', 1],
      ['爱', 2],
    ]);
  });

  it('is refused in another format', () => {
    expect(() => readWordfreq(list([], 'dB'))).toThrow(/cB/);
    expect(() => readWordfreq(gzipSync(Buffer.from([0xc0])))).toThrow(/0xc0/);
  });
});

describe('joining the lists', () => {
  const toHongKong = (word: string) => word.replace('爲', '為');
  const essay = readEssay('因為\t20\n因爲\t10\n後\t9900\n后\t100\nDVD\t5\n咁\t300\n', toHongKong);
  const forms = { words: ['髮'], toSimplified: (word: string) => word.replace(/[後后]/, '后').replace('髮', '发') };
  const toUsual = (word: string) => ({ 后: '後', 发: '發' })[word] ?? word;
  const counts = joinCounts(new Map(Object.entries({ 后: 300, 发: 400, ok: 200 })), essay, { ...forms, toUsual });

  it('adds up what is one word in Hong Kong forms, and leaves out what is not Han', () => {
    expect(essay.get('因為')).toBe(30);
    expect(counts.has('DVD') || counts.has('ok')).toBe(false);
  });

  it('shares a simplified word out as Hong Kong text counts its forms', () => {
    expect(counts.get('後')!.share).toBeCloseTo((0.001 * 10_000) / 10_100);
    expect(counts.get('後')!.share + counts.get('后')!.share).toBeCloseTo(0.001);
    expect(counts.get('發')!.share).toBeGreaterThan(90 * counts.get('髮')!.share);
  });

  it('keeps words that both lists know or one knows well, in code point order', () => {
    const rows = tableText(counts).split('\n');
    expect(rows.map((line) => line.split('\t')[0])).toEqual(['后', '咁', '後', '發', '髮', '']);
    expect(rows[1]).toBe('咁\t0\t300');
  });

  it('has frequencies in hundredths of a power of ten above one in a thousand million', () => {
    expect([zipfHundredths(0.001), zipfHundredths(1e-9), zipfHundredths(0)]).toEqual([600, 1, 0]);
  });
});
