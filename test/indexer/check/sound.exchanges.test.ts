import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rowsAreWellFormed } from '../../../indexer/check/check-data.ts';
import type { CheckContext } from '../../../indexer/check/context.ts';
import { exchangesFitTheirWord } from '../../../indexer/check/sound.ts';
import { readTables } from '../../../indexer/tables/read-table.ts';
import { SOUND_TABLES } from '../../../indexer/tables/sound-tables.ts';

describe('the check of words that may stand for others', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'exchanges-'));
    mkdirSync(join(root, 'sound', 'exchanges'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const problems = (file: string, rows: readonly object[]) => {
    writeFileSync(join(root, 'sound', 'word-lists.json'), '[\n{ "name": "one", "words": "也 都", "note": "x" }\n]\n');
    writeFileSync(join(root, 'sound', file), `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);
    const known = new Set(['也', '亦', '都', '今', '晚', '夜', '今晚']);
    const context = {
      tables: readTables(root, SOUND_TABLES),
      isWord: (word: string) => known.has(word),
    } as CheckContext;
    const found = [rowsAreWellFormed, exchangesFitTheirWord].flatMap((check) => check(context));
    return found.map(({ line, field }) => `${line} ${field}`);
  };
  const exchange = (row: object) => problems('exchanges/words.json', [{ word: '也', note: 'also', ...row }]);

  it('finds nothing in rows as they should be', () => {
    expect(exchange({ instead: '亦、都', style: 'written', not_after: '$、夜' })).toEqual([]);
    expect(exchange({})).toEqual([]);
    // Words for which nothing stands may differ in length.
    expect(exchange({ word: '也、今晚' })).toEqual([]);
    expect(exchange({ word: '也、亦', instead: '也、亦、都' })).toEqual([]);
    expect(problems('exchanges/words.json', [{ class: '也、亦', note: 'also' }])).toEqual([]);
    expect(exchange({ instead: '亦', not_before: '^夜、{one}夜、今…晚', after: '夜$' })).toEqual([]);
    // 今夜 is no word here, but is made of words.
    expect(exchange({ word: '今晚', instead: '今夜' })).toEqual([]);
    expect(problems('changed-places.json', [{ words: '今晚', with: '也', note: 'x' }])).toEqual([]);
    expect(problems('changed-places.json', [{ words: '今晚', between: '也', note: 'x' }])).toEqual(['2 ']);
  });

  it.each([
    [{ instead: '亦都' }, 'instead'],
    [{ instead: '也' }, 'instead'],
    [{ instead: '亦、亦' }, 'instead'],
    [{ instead: '既' }, 'instead'],
    [{ instead: '亦,都' }, 'instead'],
    [{ instead: '亦', style: 'sung' }, 'style'],
    [{ instead: '亦', after: 'a' }, 'after'],
    [{ word: '也、今晚', instead: '亦' }, 'instead'],
    [{ word: '也、也', instead: '亦' }, 'instead'],
    [{ instead: '亦', before: '夜$' }, 'before'],
    [{ instead: '亦', after: '^夜' }, 'after'],
    [{ instead: '亦', after: '{nobody}' }, 'after'],
    [{ class: '亦、都' }, ''],
    [{ word: undefined, class: '亦' }, 'class'],
    [{ word: undefined, class: '亦、今晚' }, 'class'],
    [{ word: undefined, class: '亦、都', instead: '也' }, ''],
    [{ word: undefined }, ''],
    [{ word: undefined, open: '亦' }, 'open'],
    [{ open: '也' }, ''],
    [{ instead: '亦', note: '' }, 'note'],
    [{ insted: '亦' }, ''],
  ])('finds what is wrong in %j', (row, field) => {
    expect(exchange(row)).toEqual([`2 ${field}`]);
  });

  it('finds a row that is there twice, whatever its reason', () => {
    const row = { word: '也', instead: '亦' };
    expect(
      problems('exchanges/words.json', [
        { ...row, note: 'a' },
        { ...row, note: 'b' },
      ]),
    ).toEqual(['3 word']);
  });

  it('finds what is no row at all', () => {
    expect(problems('absorbed-words.json', [{ words: '也', side: 'left', pos: 'a', note: 'x' }])).toEqual(['2 side']);
    writeFileSync(join(root, 'sound', 'changed-places.json'), '[\n{ "words": }\n]\n');
    expect(readTables(root, SOUND_TABLES).problems.map(({ file }) => file)).toContain('sound/changed-places.json');
  });
});
