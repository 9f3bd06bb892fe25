import { batch } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isForInputMethod } from '../../app/keyboard.ts';
import { noteTyping } from '../../app/slot.ts';
import type { SongLine } from '../model/document.ts';
import { changeBetween, editText, joinWithPrevious, MAX_SUNG_OF_LINE, pasteText, splitLine } from '../model/edit.ts';
import { focusLine } from '../state/cursor.ts';
import { applyEdit, clearLineSelection, positionAfter, replaceSelection } from '../state/line-selection.ts';
import { change, completeHint, redoChange, undoChange } from '../state/song.ts';
import { store, update } from '../state/store.ts';
import { handleSelectionKey, pasteOverLines, placeOf, selectionHandlers } from './selection-keys.ts';

type Field = { readonly current: HTMLTextAreaElement | null };

/**
 * The text of a line's field while it is edited (`draft`), and the field's event handlers. While an input method composes, its text is
 * shown and nothing else is done: keys, text and cursor belong to the input method.
 */
export function useLineText(index: number, line: SongLine, field: Field) {
  const [composed, setComposed] = useState<string | null>(null);
  const typed = useRef<string | null>(null);
  useCaretAtChange(line.text, typed, field);
  const commit = (value: string) => {
    noteTyping();
    setComposed(null);
    typed.current = value;
    if (/[\r\n]/u.test(value)) paste(index, line, [0, Array.from(line.text).length], value);
    else if (value !== line.text) change((document) => editText(document, index, value), `type ${line.id}`);
    const { text } = store.song.peek().lines[index]!;
    if (text !== value && value.startsWith(text)) focusLine(index, placeOf(value, field.current!.selectionStart));
  };
  return {
    draft: composed ?? line.text,
    handlers: {
      onInput: (event: InputEvent) => {
        const { value } = event.currentTarget as HTMLTextAreaElement;
        update({ preview: null });
        if (event.isComposing || store.isComposing.peek()) setComposed(value);
        else commit(value);
        updateCursor(line.id, field);
      },
      onCompositionStart: () => {
        clearLineSelection();
        update({ isComposing: true });
        setComposed(field.current?.value ?? line.text);
      },
      onCompositionEnd: () => {
        batch(() => {
          commit(field.current?.value ?? line.text);
          update({ isComposing: false });
        });
        updateCursor(line.id, field);
      },
      onBlur: () => {
        // A browser may end a composition by taking the focus away, without saying so.
        if (!store.isComposing.peek()) return;
        commit(field.current?.value ?? line.text);
        update({ isComposing: false });
      },
      onBeforeInput: (event: InputEvent) => beforeInput(event, index, field),
      onKeyDown: (event: KeyboardEvent) => {
        if (isInputMethodKey(event) || !field.current || !handleSelectionKey(event, index, field.current))
          keyDown(event, index, field);
        else event.preventDefault();
      },
      ...selectionHandlers,
      onPaste: (event: ClipboardEvent) => {
        const pasted = event.clipboardData?.getData('text/plain') ?? '';
        if (field.current && pasteOverLines(event, index, field.current)) {
          event.preventDefault();
          return;
        }
        // The browser would lay a very long text out before it is cut.
        if (!field.current || (!/[\r\n]/u.test(pasted) && pasted.length <= MAX_SUNG_OF_LINE)) return;
        event.preventDefault();
        const { value, selectionStart, selectionEnd } = field.current;
        paste(index, line, [placeOf(value, selectionStart), placeOf(value, selectionEnd)], pasted);
      },
      onSelect: () => updateCursor(line.id, field),
      onFocus: () => updateCursor(line.id, field),
      onKeyUp: () => updateCursor(line.id, field),
      onClick: (event: MouseEvent) => {
        completeHint('slot');
        updateCursorAfterClick(event, line.id, field);
      },
    },
  };
}

/** Puts the caret after the change when the text changes other than by typing, as by undo. */
function useCaretAtChange(text: string, typed: { current: string | null }, field: Field): void {
  const last = useRef(text);
  useLayoutEffect(() => {
    const before = last.current;
    last.current = text;
    const isTyped = text === typed.current;
    typed.current = null;
    if (before === text || isTyped || !field.current || document.activeElement !== field.current) return;
    const { start, inserted } = changeBetween(before, text);
    const offset = Array.from(text)
      .slice(0, start + inserted.length)
      .join('').length;
    field.current.setSelectionRange(offset, offset);
  }, [text, typed, field]);
}

function paste(index: number, line: SongLine, range: readonly [number, number], text: string): void {
  if (store.song.peek().lines[index]?.id !== line.id) return;
  applyEdit(pasteText(store.song.peek(), index, range, text.normalize('NFC')));
}

