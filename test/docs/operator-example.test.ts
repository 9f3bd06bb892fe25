import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { collectOverrides } from '../../indexer/compose/overrides.ts';
import { readOperatorFile } from '../../indexer/sources/operator.ts';
import { DATA_ROOT, type HandWritten, TABLES } from '../../indexer/tables/hand-written.ts';
import { readTables } from '../../indexer/tables/read-table.ts';
import { folderForTests } from '../support/for-tests.ts';

const folder = folderForTests();
const PAGE = fileURLToPath(new URL('../../docs/operations/importing.md', import.meta.url));

it('the file of one’s own that the page shows is valid, and has a line of each kind', () => {
  const [, example = ''] = /```json\n(\{"kind":"source"[\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  writeFileSync(join(folder, 'own.jsonl'), example);
  const { rows, problems } = readOperatorFile(join(folder, 'own.jsonl'));
  expect(problems).toEqual([]);
  const kinds = rows.map(({ value }) => value.kind).join(' ');
  expect(kinds).toBe('source entry relation entry relation override override');
  const { categories, emotions, themes } = TABLES;
  const tables = readTables(DATA_ROOT, { categories, emotions, themes }) as HandWritten;
  const overrides = collectOverrides(rows, tables);
  expect(overrides.problems).toEqual([]);
  expect([...overrides.removedWords.keys()]).toEqual(['慶典']);
});
