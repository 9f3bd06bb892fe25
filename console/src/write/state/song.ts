import { effect } from '@preact/signals';
import { t } from '../../app/i18n.ts';
import { dismissToast, toast } from '../../app/toasts.ts';
import { clearAll } from '../../find/find-state.ts';
import { newDocument, type SongDocument } from '../model/document.ts';
import { MAX_SUNG_OF_LINE, withoutLongLines } from '../model/edit.ts';
import { type History, record, redo, startHistory, undo } from '../model/history.ts';
import { settleSections } from '../model/sections.ts';
import {
  type Hint,
  loadSong,
  readSongIndex,
  removeSong,
  SONG_INDEX_KEY,
  songKey,
  storeHints,
  storeOpenedId,
  storeSong,
} from './browser-storage.ts';
import { isFirstVisit, store, update } from './store.ts';

/** Changes of the open song, their past, and keeping songs in the browser. */

const AUTOSAVE_DELAY_MS = 400;

/** Songs that were open before keep their past while the page lives. */
const otherHistories = new Map<string, History<SongDocument>>();

/** @param kind changes of one kind shortly after each other are undone together; '' is always a step of its own */
export function change(edit: (document: SongDocument) => SongDocument, kind = ''): void {
  const before = store.song.peek();
  const after = settleSections(before, cutLongLines(edit(before)));
  update({ history: record(store.history.peek(), after, kind, Date.now()) });
}

/** Whatever comes in, by keys, by the clipboard or as a file: a line that is too long would freeze the page. */
function cutLongLines(document: SongDocument): SongDocument {
  const cut = withoutLongLines(document);
  if (cut !== document) toast(t('write.linesCut {max}', { max: MAX_SUNG_OF_LINE }));
  return cut;
}

/** Says what the last change did, with a button that undoes it. The message goes with the next change, which would be undone instead. */
export function announceChange(text: string): void {
  const changed = store.song.peek();
  const id = toast(text, undoChange);
  const stop = effect(() => {
    if (store.song.value === changed) return;
    dismissToast(id);
    queueMicrotask(() => stop());
  });
}

export function undoChange(): void {
  update({ history: undo(store.history.peek()) });
}

export function redoChange(): void {
  update({ history: redo(store.history.peek()) });
}

export function openSong(document: SongDocument): void {
  // What was looked for was for another song.
  clearAll();
  saveNow();
  showSong(document);
  saveNow();
}

function showSong(document: SongDocument): void {
  otherHistories.set(store.song.peek().id, store.history.peek());
  update({ history: otherHistories.get(document.id) ?? startHistory(cutLongLines(document)) });
  storeOpenedId(document.id);
}

export function openStoredSong(id: string): void {
  const document = loadSong(id);
  if (document) openSong(document);
}

/** Deletes the open song and opens the next one; the toast takes it back. */
export function deleteSong(): void {
  const deleted = store.song.peek();
  clearTimeout(saveTimer);
  const storedSongs = removeSong(deleted.id);
  update({ storedSongs });
  const [next] = storedSongs;
  showSong((next && loadSong(next.id)) ?? newDocument(''));
  saved = deleted;
  toast(t('write.deleted {title}', { title: deleted.title || t('write.untitled') }), () => openSong(deleted));
}

let saveTimer: ReturnType<typeof setTimeout> | undefined;
let saved = isFirstVisit ? undefined : store.song.peek();

export function saveNow(): void {
  clearTimeout(saveTimer);
  const document = store.song.peek();
  if (document === saved) return;
  const storedSongs = storeSong(document);
  if (storedSongs) {
    saved = document;
    update({ storedSongs, isStorageFull: false });
  } else update({ isStorageFull: true });
}

/** Keeps the song in the browser a moment after each change. */
export function autosaveSong(): void {
  effect(() => {
    if (store.song.value === saved) return;
    clearTimeout(saveTimer);
    saveTimer = setTimeout(saveNow, AUTOSAVE_DELAY_MS);
  });
}

/** Takes over what another tab has stored under a key, unless this tab has something that is not saved. */
export function takeOverStored(key: string | null): void {
  if (key === SONG_INDEX_KEY) update({ storedSongs: readSongIndex() });
  const { id } = store.song.peek();
  const externalSong = key === songKey(id) && store.song.peek() === saved ? loadSong(id) : undefined;
  if (!externalSong) return;
  update({ history: startHistory(externalSong) });
  saved = externalSong;
}

/** The things to try on the first visit that are still open. */
function setHints(pendingHints: readonly Hint[]): void {
  update({ pendingHints });
  storeHints(pendingHints);
}

export function completeHint(hint: Hint): void {
  const pending = store.pendingHints.peek();
  if (pending.includes(hint)) setHints(pending.filter((one) => one !== hint));
}

export function closeHints(): void {
  setHints([]);
  update({ shownHints: [] });
}
