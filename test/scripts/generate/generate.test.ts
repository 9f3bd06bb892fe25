import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  exampleFiles,
  generatedFiles,
  readToneMoves,
  staleFiles,
  toneMovesJson,
} from '../../../scripts/generate/generated-files.ts';
import { readExamples } from '../../../src/openapi/responses.ts';

describe('what is generated', () => {
  it('is what the code makes of it ("npm run generate" makes it again)', async () => {
    const files = await generatedFiles();
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['docs/api.md', 'data/README.md']));
    expect(staleFiles(files).map(({ path }) => path)).toEqual([]);
  });

  it('is named where it is stale, missing or no longer made', () => {
    const examples = readExamples();
    expect(staleFiles(exampleFiles(examples))).toEqual([]);
    const { search, word, ...others } = examples.operations;
    const operations = { ...others, search: { ...search!, summary: 'Another one' }, another: word! };
    const stale = staleFiles(exampleFiles({ ...examples, operations }));
    expect(stale.map(({ path, text }) => [path, text === undefined])).toEqual([
      ['src/openapi/examples/search.json', false],
      ['src/openapi/examples/another.json', false],
      ['src/openapi/examples/word.json', true],
    ]);
  });
});

it('labels of words that were held out are mostly right, by the record of their last making', () => {
  const file = new URL('../../../data/generated/labels-provenance.json', import.meta.url);
  const { words, category_percent, part_of_speech_percent } = JSON.parse(readFileSync(file, 'utf8')).held_out;
  expect(words).toBeGreaterThan(4000);
  expect(category_percent).toBeGreaterThan(66);
  expect(part_of_speech_percent).toBeGreaterThan(88);
});

it('has every pair of tones once, as it was counted', () => {
  const moves = readToneMoves();
  expect(new Set(moves.map(({ from, to }) => `${from} ${to}`)).size).toBe(36);
  expect(moves.reduce((sum, { falls, level, rises }) => sum + falls + level + rises, 0)).toBe(16_163);
  expect(JSON.parse(toneMovesJson(moves))[0]).toEqual([1, 1, 759, 615, 46]);
});
