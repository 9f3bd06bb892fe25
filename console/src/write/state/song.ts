import { computed, effect, signal } from '@preact/signals';
import { t } from '../../app/i18n.ts';
import { toast } from '../../app/toasts.ts';
import { exampleSong } from '../example-song.ts';
import { writeMessages } from '../messages.ts';
import { newDocument, type SongDocument } from '../model/document.ts';
import { type History, record, redo, startHistory, undo } from '../model/history.ts';
import {
  forgetSong,
  lastOpened,
  loadSong,
  noteOpened,
  onStoredElsewhere,
  storedSongs,
  storeSong,
} from './song-store.ts';

/** The song that is open, and its past. */

const AUTOSAVE_AFTER = 400;

const opened = lastOpened();
/** Whether nothing was ever written in this browser: the page then shows its example. */
export const isFirstVisit = opened === undefined;

const history = signal<History<SongDocument>>(startHistory(opened ?? exampleSong()));
/** Songs that were open before keep their past while the page lives. */
const others = new Map<string, History<SongDocument>>();

export const song = computed(() => history.value.present);
export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

/** @param kind changes of one kind shortly after each other are undone together; '' is always a step of its own */
export function change(edit: (document: SongDocument) => SongDocument, kind = ''): void {
  history.value = record(history.value, edit(history.value.present), kind, Date.now());
}

export function undoChange(): void {
  history.value = undo(history.value);
}

export function redoChange(): void {
  history.value = redo(history.value);
}

export function openSong(document: SongDocument): void {
  saveNow();
  others.set(song.value.id, history.value);
  history.value = others.get(document.id) ?? startHistory(document);
  noteOpened(document.id);
  saveNow();
}

export function openStored(id: string): void {
  const document = loadSong(id);
  if (document) openSong(document);
}

/** Deletes the open song and opens the next one; the toast takes it back. */
export function deleteSong(): void {
  const gone = song.value;
  clearTimeout(saving);
  forgetSong(gone.id);
  const next = storedSongs.value[0];
  const document = (next && loadSong(next.id)) ?? newDocument('');
  others.set(gone.id, history.value);
  history.value = others.get(document.id) ?? startHistory(document);
  noteOpened(document.id);
  saved = gone;
  const text = t(writeMessages);
  toast(text.deleted(gone.title || text.untitled), () => openSong(gone));
}

let saving: ReturnType<typeof setTimeout> | undefined;
let saved: SongDocument | undefined = opened;
let toldOfFullStore = false;

function saveNow(): void {
  clearTimeout(saving);
  const document = song.peek();
  if (document === saved) return;
  if (storeSong(document)) saved = document;
  else if (!toldOfFullStore) {
    toldOfFullStore = true;
    toast(t(writeMessages).storeFull);
  }
}

/** Keeps the song in the browser a moment after each change, and when the page goes away. */
export function keepSong(): () => void {
  const stop = effect(() => {
    if (song.value === saved) return;
    clearTimeout(saving);
    saving = setTimeout(saveNow, AUTOSAVE_AFTER);
  });
  const leave = () => saveNow();
  addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', leave);
  const unlisten = onStoredElsewhere((id) => {
    // What is changed in another tab is taken over, unless this tab has something that is not saved.
    const elsewhere = id === song.peek().id && song.peek() === saved ? loadSong(id) : undefined;
    if (!elsewhere) return;
    history.value = startHistory(elsewhere);
    saved = elsewhere;
  });
  return () => {
    stop();
    unlisten();
    removeEventListener('pagehide', leave);
    document.removeEventListener('visibilitychange', leave);
  };
}
