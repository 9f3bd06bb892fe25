import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSoundTables } from '../../indexer/check/sound-tables.ts';
import { DATA_ROOT } from '../../indexer/tables/hand-written.ts';
import { annotateLine } from '../../src/cantonese/annotation.ts';
import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { LexiconStore } from '../../src/lexicon/store.ts';
import { FULL_BUILD_TIMEOUT_MS, fullStore } from '../support/full-build.ts';

describe('readings that context decides', () => {
  let store: LexiconStore;
  let table: WordTable;
  beforeAll(async () => {
    store = await fullStore();
    table = await store.read((lexicon) => lexicon.wordTable());
  }, FULL_BUILD_TIMEOUT_MS);
  afterAll(() => store.close());

  it('are those of the cases, this way and that', () => {
    const wrong = readSoundTables(DATA_ROOT).cases.rows.flatMap(({ value: { line, word, jyutping } }) => {
      const start = Array.from(line.slice(0, line.indexOf(word))).length;
      const { characters } = annotateLine(line, table);
      const read = characters.slice(start, start + Array.from(word).length).map((one) => one.jyutping);
      return read.join(' ') === jyutping ? [] : [`${line}: ${word} ${read.join(' ')}, not ${jyutping}`];
    });
    expect(wrong).toEqual([]);
  });
});
