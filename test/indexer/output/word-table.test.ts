import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startWordTable, type WordTableBuilder } from '../../../indexer/output/word-table.ts';
import { sha256Of } from '../../../src/generation/build-files.ts';
import { packWords } from '../../../src/generation/pack-lines.ts';
import { parseMeaningTable } from '../../../src/lexicon/meaning.ts';
import { decodeWords, WORD_TABLE_FILE } from '../../../src/lexicon/packed-words.ts';
import { entryLines, relationLines } from '../../contract/small-lexicon.ts';
import { smallBuild } from '../../stores/elasticsearch/support.ts';

const { entries, meanings, meaningTokens } = smallBuild();
const SOURCES = {
  rows: new Int8Array(meanings),
  tokens: parseMeaningTable(meaningTokens),
  descriptions: [],
  counted: [],
};

describe('the word table, packed beside the composer', () => {
  let dir = '';
  let table: WordTableBuilder;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lexicon-words-'));
    table = startWordTable({ dir });
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('is that of the entries, and a file with its checksum', async () => {
    for (const line of entryLines()) table.entry(line);
    for (const line of relationLines()) table.relation(line);
    const record = await table.finish(SOURCES);
    const bytes = readFileSync(join(dir, WORD_TABLE_FILE));
    const { length } = entryLines();
    expect(record).toEqual({ name: WORD_TABLE_FILE, bytes: bytes.length, sha256: sha256Of(bytes), lines: length });
    const { neighbourRows, ...words } = decodeWords(bytes);
    const { neighbourRows: _, ...expected } = packWords(entries);
    expect(neighbourRows.length).toBeGreaterThan(0);
    for (const name of [
      'textUnits',
      'senseTexts',
      'headLetters',
      'trieValues',
      'definitions',
      'category',
      'posAlso',
    ] as const)
      expect([name, words[name]]).toEqual([name, expected[name]]);
  });

  it('rejects with the error of its thread', async () => {
    const [line] = entryLines();
    const readings = [line!.readings[0]!, { ...line!.readings[0]!, jyutping: 'hoi1 sam1 hoi1' }];
    table.entry({ ...line!, readings });
    await expect(table.finish(SOURCES)).rejects.toThrow('have different numbers of syllables');
  });
});
