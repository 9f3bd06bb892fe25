import { request } from '../../api/lexicon.ts';
import { MAX_KNOWN_RANK, parseReadingTable } from '../model/reading-table.ts';
import { store, update } from './store.ts';

/** What is known of characters and syllables apart from any line. */

/** The last known reading of each character. */
const readingOf = new Map<string, string>();

/** The reading that a character had last, if any. */
export function knownReading(character: string): string | undefined {
  return readingOf.get(character);
}

/** Stores a reading: of an annotation, a swap, or the user's choice. */
export function recordReading(character: string, jyutping: string): void {
  readingOf.set(character, jyutping);
  recordCharacter(jyutping, character);
}

/** Stores an example character for a sound; the first one stays. */
function recordCharacter(jyutping: string, character: string): void {
  const known = store.characterOf.peek();
  if (!known.has(jyutping)) update({ characterOf: new Map(known).set(jyutping, character) });
}

/** An example character for a sound, if one is known. */
export function knownCharacter(jyutping: string): string | undefined {
  return store.characterOf.value.get(jyutping) ?? store.readingTable.value?.characterOf(jyutping);
}

const requestedKeys = new Set<string>();

/** Finds the commonest character of all that have one of some syllables, unless one is known already. One credit a syllable. */
export async function findHomophone(syllables: readonly string[]): Promise<void> {
  const key = syllables.join(' ');
  if (requestedKeys.has(key) || syllables.some((jyutping) => knownCharacter(jyutping) !== undefined)) return;
  requestedKeys.add(key);
  const candidates = await Promise.all(
    syllables.map(async (jyutping) => {
      const parameters = { jyutping, length: 1, limit: 1 };
      const result = await request((client, options) => client.search(parameters, options), { quiet: true });
      return result.kind === 'ok' ? result.data.words : [];
    }),
  );
  const [best] = candidates.flat().sort((a, b) => a.rank - b.rank);
  if (best && best.rank < MAX_KNOWN_RANK) recordCharacter(best.jyutping, best.char);
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
