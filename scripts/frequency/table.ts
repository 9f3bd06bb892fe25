import type { Counts } from './hong-kong-counts.ts';

/** Hundredths of a power of ten above one in a thousand million words: the Zipf scale times 100. */
export function zipfHundredths(share: number): number {
  return share === 0 ? 0 : Math.max(1, Math.round(100 * (9 + Math.log10(share))));
}

/** A word that only one of the lists knows is kept from here on: the rest are chance strings and atlas names. */
const MIN_ZIPF_ALONE = 200;
const MIN_ESSAY_ALONE = 300;

/** Lines `word<TAB>zipf<TAB>essay` in code point order; 0 where a list does not know the word. */
export function tableText(counts: ReadonlyMap<string, Counts>, compare: (a: string, b: string) => number): string {
  const rows: string[] = [];
  for (const [word, { share, essay }] of [...counts].sort(([a], [b]) => compare(a, b))) {
    const zipf = zipfHundredths(share);
    const known = essay > 0 && zipf > 0;
    if (known || zipf >= MIN_ZIPF_ALONE || essay >= MIN_ESSAY_ALONE) rows.push(`${word}\t${zipf}\t${essay}\n`);
  }
  return rows.join('');
}
