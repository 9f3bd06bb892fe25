import { DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';
import { BENCH_FACETS, type Filters, SINGLE_VALUED_FACETS } from '../lexicon/rows.ts';
import type { BaselineFacets, BaselinePage, OpenBaseline } from './baseline-store.ts';
import { condition, facetQuery } from './sqlite.ts';

/** DuckDB in memory, with the tables of the SQLite baseline in the order of rank, asked the same SQL. It scans columns: no indexes. */
export const open: OpenBaseline = async (rows) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `CREATE TABLE word (rank INTEGER, word VARCHAR, ${SINGLE_VALUED_FACETS.map((field) => `${field} VARCHAR`).join(', ')})`,
  );
  await connection.run('CREATE TABLE reading (rank INTEGER, rhyme VARCHAR, code VARCHAR)');
  await connection.run('CREATE TABLE theme (rank INTEGER, theme VARCHAR)');
  const [word, reading, theme] = [
    await connection.createAppender('word'),
    await connection.createAppender('reading'),
    await connection.createAppender('theme'),
  ];
  for (const row of rows) {
    word.appendInteger(row.rank);
    word.appendVarchar(row.word);
    for (const field of SINGLE_VALUED_FACETS) {
      const value = row[field];
      if (value === null) word.appendNull();
      else word.appendVarchar(value);
    }
    word.endRow();
    for (const { rhyme, code } of row.readings) {
      reading.appendInteger(row.rank);
      reading.appendVarchar(rhyme);
      reading.appendVarchar(code);
      reading.endRow();
    }
    for (const value of row.theme) {
      theme.appendInteger(row.rank);
      theme.appendVarchar(value);
      theme.endRow();
    }
  }
  for (const appender of [word, reading, theme]) appender.closeSync();

  const statements = new Map<string, DuckDBPreparedStatement>();
  const all = async (sql: string, values: readonly string[]) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = await connection.prepare(sql)));
    for (const [index, value] of values.entries()) statement.bindVarchar(index + 1, value);
    return (await statement.runAndReadAll()).getRows();
  };
  const page = async (filters: Filters, offset = 0): Promise<BaselinePage> => {
    const { where, values } = condition(filters);
    const ranks = await all(`SELECT rank FROM word ${where} ORDER BY rank LIMIT 50 OFFSET ${offset}`, values);
    const [[total]] = (await all(`SELECT count(*) FROM word ${where}`, values)) as [[bigint]];
    return { total: Number(total), ranks: ranks.map(([rank]) => rank as number) };
  };
  return {
    name: 'duckdb',
    page,
    async pageWithFacets(filters) {
      const facets: BaselineFacets = {};
      for (const facet of BENCH_FACETS) {
        const { sql, values } = facetQuery(facet, filters);
        facets[facet] = (await all(sql, values)).map(([value, count]) => [value as string, Number(count)] as const);
      }
      return { page: await page(filters), facets };
    },
    async complete(prefix) {
      const found = await all('SELECT rank FROM word WHERE starts_with(word, ?) ORDER BY rank LIMIT 10', [prefix]);
      return found.map(([rank]) => rank as number);
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
};
