import Database from 'better-sqlite3';
import { ensureBuild } from '../indexer/build.ts';
import type { Entry } from '../src/lexicon/entry.ts';
import { FACETS, type PageQuery } from '../src/lexicon/query.ts';
import type { Lexicon } from '../src/lexicon/store.ts';
import { openMemoryStore } from '../src/stores/memory/open.ts';
import { seeded, time } from './timing.ts';

/**
 * The embedded store beside SQLite with an index on every facet, on the whole lexicon and the same random queries of none to four
 * filters. Both must answer the same words before anything is timed. `--smoke` runs a tenth of it.
 */
const smoke = process.argv.includes('--smoke');
const [QUERIES, ROUNDS, PAGE] = [smoke ? 20 : 200, smoke ? 2 : 5, 50];
const FILTERED = ['rhyme', 'code', 'emotion', 'valence', 'category', 'reg', 'pos', 'length'] as const;
type Filtered = (typeof FILTERED)[number];
type Filters = Partial<Record<Filtered, string>>;

function fieldOf(entry: Entry, field: Filtered): string | null {
  const [reading] = entry.readings;
  if (field === 'rhyme' || field === 'code') return reading![field];
  if (field === 'emotion' || field === 'valence') return entry.affect[field];
  return entry[field] === null ? null : String(entry[field]);
}

function randomFilters(entries: readonly Entry[]): Filters[] {
  const random = seeded(20261121);
  return Array.from({ length: QUERIES }, (_, i) => {
    const entry = entries[Math.floor(entries.length * random() ** 2)]!;
    const fields = [...FILTERED].sort(() => random() - 0.5).slice(0, i % 5);
    const filters: Filters = {};
    for (const field of fields) {
      const value = fieldOf(entry, field);
      if (value !== null) filters[field] = value;
    }
    return filters;
  });
}

function pageQuery(
  { rhyme, code, length, ...words }: Filters,
  facets: PageQuery['facets'] = [],
  offset = 0,
): PageQuery {
  const listed = Object.fromEntries(Object.entries(words).map(([field, value]) => [field, [value]]));
  return {
    words: { themeScope: 'tagged', ...listed, ...(length ? { length: [Number(length)] } : {}) },
    sound: { ...(rhyme ? { rhyme: [rhyme] } : {}), ...(code ? { code: [code] } : {}) },
    order: { by: 'popularity' },
    start: { offset },
    limit: PAGE,
    facets,
  };
}

/** A table of words with a row a reading, as one would lay it out. */
function sqliteOf(entries: readonly Entry[]): (filters: Filters, offset?: number) => string[] {
  const database = new Database(':memory:');
  database.exec(`CREATE TABLE word (rank INTEGER, char TEXT, ${FILTERED.map((field) => `${field} TEXT`).join(', ')})`);
  const insert = database.prepare(`INSERT INTO word VALUES (?, ?, ${FILTERED.map(() => '?').join(', ')})`);
  database.transaction(() => {
    for (const entry of entries) {
      for (const { code, rhyme } of entry.readings.slice(0, 4)) {
        insert.run(entry.rank, entry.char, rhyme, code, ...FILTERED.slice(2).map((field) => fieldOf(entry, field)));
      }
    }
  })();
  database.exec(['rank', ...FILTERED].map((field) => `CREATE INDEX by_${field} ON word (${field});`).join(''));
  database.exec('ANALYZE');
  return (filters, offset = 0) => {
    const fields = Object.keys(filters);
    const where = fields.length > 0 ? `WHERE ${fields.map((field) => `${field} = ?`).join(' AND ')}` : '';
    const sql = `SELECT DISTINCT rank, char FROM word ${where} ORDER BY rank LIMIT ${PAGE} OFFSET ${offset}`;
    return (database.prepare(sql).all(...Object.values(filters)) as { char: string }[]).map(({ char }) => char);
  };
}

async function compare(lexicon: Lexicon): Promise<void> {
  const whole = await lexicon.page({ ...pageQuery({}), limit: lexicon.generation.entries });
  const entries = whole.words.map(({ entry }) => entry);
  const queries = randomFilters(entries);
  const sqlite = sqliteOf(entries);
  for (const filters of queries) {
    const ours = (await lexicon.page(pageQuery(filters))).words.map(({ entry }) => entry.char);
    if (ours.join() !== sqlite(filters).join()) throw new Error(`different answers to ${JSON.stringify(filters)}`);
  }
  const deep = Math.floor(entries.length * 0.85);
  const rows = [
    [
      'page of 50',
      await time(queries, ROUNDS, (filters) => lexicon.page(pageQuery(filters))),
      await time(queries, ROUNDS, (filters) => sqlite(filters)),
    ],
    [
      `page at offset ${deep}`,
      await time([{}], ROUNDS * 20, () => lexicon.page(pageQuery({}, [], deep))),
      await time([{}], ROUNDS * 20, () => sqlite({}, deep)),
    ],
    ['page with nine facets', await time(queries, ROUNDS, (filters) => lexicon.page(pageQuery(filters, FACETS)))],
    [
      'autocomplete, one character',
      await time([...'我愛海風夜心'], ROUNDS * 20, (prefix) => lexicon.suggest(prefix, 10, { vulgar: true })),
    ],
  ] as const;
  console.log(`${entries.length} words, ${queries.length} queries; milliseconds, then how many times SQLite takes\n`);
  console.log('| what | p50 | p95 | p99 | repeats | SQLite p50 |\n|---|---|---|---|---|---|');
  for (const [what, ours, theirs] of rows) {
    const ratio = theirs ? `${(theirs.p50 / ours.p50).toFixed(1)} ×` : '–';
    console.log(
      `| ${what} | ${ours.p50.toFixed(3)} | ${ours.p95.toFixed(3)} | ${ours.p99.toFixed(3)} | ${ours.repeats} | ${ratio} |`,
    );
  }
}

const { dir } = await ensureBuild({ out: process.env.DATA_DIR ?? '.data' });
const store = await openMemoryStore({ directory: dir });
await store.read(compare);
await store.close();
