import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Packing, startPacking } from '../../../indexer/output/packing.ts';
import { readImage } from '../../../src/generation/image-file.ts';
import { packLines, packWords } from '../../../src/generation/pack-lines.ts';
import { parseMeaningTable } from '../../../src/lexicon/meaning.ts';
import { decodeWords, WORD_TABLE_FILE } from '../../../src/lexicon/packed-words.ts';
import { smallBuild } from '../../stores/elasticsearch/support.ts';

const { entries, relations, meanings, meaningTokens } = smallBuild();
const SOURCES = {
  rows: new Int8Array(meanings),
  tokens: parseMeaningTable(meaningTokens),
  descriptions: [],
  counted: '',
  occurrences: new Uint32Array(1),
};
const FILE = { name: 'entries.jsonl.gz', bytes: 1, sha256: '0'.repeat(64), lines: 1 };

/** Lines in blocks of one, as the last ones of a build may come. */
const blocksOf = (lines: Buffer) => lines.toString().match(/[^\n]+\n/g) ?? [];

describe('the packing beside the composer', () => {
  let dir = '';
  let packing: Packing;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lexicon-packing-'));
    packing = startPacking({ dir, generation: 'g1' });
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('writes the image and the words of the lines, and counts these', async () => {
    for (const lines of blocksOf(entries)) packing.entries(lines);
    for (const lines of blocksOf(relations)) packing.relations(lines);
    packing.words(SOURCES);
    const { wordTable, coverage } = await packing.finish([FILE]);

    const words = decodeWords(gunzipSync(readFileSync(join(dir, WORD_TABLE_FILE))));
    expect(words.textUnits).toEqual(packWords(entries).textUnits);
    expect(wordTable).toMatchObject({ name: WORD_TABLE_FILE, lines: blocksOf(entries).length });
    const image = await readImage(dir, { generation: 'g1', files: [FILE, wordTable] });
    expect(image).toEqual(packLines(entries, relations, { meanings, meaningTokens }));
    const byLength = Object.entries(coverage).filter(([name]) => name.startsWith('length_'));
    expect(byLength.reduce((sum, [, count]) => sum + count, 0)).toBe(blocksOf(entries).length);
  });

  it('ends with what the thread has thrown', async () => {
    packing.entries(blocksOf(entries)[0]!);
    packing.relations(JSON.stringify({ ...JSON.parse(blocksOf(relations)[0]!), related: '無' }).concat('\n'));
    packing.words({ ...SOURCES, rows: new Int8Array(0) });
    await expect(packing.finish([FILE])).rejects.toThrow('which is no entry');
  });
});
