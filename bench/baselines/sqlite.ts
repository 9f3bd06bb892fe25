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
    const { where, values } = condition(filters);
    const ranks = all(`SELECT rank FROM word ${where} ORDER BY rank LIMIT 50 OFFSET ${offset}`, values) as [number][];
    const [[total]] = all(`SELECT count(*) FROM word ${where}`, values) as [[number]];
    return { total, ranks: ranks.map(([rank]) => rank) };
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

function condition(filters: Filters): { where: string; values: string[] } {
  const { clauses, values } = clausesOf(filters);
  return { where: clauses.length > 0 ? `WHERE ${clauses.join(' AND ')}` : '', values };
}

const anyOf = (field: string, values: readonly string[]) => `${field} IN (${values.map(() => '?').join(', ')})`;

function soundClauses(filters: Filters): { clauses: string[]; values: string[] } {
  const sounds = (['rhyme', 'code'] as const).filter((facet) => filters[facet]);
  return {
    clauses: sounds.map((facet) => anyOf(facet, filters[facet]!)),
    values: sounds.flatMap((facet) => filters[facet]!),
  };
}

function clausesOf(filters: Filters): { clauses: string[]; values: string[] } {
  const clauses: string[] = [];
  const values: string[] = [];
  for (const field of SINGLE_VALUED_FACETS) {
    if (!filters[field]) continue;
    clauses.push(anyOf(field, filters[field]));
    values.push(...filters[field]);
  }
  for (const facet of MANY_VALUED_FACETS) {
    if (!filters[facet]) continue;
    clauses.push(`rank IN (SELECT rank FROM ${facet} WHERE ${anyOf(facet, filters[facet])})`);
    values.push(...filters[facet]);
  }
  const sound = soundClauses(filters);
  if (sound.clauses.length > 0) {
    clauses.push(`rank IN (SELECT rank FROM reading WHERE ${sound.clauses.join(' AND ')})`);
    values.push(...sound.values);
  }
  return { clauses, values };
}

/** Counts of a facet with all other selections applied. */
function facetQuery(facet: BenchFacet, filters: Filters): { sql: string; values: string[] } {
  const { [facet]: _, ...others }: Filters = filters;
  if (MANY_VALUED_FACETS.some((many) => many === facet)) {
    const { where, values } = condition(others);
    const within = where ? `WHERE rank IN (SELECT rank FROM word ${where})` : '';
    return { sql: `SELECT ${facet}, count(*) FROM ${facet} ${within} GROUP BY ${facet}`, values };
  }
  if (facet === 'rhyme' || facet === 'code') {
    const { rhyme: _rhyme, code: _code, ...words }: Filters = others;
    const sound = soundClauses(others);
    const { where, values } = condition(words);
    const clauses = [...sound.clauses, ...(where ? [`rank IN (SELECT rank FROM word ${where})`] : [])];
    const within = clauses.length > 0 ? `WHERE ${clauses.join(' AND ')}` : '';
    return {
      sql: `SELECT ${facet}, count(DISTINCT rank) FROM reading ${within} GROUP BY ${facet}`,
      values: [...sound.values, ...values],
    };
  }
  const { where, values } = condition(others);
  return { sql: `SELECT ${facet}, count(*) FROM word ${where} GROUP BY ${facet}`, values };
}
