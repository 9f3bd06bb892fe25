import { computed, effect, signal } from '@preact/signals';
import { t } from '../../app/i18n.ts';
import { dismissToast, toast } from '../../app/toasts.ts';
import { exampleSong } from '../example-song.ts';
import { writeMessages } from '../messages.ts';
import { newDocument, type SongDocument } from '../model/document.ts';
import { type History, record, redo, startHistory, undo } from '../model/history.ts';
import { settleSections } from '../model/shared-melody.ts';
import {
  loadSong,
  onStoredInOtherTab,
  readLastOpened,
  removeSong,
  storedSongs,
  storeOpenedId,
  storeSong,
} from './song-store.ts';

/** The song that is open, and its past. */

const AUTOSAVE_DELAY_MS = 400;

const initialSong = readLastOpened();
/** Whether nothing was ever written in this browser: the page then shows its example. */
export const isFirstVisit = initialSong === undefined;

const history = signal<History<SongDocument>>(startHistory(initialSong ?? exampleSong()));
/** Songs that were open before keep their past while the page lives. */
const otherHistories = new Map<string, History<SongDocument>>();

export const song = computed(() => history.value.present);
export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

/** @param kind changes of one kind shortly after each other are undone together; '' is always a step of its own */
export function change(edit: (document: SongDocument) => SongDocument, kind = ''): void {
  const before = history.value.present;
  history.value = record(history.value, settleSections(before, edit(before)), kind, Date.now());
}

/** Says what the last change did, with a button that undoes it. The message goes with the next change, which would be undone instead. */
export function announceChange(text: string): void {
  const changed = song.peek();
  const id = toast(text, undoChange);
  const stop = effect(() => {
    if (song.value === changed) return;
    dismissToast(id);
    queueMicrotask(() => stop());
  });
}

export function undoChange(): void {
  history.value = undo(history.value);
}

export function redoChange(): void {
  history.value = redo(history.value);
}

export function openSong(document: SongDocument): void {
  saveNow();
  otherHistories.set(song.value.id, history.value);
  history.value = otherHistories.get(document.id) ?? startHistory(document);
  storeOpenedId(document.id);
  saveNow();
}

export function openStoredSong(id: string): void {
  const document = loadSong(id);
  if (document) openSong(document);
}

/** Deletes the open song and opens the next one; the toast takes it back. */
export function deleteSong(): void {
  const deleted = song.value;
  clearTimeout(saveTimer);
  removeSong(deleted.id);
  const next = storedSongs.value[0];
  const document = (next && loadSong(next.id)) ?? newDocument('');
  otherHistories.set(deleted.id, history.value);
  history.value = otherHistories.get(document.id) ?? startHistory(document);
  storeOpenedId(document.id);
  saved = deleted;
  const text = t(writeMessages);
  toast(text.deleted(deleted.title || text.untitled), () => openSong(deleted));
}

let saveTimer: ReturnType<typeof setTimeout> | undefined;
let saved: SongDocument | undefined = initialSong;
let hasWarnedFullStorage = false;

function saveNow(): void {
  clearTimeout(saveTimer);
  const document = song.peek();
  if (document === saved) return;
  if (storeSong(document)) saved = document;
  else if (!hasWarnedFullStorage) {
    hasWarnedFullStorage = true;
    toast(t(writeMessages).storeFull);
  }
}

/** Keeps the song in the browser a moment after each change, and when the page goes away. */
export function autosaveSong(): () => void {
  const stop = effect(() => {
    if (song.value === saved) return;
    clearTimeout(saveTimer);
    saveTimer = setTimeout(saveNow, AUTOSAVE_DELAY_MS);
  });
  const saveOnLeave = () => saveNow();
  addEventListener('pagehide', saveOnLeave);
  document.addEventListener('visibilitychange', saveOnLeave);
  const unlisten = onStoredInOtherTab((id) => {
    // What is changed in another tab is taken over, unless this tab has something that is not saved.
    const externalSong = id === song.peek().id && song.peek() === saved ? loadSong(id) : undefined;
    if (!externalSong) return;
    history.value = startHistory(externalSong);
    saved = externalSong;
  });
  return () => {
    stop();
    unlisten();
    removeEventListener('pagehide', saveOnLeave);
    document.removeEventListener('visibilitychange', saveOnLeave);
  };
}
