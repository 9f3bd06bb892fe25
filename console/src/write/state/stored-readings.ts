import { readStorage, writeStorage } from '../../app/storage.ts';
import { type AnnotatedText, soundOfReading } from '../sound/line-sound.ts';
import { readingsKeyOf } from './song-store.ts';

/** The readings of a song's lines as this browser keeps them: a song that is opened again is read at once, without a network too. */

/** By character; null where it has no reading. */
interface StoredLine {
  readonly text: string;
  readonly jyutping: readonly (string | null)[];
  readonly groups: readonly number[];
  readonly polyphones: readonly (readonly string[])[];
}

export function storeReadings(songId: string, lines: readonly AnnotatedText[]): void {
  const stored = lines.map(
    ({ text, characters }): StoredLine => ({
      text,
      jyutping: characters.map(({ jyutping }) => jyutping),
      groups: characters.map(({ group }) => group),
      polyphones: characters.map(({ polyphones }) => polyphones),
    }),
  );
  writeStorage(readingsKeyOf(songId), JSON.stringify(stored));
}

export function readStoredReadings(songId: string): AnnotatedText[] {
  try {
    const stored = JSON.parse(readStorage(readingsKeyOf(songId)) ?? '[]') as readonly StoredLine[];
    return stored.map(toAnnotatedText);
  } catch {
    // Written by another version: the service is asked again.
    return [];
  }
}

function toAnnotatedText({ text, jyutping, groups, polyphones }: StoredLine): AnnotatedText {
  const characters = Array.from(text, (char, place) => {
    const reading = jyutping[place] ?? null;
    const sound = reading === null ? { jyutping: null, code: null, rhyme: null } : soundOfReading(reading);
    return { char, ...sound, group: groups[place] ?? -1 - place, polyphones: polyphones[place] ?? [] };
  });
  return { text, characters };
}
