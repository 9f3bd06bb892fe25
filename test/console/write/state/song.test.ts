import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newDocument, newLine, type SongDocument } from '../../../../console/src/write/model/document.ts';
import { writeDocument } from '../../../../console/src/write/model/document-format.ts';
import { editText } from '../../../../console/src/write/model/edit.ts';
import { MERGE_WINDOW_MS } from '../../../../console/src/write/model/history.ts';

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  },
});
const { change, deleteSong, openSong, openStoredSong, redoChange, takeOverStored, undoChange } = await import(
  '../../../../console/src/write/state/song.ts'
);
const { loadLanguage } = await import('../../../../console/src/app/i18n.ts');
const { songKey } = await import('../../../../console/src/write/state/browser-storage.ts');
const { isFirstVisit, store } = await import('../../../../console/src/write/state/store.ts');

const lyrics = () => store.song.value.lines.map(({ text }) => text);
const write = (text: string) => change((document) => editText(document, 0, text));
const songOf = (title: string): SongDocument => newDocument(title, [newLine('頭')]);

// Messages are taken away after a while.
jest.useFakeTimers();
await loadLanguage('zh-HK');
beforeEach(() => openSong(songOf('歌')));

it('begins with the example where nothing is kept', () => {
  expect(isFirstVisit).toBe(true);
});

describe('the open song', () => {
  it('is changed, undone and done again', () => {
    write('一');
    write('二');
    undoChange();
    expect([lyrics(), store.canUndo.value, store.canRedo.value]).toEqual([['一'], true, true]);
    redoChange();
    expect([lyrics(), store.canRedo.value]).toEqual([['二'], false]);
  });

  it('has quick typing in one line as one step; what was undone is gone with the next change', () => {
    const type = (text: string) => change((document) => editText(document, 0, text), 'type 1');
    type('h');
    type('ho');
    jest.advanceTimersByTime(MERGE_WINDOW_MS);
    type('hoi');
    undoChange();
    expect(lyrics()).toEqual(['ho']);
    write('歌');
    redoChange();
    expect(lyrics()).toEqual(['歌']);
    undoChange();
    undoChange();
    expect(lyrics()).toEqual(['頭']);
  });

  it('is kept when another one is opened, and has its past still when it is opened again', () => {
    write('一');
    const { id } = store.song.value;
    openSong(songOf('第二首'));
    expect(
      store.storedSongs.value
        .map(({ title }) => title)
        .slice(0, 2)
        .sort(),
    ).toEqual(['歌', '第二首']);
    expect(store.canUndo.value).toBe(false);
    openStoredSong(id);
    undoChange();
    expect(lyrics()).toEqual(['頭']);
  });

  it('is listed by its first words while it has no title', () => {
    openSong(newDocument('', [newLine('[主歌]'), newLine('風吹過')]));
    expect(store.storedSongs.value.map(({ title }) => title)).toContain('風吹過');
  });

  it('makes room for another one when it is deleted', () => {
    const { id } = store.song.value;
    deleteSong();
    expect(store.song.value.id).not.toBe(id);
    expect(store.storedSongs.value.map((song) => song.id)).not.toContain(id);
    expect([...kept.keys()]).not.toContain(songKey(id));
  });

  it('takes over what another tab has written, but not over what is not kept yet', () => {
    const { id } = store.song.value;
    const writeElsewhere = (text: string) => {
      kept.set(songKey(id), writeDocument(editText(store.song.value, 0, text)));
      takeOverStored(songKey(id));
    };
    writeElsewhere('別處');
    expect(lyrics()).toEqual(['別處']);
    write('呢度');
    writeElsewhere('又別處');
    expect(lyrics()).toEqual(['呢度']);
  });
});
