import { describe, expect, it } from '@jest/globals';
import { CHECKS } from '../../../indexer/check/check-data.ts';
import type { CheckContext } from '../../../indexer/check/context.ts';
import { ALL_TABLES } from '../../../indexer/tables/all-tables.ts';
import { DATA_ROOT, TABLES } from '../../../indexer/tables/hand-written.ts';
import { columnsOf, filesOf, parseTable, readTable, type Table } from '../../../indexer/tables/read-table.ts';
import { buildWordTable } from '../../../src/cantonese/word-table.ts';
import { readCases } from '../../support/function-tables.ts';

interface Case {
  readonly name: string;
  /** Names of checks. */
  readonly checks: readonly string[];
  /** Rows by table: cells with | between them, or objects of a table in JSON. The first row is line 2. */
  readonly tables: Readonly<Record<string, readonly (string | object)[]>>;
  /** `table:line column` of what is found. */
  readonly problems: readonly string[];
}

const CASES = readCases<Case[]>('check-data');

const WORDS = new Set(['海', '洋', '山', '大海', '裏', '也', '亦', '都', '今', '晚', '夜', '今晚']);
const READINGS: Readonly<Record<string, string[]>> = {
  海: ['hoi2'],
  洋: ['joeng4'],
  大: ['daai6'],
  行長: ['hong4 zoeng2'],
};

function contextOf(given: Case['tables']): CheckContext {
  const tables: Record<string, unknown> = {};
  const problems: unknown[] = [];
  for (const [name, table] of Object.entries<Table>(ALL_TABLES)) {
    const rows = given[name] ?? [];
    const isJson = table.pattern.endsWith('.json');
    const lines = isJson
      ? [
          '[',
          ...rows.map((row, i) => (typeof row === 'string' ? row : JSON.stringify(row)) + (rows[i + 1] ? ',' : '')),
          ']',
        ]
      : [columnsOf(table).join('\t'), ...rows.map((row) => String(row).replaceAll('|', '\t'))];
    const read = parseTable(isJson ? `${name}.json` : `${name}.tsv`, lines.join('\n'), table);
    tables[name] = read.rows;
    problems.push(...read.problems);
  }
  return {
    tables: { ...tables, problems } as unknown as CheckContext['tables'],
    isWord: (word) => WORDS.has(word),
    readingsOf: (text) => READINGS[text] ?? [],
    isOnlySimplified: (char) => char === '爱',
    wordnet: { lemma: (pos, word) => (pos === 'n' && word === 'sea' ? 0 : undefined) } as CheckContext['wordnet'],
    wordTable: () =>
      buildWordTable(
        ['三 saam1', '更 gang3 gaang1', '好 hou2', '夢 mung6'].map((text) => {
          const [char, ...readings] = text.split(' ') as [string, ...string[]];
          return { char, aliases: [], frequency: 1500, readings };
        }),
      ),
  };
}

it.each(CASES)('check-data: $name', ({ checks, tables, problems }) => {
  const context = contextOf(tables);
  const found = checks.flatMap((check) => CHECKS[check]!(context));
  expect(found.map(({ file, line, field }) => `${file.replace(/\.\w+$/, '')}:${line} ${field}`)).toEqual(problems);
  // Rows that a case is not about are well formed.
  if (!checks.includes('rows are well formed')) expect(context.tables.problems).toEqual([]);
});

describe('the hand-written tables', () => {
  // Their rows are checked by "lexicon check-data", a part of "npm run check".
  it('are all there', () => {
    expect(readTable(DATA_ROOT, TABLES.categories).rows).toHaveLength(48);
    const needed = [
      'words',
      'emotions',
      'themes',
      'relations',
      'deny',
      'affect',
      'overrides',
      'polyphones',
      'nga',
    ] as const;
    expect(needed.filter((kind) => filesOf(DATA_ROOT, TABLES[kind]).length === 0)).toEqual([]);
  });
});
