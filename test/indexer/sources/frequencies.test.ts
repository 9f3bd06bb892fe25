import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { parseFrequencyTable, readFrequencyTable } from '../../../indexer/sources/generated.ts';
import { joinCounts, readEssay } from '../../../scripts/frequency/hong-kong-counts.ts';
import { readWordfreq } from '../../../scripts/frequency/read-wordfreq.ts';
import { tableText, zipfHundredths } from '../../../scripts/frequency/table.ts';
import { compareCodePoints } from '../../../src/lexicon/code-points.ts';

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
    const rows = tableText(counts, compareCodePoints).split('\n');
    expect(rows.map((line) => line.split('\t')[0])).toEqual(['后', '咁', '後', '發', '髮', '']);
    expect(rows[1]).toBe('咁\t0\t300');
  });

  it('has frequencies in hundredths of a power of ten above one in a thousand million', () => {
    expect([zipfHundredths(0.001), zipfHundredths(1e-9), zipfHundredths(0)]).toEqual([600, 1, 0]);
  });
});
