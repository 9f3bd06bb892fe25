import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { attestedReadings, createReadingResolver } from '../../../indexer/compose/readings.ts';
import { runImport } from '../../../indexer/importers/commands.ts';
import { rime } from '../../../indexer/importers/rime.ts';
import {
  decidedReadings,
  disagreements,
  fileReadings,
  firstEntries,
  packageReadings,
  REVIEWED_WORDS,
} from '../../../indexer/readings/commands.ts';
import { type HandWritten, readHandWritten } from '../../../indexer/tables/hand-written.ts';
import { describeIfAvailable } from '../../support/describe-if-available.ts';
import { fullBuild } from '../../support/full-build.ts';

const entry = (char: string, jyutping: string, rank: number) => ({
  char,
  rank,
  length: Array.from(char).length,
  readings: [{ jyutping, code: '', rhyme: '', rank: 0, confidence: 'word' as const }],
});
const row = (word: string, jyutping: string[]) => ({ file: 'f', line: 1, value: { word, jyutping, reason: 'r' } });

describe('disagreements of readings', () => {
  const entries = [
    entry('你哋', 'nei5 dei6', 0),
    entry('成年', 'seng4 nin4', 1),
    entry('天台', 'tin1 toi4', 2),
    entry('內', 'si1', 3),
    entry('海傍', 'hoi2 pong4', 4),
  ];
  const theirs = new Map([
    ['你哋', ['lei5 dei6']],
    ['成年', ['sing4 nin4']],
    ['天台', ['tin1 toi2']],
    ['內', ['noi6']],
  ]);
  const tables = (given: Partial<HandWritten>) =>
    ({ overrides: [], deliberate: [], reviewed: [], ...given }) as unknown as HandWritten;

  it('are words that the other source reads otherwise, mere variants of pronunciation left out', () => {
    expect(disagreements(entries, theirs, decidedReadings(tables({})))).toEqual([
      { word: '成年', rank: 1, ours: 'seng4 nin4', theirs: ['sing4 nin4'] },
      { word: '天台', rank: 2, ours: 'tin1 toi4', theirs: ['tin1 toi2'] },
    ]);
  });

  it('are settled by a decision for the reading that we have, and by no other', () => {
    const decided = decidedReadings(
      tables({ reviewed: [row('天台', ['tin1 toi4'])], overrides: [row('成年', ['sing4 nin4'])] } as never),
    );
    expect(disagreements(entries, theirs, decided).map(({ word }) => word)).toEqual(['成年']);
  });
});

describe('readings of a character', () => {
  it('are the likeliest, and those that some word has', () => {
    const trie = new Map([
      ['內', ['noi6', 'si1', 'naap6']],
      ['處', ['cyu3', 'cyu5', 'cyu2']],
      ['相處', ['soeng1 cyu5']],
    ]);
    const hand = new Map([['處理', ['cyu2 lei5']]]);
    const isAttested = attestedReadings(trie, hand);
    const book = createReadingResolver({ trie, hand, polyphones: new Map(), isAttested });
    const of = (char: string) => book.readingsOf(char)?.map(({ jyutping }) => jyutping);
    expect(of('內')).toEqual(['noi6']);
    expect(of('處')).toEqual(['cyu3', 'cyu5', 'cyu2']);
  });
});

const RIME = '/usr/share/rime-data/jyut6ping3.words.dict.yaml';

describe('the 20,000 most popular words', () => {
  const decided = decidedReadings(readHandWritten());

  it('are read as to-jyutping reads them, or as somebody decided', async () => {
    const { directory } = await fullBuild();
    const entries = await firstEntries(directory, REVIEWED_WORDS);
    expect(entries).toHaveLength(REVIEWED_WORDS);
    expect(disagreements(entries, packageReadings(), decided)).toEqual([]);
  });

  const need = {
    isAvailable: existsSync(RIME),
    advice: `no ${RIME} here: install Debian's rime-data-jyut6ping3`,
    isOptional: true,
  };
  describeIfAvailable(need, 'beside rime-cantonese', () => {
    it('are read as it reads them, or as somebody decided', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'readings-'));
      try {
        const out = join(folder, 'rime.jsonl');
        await runImport({ importer: rime, files: [RIME], out, skipInvalid: true });
        const { directory } = await fullBuild();
        const entries = await firstEntries(directory, REVIEWED_WORDS);
        expect(disagreements(entries, fileReadings(out), decided)).toEqual([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
});
