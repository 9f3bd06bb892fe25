import { parseReadingTable } from '../model/reading-table.ts';
import { store, update } from './store.ts';

/** The table of readings, and what it says apart from any line. */

/** The most frequent character of a syllable, if the table has come and has one. */
export function knownCharacter(jyutping: string): string | undefined {
  return store.readingTable.value?.characterOf(jyutping);
}

const TABLE_RETRY_MS = 30_000;

let loading: Promise<void> | undefined;

/**
 * Loads the table of readings once; it is not part of the first load. Where that fails, readings come from the service alone until a
 * later call.
 */
export function loadReadingTable(): Promise<void> {
  loading ??= fetchTable().catch(() => {
    setTimeout(() => (loading = undefined), TABLE_RETRY_MS);
  });
  return loading;
}

async function fetchTable(): Promise<void> {
  const response = await fetch('/readings.txt');
  if (!response.ok) throw new Error(String(response.status));
  const pause = () => new Promise((resolve) => setTimeout(resolve));
  update({ readingTable: await parseReadingTable(await response.text(), pause) });
}
