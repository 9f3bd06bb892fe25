import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface PopoverProps {
  readonly label: string;
  /** Where it hangs, in pixels within its nearest positioned ancestor: the middle of its upper edge. */
  readonly x: number;
  readonly y: number;
  /** Height above `y` of what it is about: where there is no room below, the popover stands above that. */
  readonly anchorHeight?: number;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

const MARGIN = 8;

/** A small window beside what it is about. Its first item takes the focus, it gives it back, and goes with Escape or a press elsewhere. */
export function Popover({ label, x, y, anchorHeight = 0, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  // First, as placing the box may scroll.
  useLayoutEffect(() => restoreScroll(box.current!), []);
  useLayoutEffect(() => {
    const element = box.current!;
    const place = () => keepInside(element, x, y, anchorHeight);
    place();
    // What is asked for comes later and makes it larger.
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => observer.disconnect();
  }, [x, y, anchorHeight]);
  // Before the box is taken away: an effect that is undone later would find the focus given to what stands beside it.
  useLayoutEffect(() => {
    const previousFocus = document.activeElement;
    const element = box.current!;
    if (!element.contains(document.activeElement))
      (element.querySelector<HTMLElement>('[data-item]') ?? element).focus({ preventScroll: true });
    const onPointerDown = (event: PointerEvent) => {
      if (!element.contains(event.target as Node)) close.current();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected && isLost(document.activeElement, element))
        previousFocus.focus();
    };
  }, []);
  return (
    <div
      ref={box}
      class="popover"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>
  );
}

function isLost(focused: Element | null, within: Element): boolean {
  return focused === null || focused === document.body || within.contains(focused);
}

/** Shifts the box so that its scrolling column shows all of its width, and puts it where there is room for its height. */
function keepInside(box: HTMLDivElement, x: number, y: number, anchorHeight: number): void {
  const parent = box.offsetParent as HTMLElement;
  const maxLeft = parent.clientWidth - box.offsetWidth - MARGIN;
  box.style.left = `${Math.max(MARGIN, Math.min(x - box.offsetWidth / 2, maxLeft))}px`;
  const column = box.closest('.column')?.getBoundingClientRect();
  const origin = parent.getBoundingClientRect().top;
  const fitsBelow = !column || origin + y + box.offsetHeight + MARGIN <= column.bottom;
  const above = y - anchorHeight - box.offsetHeight;
  const fitsAbove = anchorHeight > 0 && column !== undefined && origin + above >= column.top + MARGIN;
  box.style.top = `${!fitsBelow && fitsAbove ? above : y}px`;
  box.scrollIntoView({ block: 'nearest' });
}

/** What was scrolled to show the box is scrolled back when it goes, unless the writer has scrolled since. */
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

/** Gives the focus to the first button of a list. */
export function focusFirst(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>('[data-item]')?.focus();
}

/** Moves the focus among the buttons of a list with the arrow keys. */
export function moveInList(event: KeyboardEvent, list: HTMLElement): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const items = [...list.querySelectorAll<HTMLElement>('[data-item]')];
  const currentIndex = items.indexOf(document.activeElement as HTMLElement);
  items[(currentIndex + step + items.length) % items.length]?.focus();
}
