import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import Ajv2020 from 'ajv/dist/2020.js';
import { jsonSchemas } from '../../indexer/formats.ts';
import { checksumOfInputs, readOperatorSources, saveOperatorSources } from '../../indexer/inputs.ts';
import { folderForEachTest, folderForTests } from '../support/for-tests.ts';

describe('the JSON Schemas of the formats', () => {
  it('accept a line that is right and refuse one that is not', () => {
    const validate = new Ajv2020.default({ strict: false }).compile(jsonSchemas().operator);
    expect(validate({ kind: 'relation', type: 'syn', word: '海', related: '洋' })).toBe(true);
    expect(validate({ kind: 'relation', type: 'syn', word: '海' })).toBe(false);
    expect(validate({ kind: 'entry', char: '海', colour: 'blue' })).toBe(false);
  });
});

const CODE = {
  'code/main.ts':
    "import { b } from './b.ts';\nimport table from '../data/sound/table.json' with { type: 'json' };\nb(table);\n",
  'code/b.ts':
    "import type { C } from './types.ts';\nexport {\n  d,\n} from './d.ts';\nexport const b = (c: C) => c;\n",
  'code/d.ts': 'export const d = 1;\n',
  'code/types.ts': 'export type C = unknown;\n',
  'code/other.ts': 'export const other = 1;\n',
  'data/sound/table.json': '[]',
};
const TABLES = {
  'data/words/everyday/a.tsv': 'word\n',
  'data/words/quality/a.tsv': 'word\n',
  'data/generated/relations.tsv.gz': 'relations',
  'data/typed/new.json': '[]',
};
const OTHERS = { 'data/README.md': '# Data', 'data/eval/test.tsv': 'line\n', 'data/quality/labels.tsv': 'label\n' };

describe('the name of a build', () => {
  const folder = folderForEachTest();
  let root = '';
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const name = (sources: readonly string[] = [], skipInvalid = false) =>
    checksumOfInputs(
      { dataRoot: join(root, 'data'), sources: sources.map((file) => join(root, file)), skipInvalid },
      join(root, 'code/main.ts'),
    );
  const nameWith = (file: string, text: string) => {
    write(file, text);
    return name();
  };

  beforeEach(() => {
    root = folder();
    for (const [file, text] of Object.entries({ ...CODE, ...TABLES, ...OTHERS })) write(file, text);
  });

  it.each(Object.entries(TABLES))('is another one after an edit of %s', (file, text) => {
    const before = name();
    expect(nameWith(file, `${text} `)).not.toBe(before);
    expect(nameWith(file, text)).toBe(before);
  });

  it.each(['main.ts', 'b.ts', 'd.ts'])('is another one after an edit of %s, which is imported', (file) => {
    const before = name();
    const path = `code/${file}` as keyof typeof CODE;
    expect(nameWith(path, `${CODE[path]}console.log(1);\n`)).not.toBe(before);
  });

  it('is another one after an edit of a JSON file that code imports', () => {
    const before = name();
    expect(nameWith('data/sound/table.json', '[1]')).not.toBe(before);
  });

  it('is another one with a file that was not there, or by another name', () => {
    const before = name();
    const added = nameWith('data/words/everyday/b.tsv', '');
    expect(added).not.toBe(before);
    rmSync(join(root, 'data/words/everyday/b.tsv'));
    expect(nameWith('data/words/everyday/c.tsv', '')).not.toBe(added);
  });

  it.each(Object.keys(OTHERS))('is the same after an edit of %s, which no build reads', (file) => {
    const before = name();
    expect(nameWith(file, 'other')).toBe(before);
  });

  it('is the same after an edit of comments, and of what is not imported or only for its types', () => {
    const before = name();
    const comments = '/** Why. */\n/*\n * More\n */\n  // and\n';
    expect(nameWith('code/d.ts', `${comments}${CODE['code/d.ts']}`)).toBe(before);
    expect(nameWith('code/other.ts', 'export const other = 2;\n')).toBe(before);
    expect(nameWith('code/types.ts', 'export type C = string;\n')).toBe(before);
  });

  it('keeps code that begins in the line of a comment', () => {
    const before = nameWith('code/d.ts', '/* one */ export const d = 1;\n/* two */\n');
    expect(nameWith('code/d.ts', '/* one */ export const d = 2;\n/* two */\n')).not.toBe(before);
  });

  it("depends on operators' files, and on how their bad lines are taken", () => {
    write('own.jsonl', '{}');
    const own = name(['own.jsonl']);
    expect(new Set([name(), own, name(['own.jsonl'], true)]).size).toBe(3);
    write('own.jsonl', '{"kind": "entry"}');
    expect(name(['own.jsonl'])).not.toBe(own);
    expect(name([], true)).toBe(name());
  });
});

describe("operators' own files", () => {
  const folder = folderForTests();
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('are kept with a build: their names, their order, and how bad lines were taken', () => {
    const one = file('mine.jsonl', 'first');
    const build = join(folder, 'build');
    saveOperatorSources(build, { sources: [one, file('a.jsonl', 'second'), one], skipInvalid: true });
    rmSync(one);
    const { sources, skipInvalid } = readOperatorSources(build);
    expect(skipInvalid).toBe(true);
    expect(sources.map((path) => basename(path))).toEqual(['mine.jsonl', 'a.jsonl', 'mine.jsonl']);
    expect(sources.map((path) => readFileSync(path, 'utf8'))).toEqual(['first', 'second', 'first']);
  });

  it('are none where a build kept none', () => {
    expect(readOperatorSources(folder)).toEqual({ sources: [], skipInvalid: false });
  });
});
