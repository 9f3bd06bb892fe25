import { signal } from '@preact/signals';
import { readStorage, removeStorage, writeStorage } from '../../app/storage.ts';
import type { SongDocument } from '../model/document.ts';
import { readDocument, writeDocument } from '../model/document-format.ts';

/** Songs as this browser keeps them. Nothing of them is sent anywhere but the lines that are to be annotated. */

export interface StoredSong {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly changed: number;
}

const INDEX = 'lexicon.songs';
const CURRENT = 'lexicon.song';
const keyOf = (id: string) => `lexicon.song.${id}`;
export const readingsKeyOf = (id: string) => `lexicon.readings.${id}`;

/** All songs, the one changed last first. */
export const storedSongs = signal<readonly StoredSong[]>(readIndex());

function readIndex(): readonly StoredSong[] {
  try {
    const value: unknown = JSON.parse(readStorage(INDEX) ?? '[]');
    return Array.isArray(value) ? (value as StoredSong[]).filter(({ id }) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function writeIndex(songs: readonly StoredSong[]): void {
  storedSongs.value = [...songs].sort((a, b) => b.changed - a.changed);
  writeStorage(INDEX, JSON.stringify(storedSongs.value));
}

/** Answers false when the browser has no room left for it. */
export function storeSong(document: SongDocument): boolean {
  const { id, title } = document;
  if (!writeStorage(keyOf(id), writeDocument(document))) return false;
  // Another tab may have added songs meanwhile.
  writeIndex([{ id, title, changed: Date.now() }, ...readIndex().filter((one) => one.id !== id)]);
  return true;
}

export function loadSong(id: string): SongDocument | undefined {
  const json = readStorage(keyOf(id));
  const parsed = json === null ? undefined : readDocument(json);
  return parsed?.kind === 'document' ? { ...parsed.document, id } : undefined;
}

export function removeSong(id: string): void {
  removeStorage(keyOf(id));
  removeStorage(readingsKeyOf(id));
  writeIndex(readIndex().filter((one) => one.id !== id));
}

/** The song that was open last. */
export function readLastOpened(): SongDocument | undefined {
  const id = readStorage(CURRENT) ?? storedSongs.value[0]?.id;
  return id === undefined ? undefined : loadSong(id);
}

export function storeOpenedId(id: string): void {
  writeStorage(CURRENT, id);
}

/** Calls back when another tab has stored a song. */
export function onStoredInOtherTab(changed: (id: string) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === INDEX) storedSongs.value = readIndex();
    else if (key?.startsWith(keyOf(''))) changed(key.slice(keyOf('').length));
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
