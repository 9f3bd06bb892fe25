import { signal } from '@preact/signals';
import { parseReadingTable, type ReadingTable } from '../sound/reading-table.ts';

/** The table by which lines are read at once; null until it has come. It is not part of the first load. */
export const readingTable = signal<ReadingTable | null>(null);

let loading: Promise<void> | undefined;

const pause = () => new Promise((resolve) => setTimeout(resolve));

const RETRY_MS = 30_000;

/** Loads the table once; where that fails, readings come from the service alone until a later call. */
export function loadReadingTable(): Promise<void> {
  loading ??= fetchTable().catch(() => {
    setTimeout(() => (loading = undefined), RETRY_MS);
  });
  return loading;
}

async function fetchTable(): Promise<void> {
  const response = await fetch('/readings.txt');
  if (!response.ok) throw new Error(String(response.status));
  readingTable.value = await parseReadingTable(await response.text(), pause);
}
