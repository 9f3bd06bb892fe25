import { useRef } from 'preact/hooks';
import type { Melody } from '../model/document.ts';
import { store, update } from '../state/store.ts';
import { type Cell, heightOfPitch, pitchAtHeight, ROW_HEIGHT } from './line-geometry.ts';

export interface PlacedPitch {
  readonly position: number;
  readonly pitch: number;
}

interface NoteDragOptions {
  readonly index: number;
  readonly melody: Melody;
  /** Cells by position, of all positions that can have a note. */
  readonly cells: readonly Cell[];
  /** Whether dragging over the lane adds notes one after the other: only in a line without words. */
  readonly canDraw: boolean;
  readonly setNotes: (notes: readonly PlacedPitch[], kind: string) => void;
  readonly focus: (position: number) => void;
  /** Called after a press on a note that did not move it. */
  readonly hear: (position: number) => void;
}

export type NoteDrag = ReturnType<typeof useNoteDrag>;

interface Drag {
  /** The note that was set last. */
  readonly last: PlacedPitch;
  /** Pixels from the note's height down to the point where it was pressed. */
  readonly grabOffset: number;
  /** Number of cells by which the pointer is ahead of the note being drawn; null while a single note is moved. */
  readonly lead: number | null;
  readonly isMoved: boolean;
}

export function useNoteDrag(options: NoteDragOptions) {
  const { index, melody, cells, canDraw, setNotes, focus, hear } = options;
  const current = useRef<Drag | null>(null);

  /** The row's note at the pointer, and how far the pointer is ahead of it where notes are only added at the end. */
  const targetAt = (event: MouseEvent, row: number) => {
    const nearest = nearestCell(cells, row, pointIn(event).x);
    const position = canDraw ? Math.min(nearest, melody.length) : nearest;
    return { position, lead: nearest - position };
  };
  const pitchAt = (event: MouseEvent, position: number, grabOffset = 0) =>
    pitchAtHeight(pointIn(event).y - cells[position]!.row * ROW_HEIGHT - grabOffset);

  const begin = (event: PointerEvent, drag: Drag) => {
    event.preventDefault();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    current.current = drag;
    update({ frozenRange: store.pitchRange.peek() });
    focus(drag.last.position);
  };
  const moveNote = (event: PointerEvent, { last, grabOffset, isMoved }: Drag): Drag => {
    const next = { position: last.position, pitch: pitchAt(event, last.position, grabOffset) };
    if (next.pitch === last.pitch) return { last, grabOffset, lead: null, isMoved };
    setNotes([next], `drag ${index} ${last.position}`);
    return { last: next, grabOffset, lead: null, isMoved: true };
  };
  const drawNotes = (event: PointerEvent, lead: number, { last, grabOffset }: Drag): Drag => {
    const { row } = cells[last.position]!;
    const position = Math.max(0, nearestCell(cells, row, pointIn(event).x) - lead);
    const next = { position, pitch: pitchAt(event, position) };
    setNotes(notesBetween(last, next), `draw ${index}`);
    if (position !== last.position) focus(position);
    return { last: next, grabOffset, lead, isMoved: true };
  };
  const end = () => {
    const drag = current.current;
    if (!drag) return;
    current.current = null;
    update({ frozenRange: null });
    if (!drag.isMoved) hear(drag.last.position);
  };
  return {
    /** Begins to drag a note; it keeps its pitch until the pointer moves. */
    beginOnNote: (event: PointerEvent, position: number) => {
      const note = melody[position];
      if (!note) return;
      const { row } = cells[position]!;
      const grabOffset = pointIn(event).y - row * ROW_HEIGHT - heightOfPitch(note.pitch);
      begin(event, { last: { position, pitch: note.pitch }, grabOffset, lead: null, isMoved: false });
    },
    /** Puts the nearest note at the pointer; in a line without words further ones are drawn from there. */
    beginOnGround: (event: PointerEvent, row: number) => {
      const { position, lead } = targetAt(event, row);
      if (position < 0) return;
      const last = { position, pitch: pitchAt(event, position) };
      begin(event, { last, grabOffset: 0, lead: canDraw ? lead : null, isMoved: true });
      setNotes([last], canDraw ? `draw ${index}` : `drag ${index} ${position}`);
    },
    tap: (event: PointerEvent, row: number) => {
      const { position } = targetAt(event, row);
      if (position >= 0) setNotes([{ position, pitch: pitchAt(event, position) }], '');
    },
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        const drag = current.current;
        if (drag) current.current = drag.lead === null ? moveNote(event, drag) : drawNotes(event, drag.lead, drag);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/** The pointer in pixels from the lane's upper left corner. */
function pointIn(event: MouseEvent): { readonly x: number; readonly y: number } {
  const { left, top } = (event.currentTarget as Element).closest('svg')!.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

/** The position whose cell in a row is nearest to an x in pixels; −1 if the row has no cell. */
function nearestCell(cells: readonly Cell[], row: number, x: number): number {
  let nearest = -1;
  cells.forEach((cell, position) => {
    if (cell.row !== row) return;
    if (nearest < 0 || Math.abs(cell.centre - x) < Math.abs(cells[nearest]!.centre - x)) nearest = position;
  });
  return nearest;
}

/** The notes after `from` up to `to`, on a straight line: a fast pointer skips positions. */
function notesBetween(from: PlacedPitch, to: PlacedPitch): readonly PlacedPitch[] {
  const distance = to.position - from.position;
  if (distance === 0) return [to];
  return Array.from({ length: Math.abs(distance) }, (_, i) => {
    const share = (i + 1) / Math.abs(distance);
    return {
      position: from.position + Math.sign(distance) * (i + 1),
      pitch: Math.round(from.pitch + (to.pitch - from.pitch) * share),
    };
  });
}
