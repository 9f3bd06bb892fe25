import { describe, expect, it } from '@jest/globals';
import { exampleFiles, generatedFiles, staleFiles } from '../../../scripts/generate/generated-files.ts';
import { readExamples } from '../../../src/openapi/examples.ts';

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
