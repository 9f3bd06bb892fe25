import Database from 'better-sqlite3';
import {
  BENCH_FACETS,
  type BenchFacet,
  type Filters,
  MANY_VALUED_FACETS,
  SINGLE_VALUED_FACETS,
  type WordRow,
} from '../rows.ts';
import type { BaselineFacets, BaselinePage, BaselineStore } from './baseline-store.ts';

/**
 * SQLite in memory, as one would lay it out: a table of words by rank, one of readings, one for each facet with several values a word, and an
 * index for each facet that ends in the rank, so that a page comes out in order without sorting.
 */
export function sqliteBaseline(rows: readonly WordRow[]): BaselineStore {
  const database = new Database(':memory:');
  database.exec(`
    CREATE TABLE word (rank INTEGER PRIMARY KEY, word TEXT, ${SINGLE_VALUED_FACETS.map((field) => `${field} TEXT`).join(', ')});
    CREATE TABLE reading (rank INTEGER, rhyme TEXT, code TEXT);
    ${MANY_VALUED_FACETS.map((facet) => `CREATE TABLE ${facet} (rank INTEGER, ${facet} TEXT);`).join('\n')}`);
  const word = database.prepare(`INSERT INTO word VALUES (?, ?, ${SINGLE_VALUED_FACETS.map(() => '?').join(', ')})`);
  const reading = database.prepare('INSERT INTO reading VALUES (?, ?, ?)');
  const many = MANY_VALUED_FACETS.map(
    (facet) => [facet, database.prepare(`INSERT INTO ${facet} VALUES (?, ?)`)] as const,
  );
  database.transaction(() => {
    for (const row of rows) {
      word.run(row.rank, row.word, ...SINGLE_VALUED_FACETS.map((field) => row.values[field][0]));
      for (const { rhyme, code } of row.readings) reading.run(row.rank, rhyme, code);
      for (const [facet, insert] of many) for (const value of row.values[facet]) insert.run(row.rank, value);
    }
  })();
  database.exec(`
    ${SINGLE_VALUED_FACETS.map((field) => `CREATE INDEX word_${field} ON word (${field}, rank);`).join('\n')}
    CREATE INDEX word_word ON word (word);
    CREATE INDEX reading_rhyme ON reading (rhyme, rank);
    CREATE INDEX reading_code ON reading (code, rank);
    CREATE INDEX reading_rank ON reading (rank);
    ${MANY_VALUED_FACETS.map((facet) => `CREATE INDEX ${facet}_value ON ${facet} (${facet}, rank); CREATE INDEX ${facet}_rank ON ${facet} (rank);`).join('\n')}
    ANALYZE;`);
  const statements = new Map<string, Database.Statement>();
  const all = (sql: string, values: readonly (string | number)[]) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = database.prepare(sql).raw()));
    return statement.all(...values);
  };

  const page = (filters: Filters, offset = 0): BaselinePage => {
    const clauses = wordClauses(filters);
    const values = valuesOf(clauses);
    const ranks = all(`SELECT rank FROM word ${where(clauses)} ORDER BY rank LIMIT 50 OFFSET ${offset}`, values);
    const [[total]] = all(`SELECT count(*) FROM word ${where(clauses)}`, values) as [[number]];
    return { total, ranks: (ranks as [number][]).map(([rank]) => rank) };
  };
  return {
    name: 'sqlite',
    page,
    pageWithFacets(filters) {
      const facets: BaselineFacets = {};
      for (const facet of BENCH_FACETS) {
        const { sql, values } = facetQuery(facet, filters);
        facets[facet] = all(sql, values) as [string, number][];
      }
      return { page: page(filters), facets };
    },
    complete(prefix) {
      const found = all('SELECT rank FROM word WHERE word >= ? AND word < ? ORDER BY rank LIMIT 10', [
        prefix,
        `${prefix}\u{10ffff}`,
      ]) as [number][];
      return found.map(([rank]) => rank);
    },
  };
}

/** A condition, with the values of its question marks. */
type Clause = readonly [sql: string, values: readonly string[]];

const where = (clauses: readonly Clause[]) =>
  clauses.length > 0 ? `WHERE ${clauses.map(([sql]) => sql).join(' AND ')}` : '';
const valuesOf = (clauses: readonly Clause[]) => clauses.flatMap(([, values]) => values);

/** Of these fields, those that are filtered. */
const anyOf = (fields: readonly BenchFacet[], filters: Filters): Clause[] =>
  fields.flatMap((field) => {
    const values = filters[field];
    return values ? [[`${field} IN (${values.map(() => '?').join(', ')})`, values] as const] : [];
  });

/** Words with a row of a table that satisfies all clauses; no condition without clauses. */
const within = (table: string, clauses: readonly Clause[]): Clause[] =>
  clauses.length > 0 ? [[`rank IN (SELECT rank FROM ${table} ${where(clauses)})`, valuesOf(clauses)]] : [];

const SOUNDS = ['rhyme', 'code'] as const;

function wordClauses(filters: Filters): Clause[] {
  return [
    ...anyOf(SINGLE_VALUED_FACETS, filters),
    ...MANY_VALUED_FACETS.flatMap((facet) => within(facet, anyOf([facet], filters))),
    ...within('reading', anyOf(SOUNDS, filters)),
  ];
}

/** Counts of a facet with all other selections applied. */
function facetQuery(facet: BenchFacet, filters: Filters): { sql: string; values: string[] } {
  const { [facet]: _, ...others }: Filters = filters;
  const count = (counted: string, table: string, clauses: readonly Clause[]) => ({
    sql: `SELECT ${facet}, ${counted} FROM ${table} ${where(clauses)} GROUP BY ${facet}`,
    values: valuesOf(clauses),
  });
  if (MANY_VALUED_FACETS.some((many) => many === facet))
    return count('count(*)', facet, within('word', wordClauses(others)));
  if (facet !== 'rhyme' && facet !== 'code') return count('count(*)', 'word', wordClauses(others));
  const { rhyme: _rhyme, code: _code, ...words }: Filters = others;
  return count('count(DISTINCT rank)', 'reading', [...anyOf(SOUNDS, others), ...within('word', wordClauses(words))]);
}
