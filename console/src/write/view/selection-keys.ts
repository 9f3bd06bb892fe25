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

/** The place (number of code points before it) of an offset in UTF-16 units. */
export const placeOf = (text: string, offset: number) => Array.from(text.slice(0, offset)).length;

/** The places of a field's selection: `anchor`, where it began, and `caret`, the end that keys move. Equal if nothing is selected. */
function selectedPlaces(field: HTMLTextAreaElement): { readonly anchor: number; readonly caret: number } {
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  const [start, end] = [placeOf(value, selectionStart), placeOf(value, selectionEnd)];
  return selectionDirection === 'backward' ? { anchor: end, caret: start } : { anchor: start, caret: end };
}

const ARROWS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']);

/**
 * Handles a key that extends a selection over lines, or that edits the lines selected.
 * @param index of the line whose field has the focus
 * @returns whether the field must not handle the key as well
 */
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
  if (!isCommand && shiftKey && ARROWS.has(key)) return extendSelection(key, index, field);
  if (!store.lineSelection.peek() || isCommand || key === 'Shift') return false;
  if (key === 'Backspace' || key === 'Delete') deleteSelection();
  else if (key === 'Escape' || ARROWS.has(key)) clearLineSelection();
  else return false;
  // The field itself moves the caret sideways.
  return key !== 'ArrowLeft' && key !== 'ArrowRight';
}

/** Handles Shift with an arrow key. Returns false while the selection stays within the line: the field then extends it. */
function extendSelection(key: string, index: number, field: HTMLTextAreaElement): boolean {
  const { anchor, caret } = selectedPlaces(field);
  const isOverLines = store.lineSelection.peek() !== null;
  const next = positionAfter(key, selectionHead() ?? { index, place: caret });
  if (!next) return isOverLines;
  if (!isOverLines && next.index === index) return false;
  selectTo({ index, place: anchor }, next);
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

/** Pastes over a selection of lines, or pastes copied lines with their melodies. Returns whether it did either. */
export function pasteOverLines(event: ClipboardEvent, index: number, field: HTMLTextAreaElement): boolean {
  const text = event.clipboardData?.getData('text/plain').normalize('NFC') ?? '';
  if (store.lineSelection.peek()) return replaceSelection(text);
  return pasteCopiedLines({ index, place: placeOf(field.value, field.selectionStart) }, text);
}

/** Extends the selection to the line under the mouse. Call with each `pointermove` over the lyrics; ignored with no button down. */
export function dragSelection(event: PointerEvent): void {
  if (event.buttons !== 1 || event.pointerType !== 'mouse') return;
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || !field.matches('.lines textarea')) return;
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-line]');
  const from = field.closest<HTMLElement>('[data-line]');
  if (!over || !from || (over === from && !store.lineSelection.peek())) return;
  const anchor = { index: Number(from.dataset.line), place: selectedPlaces(field).anchor };
  selectTo(anchor, { index: Number(over.dataset.line), place: placeAt(over, event) });
}

/** Pixels from the top of a character's reading up to the top of its row, at most. */
const ROW_ABOVE_READING_PX = 110;

/** The place of a line that is nearest to the pointer: after the last character that lies before it. */
function placeAt(line: HTMLElement, { clientX, clientY }: PointerEvent): number {
  const readings = [...line.querySelectorAll<HTMLElement>('.char-reading')];
  const last = readings.findLast((reading) => {
    const box = reading.getBoundingClientRect();
    const isInRowAbove = box.top + box.height < clientY;
    const isLeftOfPointer = box.left + box.width / 2 < clientX;
    return isInRowAbove || (isLeftOfPointer && box.top - clientY < ROW_ABOVE_READING_PX);
  });
  return last ? Number(last.dataset.place) + 1 : 0;
}
