import type { Lexicon } from '../../src/lexicon/store.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import { DATA_ROOT } from '../tables/hand-written.ts';
import { QUALITY_TABLES } from '../tables/quality-tables.ts';
import { readTable } from '../tables/read-table.ts';

/** How many of the partners that a lyricist expects of words are among the first, by a list that was written before the table was read. */
export interface ExpectedPartners {
  readonly expected: number;
  readonly found: number;
}

export const FIRST_PARTNERS = 50;

interface ExpectedRow {
  readonly word: string;
  readonly expected: readonly string[];
}

/** Measures the build in `directory` as the embedded store serves it. */
export async function partnersOfBuild(directory: string, root: string = DATA_ROOT): Promise<ExpectedPartners> {
  const rows = readTable(root, QUALITY_TABLES.expectedPartners).rows.map(({ value }) => value);
  const store = await openMemoryStore({ directory });
  try {
    return await store.read((lexicon) => measurePartners(lexicon, rows));
  } finally {
    await store.close();
  }
}

export async function measurePartners(lexicon: Lexicon, rows: readonly ExpectedRow[]): Promise<ExpectedPartners> {
  const counts = { expected: 0, found: 0 };
  for (const { word, expected } of rows) {
    const lookups = await lexicon.lookup([word, ...expected]);
    const headwordOf = (text: string) => lookups.get(text)?.entry.char ?? text;
    const page = await lexicon.partners({
      word: headwordOf(word),
      source: 'all',
      words: {},
      sound: {},
      offset: 0,
      limit: FIRST_PARTNERS,
    });
    const first = new Set(page.words.map(({ entry }) => entry.char));
    counts.expected += expected.length;
    counts.found += expected.filter((partner) => first.has(headwordOf(partner))).length;
  }
  return counts;
}
