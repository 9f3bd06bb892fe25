import { expect, it } from '@jest/globals';
import { effect } from '@preact/signals';
import { newDocument, newLine } from '../../../../console/src/write/model/document.ts';
import { startHistory } from '../../../../console/src/write/model/history.ts';
import { store, update } from '../../../../console/src/write/state/store.ts';

const [first, second] = [newLine('風吹過'), newLine('雨落', [{ pitch: 60, beats: 1 }])];
const show = () => update({ history: startHistory(newDocument('歌', [first, second])), cursor: null });

it('tells whoever watches several fields of a change once', () => {
  show();
  const seen: (string | undefined)[] = [];
  const stop = effect(() => {
    seen.push(`${store.cursor.value?.place} ${store.preview.value?.text}`);
  });
  update({ cursor: { lineId: first.id, place: 2 }, preview: { lineId: first.id, text: '風吹雨', readings: {} } });
  stop();
  expect(seen).toEqual(['undefined undefined', '2 風吹雨']);
});

it('knows the line of the cursor, the first one while there is none', () => {
  show();
  expect(store.cursorLine.value).toBe(0);
  update({ cursor: { lineId: second.id, place: 0 } });
  expect(store.cursorLine.value).toBe(1);
  // A line that is gone has no cursor.
  update({ cursor: { lineId: 'gone', place: 0 } });
  expect(store.cursorLine.value).toBe(0);
});

it('has a selection from its earlier end to its later one', () => {
  update({ selectionEnds: { anchor: { index: 1, place: 1 }, head: { index: 0, place: 2 } } });
  expect(store.lineSelection.value).toEqual({ start: { index: 0, place: 2 }, end: { index: 1, place: 1 } });
  update({ selectionEnds: null });
  expect(store.lineSelection.value).toBeNull();
});

it('keeps the scale of the lane while a note is dragged', () => {
  show();
  const before = store.pitchRange.value;
  update({ frozenRange: before });
  update({ history: startHistory(newDocument('歌', [newLine('高', [{ pitch: 90, beats: 1 }])])) });
  expect(store.pitchRange.value).toEqual(before);
  update({ frozenRange: null });
  expect(store.pitchRange.value.high).toBeGreaterThan(90);
});
