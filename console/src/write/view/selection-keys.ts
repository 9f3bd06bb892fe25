import { focusLine } from '../state/cursor.ts';
import {
  clearLineSelection,
  copySelection,
  deleteSelection,
  moveSelectedLines,
  pasteCopiedLines,
  positionAfter,
  replaceSelection,
  selectAllLines,
  selectionHead,
  selectTo,
} from '../state/line-selection.ts';
import { store } from '../state/store.ts';

/** Code points before an offset that counts UTF-16 units. */
export const placeOf = (text: string, offset: number) => Array.from(text.slice(0, offset)).length;

const ARROWS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

/** Handles a key that selects over lines or edits what is selected. Returns whether it did. */
export function handleSelectionKey(event: KeyboardEvent, index: number, field: HTMLTextAreaElement): boolean {
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (altKey && shiftKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    moveSelectedLines(index, key === 'ArrowUp' ? -1 : 1);
    return true;
  }
  if (altKey) return false;
  if (isCommand && key.toLowerCase() === 'a') {
    selectAllLines();
    return true;
  }
  if (!isCommand && shiftKey && ARROWS.has(key)) return extend(key, index, field);
  if (!store.lineSelection.peek() || isCommand || key === 'Shift') return false;
  if (key === 'Backspace' || key === 'Delete') deleteSelection();
  else if (key === 'Escape' || ARROWS.has(key)) clearLineSelection();
  else return false;
  return key !== 'ArrowLeft' && key !== 'ArrowRight';
}

/** Shift and an arrow: over the line's end it is no matter of the field any more. */
function extend(key: string, index: number, field: HTMLTextAreaElement): boolean {
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  const isBackward = selectionDirection === 'backward';
  const caret = placeOf(value, isBackward ? selectionStart : selectionEnd);
  const head = selectionHead() ?? { index, place: caret };
  const next = positionAfter(key, head);
  if (!next) return store.lineSelection.peek() !== null;
  if (!store.lineSelection.peek() && next.index === index) return false;
  selectTo({ index, place: placeOf(value, isBackward ? selectionEnd : selectionStart) }, next);
  focusLine(next.index, next.place);
  return true;
}

export const selectionHandlers = {
  onCopy(event: ClipboardEvent): void {
    const text = copySelection();
    if (text === undefined) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  },
  onCut(event: ClipboardEvent): void {
    selectionHandlers.onCopy(event);
    if (event.defaultPrevented) deleteSelection();
  },
};

/** Pastes over what is selected, or lines with their melodies. Returns whether it did. */
export function pasteOverLines(event: ClipboardEvent, index: number, field: HTMLTextAreaElement): boolean {
  const text = event.clipboardData?.getData('text/plain').normalize('NFC') ?? '';
  if (store.lineSelection.peek()) return replaceSelection(text);
  return pasteCopiedLines({ index, place: placeOf(field.value, field.selectionStart) }, text);
}

/** Drags a selection over lines: call with the pointer's moves over the lyrics while its button is down. */
export function dragSelection(event: PointerEvent): void {
  if (event.buttons !== 1 || event.pointerType !== 'mouse') return;
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || !field.matches('.lines textarea')) return;
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-line]');
  const from = field.closest<HTMLElement>('[data-line]');
  if (!over || !from || (over === from && !store.lineSelection.peek())) return;
  const isBackward = field.selectionDirection === 'backward';
  const anchor = placeOf(field.value, isBackward ? field.selectionEnd : field.selectionStart);
  selectTo(
    { index: Number(from.dataset.line), place: anchor },
    {
      index: Number(over.dataset.line),
      place: placeAt(over, event),
    },
  );
}

/** The place of a line that is nearest to the pointer. */
function placeAt(line: HTMLElement, { clientX, clientY }: PointerEvent): number {
  const readings = [...line.querySelectorAll<HTMLElement>('.char-reading')];
  const before = readings.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.top + box.height < clientY || (box.left + box.width / 2 < clientX && box.top - clientY < 110);
  });
  const last = before.at(-1);
  return last ? Number(last.dataset.place) + 1 : 0;
}
