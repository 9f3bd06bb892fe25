import type { WordTable } from '../../src/cantonese/segmentation.ts';
import type { Entry } from '../../src/lexicon/entry.ts';
import type { Manifest } from '../../src/lexicon/formats.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { openMemoryStore } from '../../src/stores/memory/open.ts';
import type { Build } from '../build.ts';

/** Lexicon under measurement, as its readers see it. */
export interface Measured {
  readonly lexicon: Lexicon;
  readonly manifest: Pick<Manifest, 'coverage'>;
  /** All entries in order of popularity. */
  readonly entries: readonly Entry[];
  readonly wordTable: WordTable;
}

/** Result of a measure: a share (`found` of `of`), or a count (`found` alone). */
export interface Result {
  readonly found: number;
  readonly of?: number;
  /** Texts of the cases that failed; absent where they are to stay unseen. */
  readonly misses?: readonly string[];
}

/** A measure passes if its share (0 to 1) or count is `least` or more, or `most` or less; without either it is only reported. */
export interface Measure {
  readonly name: string;
  readonly least?: number;
  readonly most?: number;
  measure(measured: Measured): Promise<Result> | Result;
}

/** Filters of a page that let every word pass. */
export const EVERY_WORD = { words: { themeScope: 'tagged' }, sound: {}, start: { offset: 0 }, facets: [] } as const;

const PAGE = 5000;

/** The `count` most popular entries, read page by page as a client does. */
export async function entriesOf(lexicon: Lexicon, count = Number.POSITIVE_INFINITY): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let total = count; entries.length < Math.min(count, total); ) {
    const start = { offset: entries.length };
    const page = await lexicon.page({ ...EVERY_WORD, order: { by: 'popularity' }, start, limit: PAGE });
    total = page.total;
    const lookups = await lexicon.lookup(page.words.map(({ entry }) => entry.char));
    entries.push(...page.words.map(({ entry }) => lookups.get(entry.char)!.entry));
  }
  return entries.slice(0, count);
}

export async function withMeasured<T>({ dir, manifest }: Build, use: (measured: Measured) => Promise<T>): Promise<T> {
  const store = await openMemoryStore({ directory: dir });
  try {
    return await store.read(async (lexicon) =>
      use({ lexicon, manifest, entries: await entriesOf(lexicon), wordTable: await lexicon.wordTable() }),
    );
  } finally {
    await store.close();
  }
}
