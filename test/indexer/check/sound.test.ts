import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rowsAreWellFormed } from '../../../indexer/check/check-data.ts';
import type { CheckContext } from '../../../indexer/check/context.ts';
import { casesAreRead, soundTablesAreConsistent } from '../../../indexer/check/sound.ts';
import { DATA_ROOT } from '../../../indexer/tables/hand-written.ts';
import { readTables } from '../../../indexer/tables/read-table.ts';
import { SOUND_TABLES } from '../../../indexer/tables/sound-tables.ts';
import { buildWordTable } from '../../../src/cantonese/word-table.ts';

const problemsIn = (root: string) => {
  const context = { tables: readTables(root, SOUND_TABLES) } as CheckContext;
  const found = [rowsAreWellFormed, soundTablesAreConsistent].flatMap((check) => check(context));
  return found.map(({ file, line, field }) => `${file}:${line} ${field}`);
};

describe('the check of the tables of sound', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sound-'));
    mkdirSync(join(root, 'sound'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const check = (file: string, rows: readonly object[]) => {
    const lines = rows.map((row) => JSON.stringify(row));
    writeFileSync(join(root, 'sound', file), `[\n${lines.join(',\n')}\n]\n`);
    return problemsIn(root);
  };

  it('finds rules that cannot be read, each at its line', () => {
    const lists = [{ name: 'garments', words: '衫 褲', note: 'worn' }];
    expect(check('word-lists.json', lists)).toEqual([]);
    expect(
      check('context-rules.json', [
        { word: '着', reading: 'zoek3', after: '{garments}', note: 'to wear' },
        { word: '着', reading: 'zoek3', after: '{hats}', note: 'to wear' },
        { word: '着', reading: 'zoek3', after: '(衫', note: 'to wear' },
        { word: '着', reading: 'zoek9', note: 'no tone' },
        { word: '着衫', reading: 'zoek3', note: 'a syllable too few' },
        { word: '着', reading: 'zoek6', style: 'sung', note: 'no style' },
        { word: '着', reading: 'zoek6' },
      ]),
    ).toEqual(
      [
        ...['context-rules.json:5 reading', 'context-rules.json:7 style', 'context-rules.json:8 note'],
        ...['context-rules.json:3 after', 'context-rules.json:4 after', 'context-rules.json:6 reading'],
      ].map((problem) => `sound/${problem}`),
    );
  });

  it('finds a rule that another one hides', () => {
    expect(
      check('context-rules.json', [
        { word: '種、數', reading: 'zung3', after: '花', note: 'to plant' },
        { word: '種', reading: 'zung2', after: '花', note: 'the same again' },
        { word: '數', reading: 'sou2', note: 'always' },
        { word: '數', reading: 'sou3', before: '無', note: 'never reached' },
        { word: '種', reading: 'zung3', before: '無', note: 'reached' },
      ]),
    ).toEqual(['sound/context-rules.json:3 word', 'sound/context-rules.json:5 word']);
  });

  it('finds a variant that is none of the readings, and a word without the character', () => {
    expect(
      check('free-variants.json', [
        { char: '蝶', readings: 'dip6 / dip2', words: '蝴蝶', written: 'dip6', spoken: 'dip2', note: 'right' },
        { char: '蝶', readings: 'dip6 / dip2', written: 'dip3', note: 'another tone' },
        { char: '蝶', readings: 'dip6 / dip2', words: '蝴蝶、花', note: 'another word' },
        { char: '蝶', readings: 'dip6', note: 'one reading' },
      ]),
    ).toEqual(
      ['free-variants.json:5 readings', 'free-variants.json:3 readings', 'free-variants.json:4 words'].map(
        (problem) => `sound/${problem}`,
      ),
    );
  });

  it('finds what is no list of words or characters', () => {
    expect(check('spoken-markers.json', [{ words: '嘅、喺', note: 'not separated by spaces' }])).toEqual([
      'sound/spoken-markers.json:2 words',
    ]);
    rmSync(join(root, 'sound/spoken-markers.json'));
    expect(
      check('phrases.json', [
        { parts: ['我 你', '*'], note: 'any' },
        { parts: ['我|你'], note: 'no' },
      ]),
    ).toEqual(['sound/phrases.json:3 parts.0']);
    rmSync(join(root, 'sound/phrases.json'));
    expect(
      check('joined-words.json', [
        { parts: ['陳 李', '大 小'], notAfter: '一', note: 'names' },
        { parts: ['*', '大'], note: 'would be looked for everywhere' },
        { parts: ['一 二'], notAfter: '第一', note: 'not a character' },
        { parts: ['一 二'], repeated: 'yes', note: 'neither here nor there' },
      ]),
    ).toEqual(['3 parts.0', '4 notAfter', '5 repeated'].map((problem) => `sound/joined-words.json:${problem}`));
    rmSync(join(root, 'sound/joined-words.json'));
    expect(
      check('character-forms.json', [
        { use: 'variant', characters: '歎嘆 祇', note: 'one has no standard form' },
        { use: 'cantonese', characters: '嘅 喺咗', note: 'two in one' },
      ]),
    ).toEqual(['sound/character-forms.json:2 characters', 'sound/character-forms.json:3 characters']);
  });

  it('finds a case whose word is not in its line', () => {
    writeFileSync(join(root, 'sound/reading-cases.tsv'), 'line\tword\tjyutping\n蝴蝶\t蝶\tdip6\n蝴蝶\t花\tfaa1\n');
    expect(problemsIn(root)).toEqual(['sound/reading-cases.tsv:3 word']);
  });

  it('finds a line that is read otherwise than its case says', () => {
    writeFileSync(
      join(root, 'sound/reading-cases.tsv'),
      'line\tword\tjyutping\n三更好夢\t更\tgaang1\n更好\t更\tgaang1\n',
    );
    const words = ['三', '更', '好', '夢'].map((char, i) => ({
      char,
      aliases: [],
      frequency: 1500,
      readings: [['saam1'], ['gang3', 'gaang1'], ['hou2'], ['mung6']][i]!,
    }));
    const tables = readTables(root, SOUND_TABLES);
    const found = casesAreRead({ tables, wordTable: () => buildWordTable(words) } as unknown as CheckContext);
    expect(found.map(({ line, message }) => `${line} ${message}`)).toEqual(['3 更 is read gang3']);
  });

  it('finds nothing in the tables that there are', () => {
    const { rules, cases } = readTables(DATA_ROOT, SOUND_TABLES);
    expect([rules.length > 150, cases.length > 100]).toEqual([true, true]);
    expect(problemsIn(DATA_ROOT)).toEqual([]);
  });
});