function updateCursor(lineId: string, { current: field }: Field): void {
  if (!field || store.isComposing.peek() || document.activeElement !== field) return;
  const place = placeOf(field.value, field.selectionStart);
  const before = store.cursor.peek();
  if (before?.lineId !== lineId || before.place !== place) update({ cursor: { lineId, place } });
}

/** Selects the character clicked: a click on its right half puts the caret after it. */
function updateCursorAfterClick(event: MouseEvent, lineId: string, { current: field }: Field): void {
  updateCursor(lineId, { current: field });
  const at = store.cursor.peek();
  if (!field || !at || at.place === 0 || field.selectionStart !== field.selectionEnd) return;
  const readings = field.parentElement?.querySelectorAll<HTMLElement>('.char-reading') ?? [];
  const row = [...readings].filter((one) => {
    const box = one.getBoundingClientRect();
    return event.clientX >= box.left - 2 && event.clientX <= box.right + 2 && Math.abs(box.top - event.clientY) < 60;
  });
  const place = row.map((one) => Number(one.dataset.place)).find((one) => one === at.place - 1);
  if (place !== undefined) update({ cursor: { lineId, place } });
}

function beforeInput(event: InputEvent, index: number, field: Field): void {
  if (event.isComposing || store.isComposing.peek()) return;
  if (event.inputType === 'insertText' && event.data && replaceSelection(event.data)) event.preventDefault();
  else if (event.inputType === 'historyUndo' || event.inputType === 'historyRedo') {
    event.preventDefault();
    (event.inputType === 'historyUndo' ? undoChange : redoChange)();
  } else if (event.inputType === 'insertLineBreak' || event.inputType === 'insertParagraph') {
    event.preventDefault();
    split(index, field);
  }
}

/** Handles Enter: splits the line at the caret. At the line's end, if the next line has notes and no words, moves there instead. */
function split(index: number, { current: field }: Field): void {
  if (!field) return;
  noteTyping();
  const { lines } = store.song.peek();
  const [line, next] = [lines[index]!, lines[index + 1]];
  const place = placeOf(field.value, field.selectionStart);
  const isAtEnd = field.selectionEnd === field.value.length;
  const continuesBelow = isAtEnd && next?.text === '' && next.melody.length > 0 && line.text !== '';
  if (!continuesBelow) change((document) => splitLine(document, index, place));
  focusLine(index + 1, 0);
}

function join(index: number): void {
  const place = Array.from(store.song.peek().lines[index - 1]!.text).length;
  change((document) => joinWithPrevious(document, index));
  focusLine(index - 1, place);
}

const isInputMethodKey = (event: KeyboardEvent) => store.isComposing.peek() || isForInputMethod(event);

function keyDown(event: KeyboardEvent, index: number, { current: field }: Field): void {
  if (isInputMethodKey(event) || !field || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const actionOfPlainKey = () => (event.shiftKey ? undefined : lineKey(event.key, index, field));
  const action = isCommand ? historyKey(event) : actionOfPlainKey();
  if (!action) return;
  event.preventDefault();
  action();
}

function historyKey({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  if (key.toLowerCase() === 'z') return shiftKey ? redoChange : undoChange;
  return key.toLowerCase() === 'y' ? redoChange : undefined;
}

/** The action of a key that reaches beyond its line; undefined if the field itself handles the key. */
function lineKey(key: string, index: number, field: HTMLTextAreaElement): (() => void) | undefined {
  const { selectionStart: start, selectionEnd: end, value } = field;
  if (key === 'Enter') return () => split(index, { current: field });
  const isCaret = start === end;
  if (key === 'Backspace') return isCaret && start === 0 && index > 0 ? () => join(index) : undefined;
  const hasBelow = index + 1 < store.song.peek().lines.length;
  if (key === 'Delete') return isCaret && start === value.length && hasBelow ? () => join(index + 1) : undefined;
  const next = positionAfter(key, { index, place: placeOf(value, start) });
  if (!next || next.index === index) return undefined;
  const isVertical = key === 'ArrowUp' || key === 'ArrowDown';
  const leaves = isVertical ? isEdgeRow(field, next.index < index ? -1 : 1) : isCaret;
  return leaves ? () => focusLine(next.index, next.place) : undefined;
}

/** Whether the caret is on the first (−1) or last (1) row of its field, so that an arrow key leaves the line. */
function isEdgeRow(field: HTMLTextAreaElement, side: -1 | 1): boolean {
  const readings = [...(field.parentElement?.querySelectorAll<HTMLElement>('.char-reading') ?? [])];
  const place = placeOf(field.value, field.selectionStart);
  const at = readings.find((one) => Number(one.dataset.place) >= place) ?? readings.at(-1);
  const edge = side < 0 ? readings[0] : readings.at(-1);
  return !at || !edge || at.offsetTop === edge.offsetTop;
}
