import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { closeWithEscape } from '../../app/keyboard.ts';

interface PopoverProps {
  readonly label: string;
  /** Middle of its upper edge, in pixels within its nearest positioned ancestor. */
  readonly x: number;
  readonly y: number;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const MARGIN = 8;

/**
 * A small window beside what it is about. Its first item takes the focus, arrow keys go on from there; it goes with Escape or a press
 * elsewhere.
 */
export function Popover({ label, x, y, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // First, as placing the box may scroll.
  useLayoutEffect(() => restoreScroll(box.current!), []);
  useLayoutEffect(() => {
    const element = box.current!;
    const place = () => keepInside(element, x, y);
    place();
    // What is asked for comes later and makes it larger.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [x, y]);
  useLayoutEffect(() => {
    const element = box.current!;
    if (!element.contains(document.activeElement))
      (element.querySelector<HTMLElement>('[data-item]') ?? element).focus({ preventScroll: true });
    const onPointerDown = (event: PointerEvent) => {
      if (!element.contains(event.target as Node)) close.current();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    const stopListening = closeWithEscape(() => close.current());
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      stopListening();
      makeRoom(element, 0);
    };
  }, []);
  return (
    <div
      ref={box}
      class="popover"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => moveInList(event, event.currentTarget)}
    >
      {children}
    </div>
  );
}

/** Shifts the box so that its scrolling column shows all of its width. */
function keepInside(box: HTMLDivElement, x: number, y: number): void {
  const parent = box.offsetParent as HTMLElement;
  const maxLeft = parent.clientWidth - box.offsetWidth - MARGIN;
  box.style.left = `${Math.max(MARGIN, Math.min(x - box.offsetWidth / 2, maxLeft))}px`;
  box.style.top = `${y}px`;
  makeRoom(box, y + box.offsetHeight + MARGIN - parent.clientHeight);
  box.scrollIntoView({ block: 'nearest' });
}

/** Moves the next lines down by what a box covers of them: they are what a writer looks at while choosing. */
function makeRoom(box: HTMLDivElement, height: number): void {
  const line = box.closest<HTMLElement>('.line');
  if (line) line.style.marginBottom = height > 0 ? `${height}px` : '';
}

/** Undoes the scrolling that showed the box when the box goes, unless the writer has scrolled since. */
function restoreScroll(box: HTMLDivElement): () => void {
  const column = box.closest('.column');
  if (!column) return () => undefined;
  const before = column.scrollTop;
  let isScrolledByWriter = false;
  const onScroll = () => (isScrolledByWriter = true);
  column.addEventListener('wheel', onScroll, { passive: true });
  column.addEventListener('touchmove', onScroll, { passive: true });
  return () => {
    column.removeEventListener('wheel', onScroll);
    column.removeEventListener('touchmove', onScroll);
    if (!isScrolledByWriter) column.scrollTop = before;
  };
}

/** Moves the focus among the buttons of a list with the arrow keys. */
export function moveInList(event: KeyboardEvent, list: HTMLElement): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const items = [...list.querySelectorAll<HTMLElement>('[data-item]')];
  if (step === 0 || items.length === 0) return;
  event.preventDefault();
  const currentIndex = items.indexOf(document.activeElement as HTMLElement);
  items[(currentIndex + step + items.length) % items.length]?.focus();
}

/** Marks the item under the pointer: what has the focus is previewed. Only a pointer that moves means it, as the list may open under one that rests. */
export function focusUnderPointer({ currentTarget }: PointerEvent): void {
  (currentTarget as HTMLElement).focus({ preventScroll: true });
}
