import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { sortTable } from '../../../indexer/tables/all-tables.ts';
import { TABLES } from '../../../indexer/tables/hand-written.ts';
import { defineTable, formatProblem, parseTable } from '../../../indexer/tables/read-table.ts';
import { describeFunctions } from '../../support/function-tables.ts';

const HEADER = 'word\tjyutping\tpos\treg\tfreq\tcategory\tstandard\tdefinition\texamples\tflags';

describe('reading a hand-written table', () => {
  it('takes lists apart and lets trailing columns be left out', () => {
    const { rows, problems } = parseTable(
      'words/x.tsv',
      `${HEADER}\n吓\thaa2 / haa5\tr\t粵\t4\t\t嗎、是嗎\teh\t乖啲吓 / 吓你講咩\n`,
      TABLES.words,
    );
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      {
        file: 'words/x.tsv',
        line: 2,
        value: {
          word: '吓',
          jyutping: ['haa2', 'haa5'],
          pos: 'r',
          reg: '粵',
          freq: 4,
          category: '',
          standard: ['嗎', '是嗎'],
          definition: 'eh',
          examples: ['乖啲吓', '吓你講咩'],
          flags: '',
        },
      },
    ]);
  });

  it('says file, line and column of what is wrong', () => {
    const { problems } = parseTable('words/x.tsv', `${HEADER}\n海\thoi9\tn\t通\t5\t\t\tsea`, TABLES.words);
    expect(formatProblem(problems[0]!)).toBe('words/x.tsv:2: jyutping: not valid LSHK jyutping');
  });
});

/** A table of texts with these columns, sorted by some. */
const texts = (columns: readonly string[], sortedBy: readonly string[]) =>
  defineTable({
    pattern: '',
    schema: z.object(Object.fromEntries(columns.map((column) => [column, z.string()]))),
    sortedBy: sortedBy as never,
  });

describeFunctions('read-tables', {
  /** What is wrong with lines of a table, cells parted by `|`, and the first cells of those that are taken. */
  read(table: 'words' | 'affect' | 'relations', ...lines: string[]) {
    const text = lines.map((line) => `${line.replaceAll('|', '\t')}\n`).join('');
    const { rows, problems } = parseTable('x.tsv', text, TABLES[table] as never);
    return [problems.map(({ line, field, message }) => `${line} ${field}: ${message}`), rows.map(({ line }) => line)];
  },
  sorted(sortedBy: readonly string[], ...lines: string[]) {
    const columns = lines.find((line) => !line.startsWith('#'))!.split('|');
    const text = lines.map((line) => `${line.replaceAll('|', '\t')}\n`).join('');
    const table = texts(columns, sortedBy);
    const sorted = sortTable(text, table as never);
    expect(sortTable(sorted, table as never)).toBe(sorted);
    return sorted.trimEnd().replaceAll('\t', '|').split('\n');
  },
});
