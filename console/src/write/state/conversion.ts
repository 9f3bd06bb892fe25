import { computed } from '@preact/signals';
import { t } from '../../app/i18n.ts';
import { withTexts } from '../model/edit.ts';
import { announceChange, change } from './song.ts';
import { store } from './store.ts';

/** Lines that were written or pasted in simplified characters: the service reads them, and says how they are written here. */

/** The lines by id, in the song's order, with their text in traditional characters. */
const simplifiedLines = computed(() => {
  const annotations = store.annotations.value;
  const found = new Map<string, string>();
  for (const { id, text } of store.song.value.lines) {
    const annotated = annotations.get(id);
    if (annotated?.text === text && annotated.traditional !== undefined) found.set(id, annotated.traditional);
  }
  return found;
});

/** How many lines an offer beside this one would convert: all there are, at the first of neighbouring ones; elsewhere none. */
export function convertibleLinesAt(lineId: string): number {
  const simplified = simplifiedLines.value;
  if (!simplified.has(lineId)) return 0;
  const { lines } = store.song.value;
  const before = lines[lines.findIndex(({ id }) => id === lineId) - 1];
  return before && simplified.has(before.id) ? 0 : simplified.size;
}

export function convertLines(): void {
  const texts = simplifiedLines.peek();
  change((document) => withTexts(document, texts));
  announceChange(t('write.convertedLines {count}', { count: texts.size }));
}
