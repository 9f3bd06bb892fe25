import { readStorage, removeStorage, writeStorage } from '../../app/storage.ts';
import type { SongDocument } from '../model/document.ts';
import { readDocument, writeDocument } from '../model/document-format.ts';
import { type AnnotatedText, soundOfReading } from '../model/line-sound.ts';
import { isHeading } from '../model/sections.ts';

/** What this browser keeps. Nothing of it is sent anywhere but the lines that are to be annotated. */

interface StoredSong {
  readonly id: string;
  /** Name in the list of songs: the title, else the first words. */
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly changed: number;
}

export const SONG_INDEX_KEY = 'lexicon.songs';
const CURRENT = 'lexicon.song';
const HINTS_KEY = 'lexicon.hints';
export const songKey = (id: string) => `lexicon.song.${id}`;
const readingsKey = (id: string) => `lexicon.readings.${id}`;

/** All songs, the one changed last first. */
export function readSongIndex(): readonly StoredSong[] {
  try {
    const value: unknown = JSON.parse(readStorage(SONG_INDEX_KEY) ?? '[]');
    return Array.isArray(value) ? (value as StoredSong[]).filter(({ id }) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function writeSongIndex(songs: readonly StoredSong[]): readonly StoredSong[] {
  const sorted = [...songs].sort((a, b) => b.changed - a.changed);
  writeStorage(SONG_INDEX_KEY, JSON.stringify(sorted));
  return sorted;
}

/** Returns all songs; undefined when the browser has no room left for this one. */
export function storeSong(document: SongDocument): readonly StoredSong[] | undefined {
  const { id, lines } = document;
  const title = document.title || (lines.find(({ text }) => text.trim() !== '' && !isHeading(text))?.text ?? '');
  if (!writeStorage(songKey(id), writeDocument(document))) return undefined;
  // Another tab may have added songs meanwhile.
  return writeSongIndex([{ id, title, changed: Date.now() }, ...readSongIndex().filter((one) => one.id !== id)]);
}

export function loadSong(id: string): SongDocument | undefined {
  const json = readStorage(songKey(id));
  const parsed = json === null ? undefined : readDocument(json);
  return parsed?.kind === 'document' ? { ...parsed.document, id } : undefined;
}

/** Returns the songs that are left. */
export function removeSong(id: string): readonly StoredSong[] {
  removeStorage(songKey(id));
  removeStorage(readingsKey(id));
  return writeSongIndex(readSongIndex().filter((one) => one.id !== id));
}

/** The song that was open last. */
export function readLastOpened(): SongDocument | undefined {
  const id = readStorage(CURRENT) ?? readSongIndex()[0]?.id;
  return id === undefined ? undefined : loadSong(id);
}

export function storeOpenedId(id: string): void {
  writeStorage(CURRENT, id);
}

/** The readings of a song's line: a song that is opened again is read at once, without a network too. */
interface StoredLine extends Pick<AnnotatedText, 'text' | 'traditional'> {
  readonly characters: readonly (readonly [jyutping: string | null, group: number, ...polyphones: string[]])[];
}

export function storeReadings(songId: string, lines: readonly AnnotatedText[]): void {
  const stored = lines.map(
    ({ characters, ...line }): StoredLine => ({
      ...line,
      characters: characters.map(({ jyutping, group, polyphones }) => [jyutping, group, ...polyphones]),
    }),
  );
  writeStorage(readingsKey(songId), JSON.stringify(stored));
}

export function readStoredReadings(songId: string): AnnotatedText[] {
  try {
    const stored = JSON.parse(readStorage(readingsKey(songId)) ?? '[]') as readonly StoredLine[];
    return stored.map(({ characters, ...line }) => ({
      ...line,
      characters: Array.from(line.text, (char, place) => {
        const [jyutping, group, ...polyphones] = characters[place]!;
        return { char, ...soundOfReading(jyutping), group, polyphones };
      }),
    }));
  } catch {
    // Written by another version: the service is asked again.
    return [];
  }
}

/** Three things to try on the first visit; each is ticked off once it was tried. */
const HINTS = ['slot', 'mark', 'note'] as const;
export type Hint = (typeof HINTS)[number];

/** The hints that were not followed yet: all on the first visit. */
export function readHints(isFirstVisit: boolean): readonly Hint[] {
  const stored = readStorage(HINTS_KEY);
  if (stored !== null) return HINTS.filter((hint) => stored.split(' ').includes(hint));
  if (!isFirstVisit) return [];
  storeHints(HINTS);
  return HINTS;
}

export function storeHints(hints: readonly Hint[]): void {
  writeStorage(HINTS_KEY, hints.join(' '));
}
