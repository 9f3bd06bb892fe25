import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkEnds, checkReadable, checkRemovals, collectOverrides } from '../../../indexer/compose/overrides.ts';
import { checksumOfInputs } from '../../../indexer/inputs.ts';
import { InvalidLinesError, readOperatorFile } from '../../../indexer/sources/operator.ts';
import type { HandWritten } from '../../../indexer/tables/hand-written.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lexicon-operator-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(lines: readonly (object | string)[]) {
  const path = join(folder, 'own.jsonl');
  writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return readOperatorFile(path);
}

const row = <T>(value: T) => ({ file: 'vocabulary.tsv', line: 2, value });
const TABLES = {
  categories: [row({ name: 'noun.object', label: '自然物', pos: 'n' })],
  emotions: [row({ emotion: '喜悅' })],
  themes: [row({ theme: '海' })],
} as unknown as HandWritten;

describe("an operator's file", () => {
  it('is read line by line, empty lines passed over', () => {
    const { rows, problems } = read([
      { kind: 'entry', char: '海傍', readings: ['hoi2 pong4'], frequency_class: 3 },
      '',
      { kind: 'relation', type: 'syn', word: '海傍', related: '海邊' },
    ]);
    expect(problems).toEqual([]);
    expect(rows.map(({ line, value }) => [line, value])).toEqual([
      [1, { kind: 'entry', char: '海傍', readings: ['hoi2 pong4'], frequency_class: 3 }],
      [3, { kind: 'relation', type: 'syn', word: '海傍', related: '海邊', score: 90, sense: '' }],
    ]);
  });

  it('has lines that are too long refused, and read over to the next one', () => {
    const long = JSON.stringify({ kind: 'entry', char: '海', definition: 'x'.repeat(1_000_000) });
    const good = { kind: 'entry', char: '愛' };
    const { rows, problems } = read([good, long, good, '0'.repeat(3_000_000), '', good, long]);
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 6]);
    const message = 'has more than 1000000 characters; write one JSON object a line';
    expect(problems).toEqual([2, 4, 7].map((line) => ({ file: 'own.jsonl', line, field: '', message })));
  });

  it('is refused where it is no regular file, which may have no end', () => {
    expect(() => readOperatorFile('/dev/zero')).toThrow('/dev/zero is no regular file');
    const inputs = { dataRoot: folder, sources: ['/dev/zero'], skipInvalid: true };
    expect(() => checksumOfInputs(inputs)).toThrow('/dev/zero is no regular file');
  });

  it('has bidirectional controls refused in every text, written out or as escapes', () => {
    const { rows, problems } = read([
      { kind: 'entry', char: '海', definition: 'sea\u202e' },
      '{"kind":"entry","char":"愛","examples":["a","\\u2066b"]}',
      { kind: 'source', name: 'x', licence: 'y\u061c', attribution: 'z' },
      { kind: 'entry', char: '夜', definition: 'שלום 👩\u200d🚀' },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([4]);
    expect(problems.map(({ line, field, message }) => [line, field, message])).toEqual([
      [1, 'definition', 'holds the bidirectional control U+202E; take it out'],
      [2, 'examples.1', 'holds the bidirectional control U+2066; take it out'],
      [3, 'licence', 'holds the bidirectional control U+061C; take it out'],
    ]);
  });

  it('has its bad lines named with line and field, and the good ones kept', () => {
    const { rows, problems } = read([
      '{"kind":"entry"',
      { kind: 'entry', char: '海', readings: ['hoi9'] },
      { kind: 'entry', char: '大海', readings: ['hoi2'] },
      { kind: 'entry', char: '海', colour: 'blue' },
      { kind: 'relation', type: 'like', word: '海', related: '洋' },
      { kind: 'override', remove: 'relation', char: '海' },
      { kind: 'entry', char: '海' },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([7]);
    expect(problems.map(({ file, line, field }) => [file, line, field])).toEqual([
      ['own.jsonl', 1, ''],
      ['own.jsonl', 2, 'readings.0'],
      ['own.jsonl', 3, 'readings.0'],
      ['own.jsonl', 4, ''],
      ['own.jsonl', 5, 'type'],
      ['own.jsonl', 6, 'related'],
    ]);
  });

  it('fails with a message that names the lines and says what to do', () => {
    const { problems } = read(['nonsense']);
    const { message } = new InvalidLinesError(problems);
    expect(message).toBe(
      '1 problem in your files:\n  own.jsonl:1: is not a JSON object\n' +
        'Correct these lines, or build with --skip-invalid to leave them out.',
    );
  });
});

describe('operator overrides', () => {
  const wishes = (lines: readonly object[]) => collectOverrides(read(lines).rows, TABLES);

  it('are put together in the canonical form, later lines over earlier ones', () => {
    const { patches, relations } = wishes([
      { kind: 'entry', char: '說海', pos: 'v', definition: 'to speak of the sea' },
      { kind: 'entry', char: '説海', pos: 'n' },
      { kind: 'relation', type: 'ant', word: '說海', related: '山' },
    ]);
    expect([...patches]).toEqual([['説海', { pos: 'n', definition: 'to speak of the sea' }]]);
    expect(relations.map(({ value }) => value)).toEqual([
      { type: 'ant', word: '説海', related: '山', score: 90, sense: '' },
    ]);
  });

  it('may take words and relations out', () => {
    const { removedWords, removedRelations } = wishes([
      { kind: 'override', remove: 'entry', char: '海' },
      { kind: 'override', remove: 'relation', char: '海', related: '床', type: 'syn' },
      { kind: 'override', remove: 'relation', char: '海', related: '山' },
    ]);
    expect([...removedWords]).toEqual([['海', { file: expect.any(String), line: 1 }]]);
    expect(removedRelations).toEqual([
      { type: 'syn', word: '海', related: '床' },
      { type: 'syn', word: '海', related: '山' },
      { type: 'ant', word: '海', related: '山' },
    ]);
  });

  it('may not take out a word that no source has', () => {
    const asked = wishes([
      { kind: 'override', remove: 'entry', char: '海' },
      { kind: 'override', remove: 'entry', char: '海海海' },
    ]);
    expect(checkRemovals(asked, (word) => word === '海')).toEqual([
      { file: expect.any(String), line: 2, field: 'char', message: expect.stringContaining('no source has "海海海"') },
    ]);
  });

  it('are refused where the vocabulary has no such value', () => {
    const { problems, patches } = wishes([
      { kind: 'entry', char: '海', category: 'noun.sea' },
      { kind: 'entry', char: '海', emotion: '海' },
      { kind: 'entry', char: '海', themes: ['海', '山'] },
      { kind: 'relation', type: 'syn', word: '海', related: '海' },
    ]);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [1, 'category'],
      [2, 'emotion'],
      [3, 'themes'],
      [4, 'related'],
    ]);
    expect(patches.size).toBe(0);
  });

  it('of new words need a way to read them', () => {
    const asked = wishes([
      { kind: 'entry', char: '𠮷海' },
      { kind: 'entry', char: '海' },
    ]);
    expect(checkReadable(asked, (word) => word === '海')).toEqual([
      {
        file: 'own.jsonl',
        line: 1,
        field: 'readings',
        message: 'no source knows how "𠮷海" is read: add readings',
      },
    ]);
  });

  it('of relations need both words in the lexicon', () => {
    const { relations } = wishes([
      { kind: 'relation', type: 'syn', word: '海', related: '洋' },
      { kind: 'relation', type: 'syn', word: '海', related: '無此詞' },
    ]);
    const checked = checkEnds(relations, (word) => word !== '無此詞');
    expect(checked.relations.map(({ related }) => related)).toEqual(['洋']);
    expect(checked.problems).toEqual([
      {
        file: 'own.jsonl',
        line: 2,
        field: 'related',
        message: '"無此詞" is not in the lexicon: add an entry for it first',
      },
    ]);
  });
});
