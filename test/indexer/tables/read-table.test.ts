import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { sortTable } from '../../../indexer/tables/all-tables.ts';
import { TABLES } from '../../../indexer/tables/hand-written.ts';
import { defineTable, formatProblem, parseTable } from '../../../indexer/tables/read-table.ts';

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

  it('says file, line and column of what is wrong, and goes on', () => {
    const text = `# a comment\n${HEADER}\n\n海\thoi9\tn\t通\t5\t\t\tsea\n海\thoi2\tx\t通\t6\t\t\tsea\n山\tsaan1\tn\t通\t5\t\t\thill`;
    const { rows, problems } = parseTable('words/x.tsv', text, TABLES.words);
    expect(rows.map(({ value }) => value.word)).toEqual(['山']);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [4, 'jyutping'],
      [5, 'pos'],
      [5, 'freq'],
    ]);
    expect(formatProblem(problems[0]!)).toBe('words/x.tsv:4: jyutping: not valid LSHK jyutping');
  });

  it('refuses another header, and columns that no header names', () => {
    expect(parseTable('a.tsv', 'word\temotion\n', TABLES.affect).problems).toEqual([
      { file: 'a.tsv', line: 1, field: '', message: 'the header must be: word emotion valence themes' },
    ]);
    const long = parseTable('a.tsv', 'word\temotion\tvalence\tthemes\n海\t\t\t海\textra\n', TABLES.affect);
    expect(long.problems.map(({ line, message }) => [line, message])).toEqual([[2, '5 columns where 4 are known']]);
    expect(long.rows).toEqual([]);
  });

  it('asks for characters, letters and digits in related words, and for one of them at least', () => {
    const { problems } = parseTable(
      'r.tsv',
      'type\tword\tsense\trelated\nsyn\t海\t\tthe sea\nsyn\t海\t\t\n',
      TABLES.relations,
    );
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [2, 'related'],
      [3, 'related'],
    ]);
  });

  it('knows an empty valence from a wrong one', () => {
    const { rows, problems } = parseTable('a.tsv', 'word\temotion\tvalence\tthemes\n海\n山\t\t好\n', TABLES.affect);
    expect(rows.map(({ value }) => value.valence)).toEqual([undefined]);
    expect(problems.map(({ line, field }) => [line, field])).toEqual([[3, 'valence']]);
  });
});

describe('sorting a table', () => {
  it('orders rows by code point and keeps a comment with the row below it', () => {
    const text = 'word\tnote\n﨑\tb\n# of 海\n海\ta\n𠮷\tc\n';
    const notes = defineTable({
      pattern: '',
      about: '',
      schema: z.object({ word: z.string(), note: z.string() }),
      sortedBy: ['word'],
    });
    expect(sortTable(text, notes)).toBe('word\tnote\n# of 海\n海\ta\n﨑\tb\n𠮷\tc\n');
  });

  it('orders by the columns given, in their order, and is stable under itself', () => {
    const text = 'type\tword\nsyn\t山\nant\t海\nant\t山\n';
    const types = defineTable({
      pattern: '',
      about: '',
      schema: z.object({ type: z.string(), word: z.string() }),
      sortedBy: ['type', 'word'],
    });
    const sorted = sortTable(text, types);
    expect(sorted).toBe('type\tword\nant\t山\nant\t海\nsyn\t山\n');
    expect(sortTable(sorted, types)).toBe(sorted);
  });
});
