import type { Cell, LineGeometry } from './line-geometry.ts';

/** Room for so many notes after the last one in a line without words; what of it does not fit into the row is not used. */
export const DRAWING_CELLS = 17;

/** The cells of a line, and apart from them those in which further notes can be drawn. */
export interface DrawableGeometry extends LineGeometry {
  readonly drawingCells: readonly Cell[];
}

/** @param count cells that the line has by its text and notes */
export function withDrawingCells(geometry: LineGeometry, count: number): DrawableGeometry {
  const cells = geometry.cells.slice(0, count);
  const lastRow = cells.at(-1)?.row ?? 0;
  const room = geometry.cells.slice(count);
  const inRow = room.filter(({ row }) => row === lastRow);
  // Where the row is full, one note begins the next.
  const drawingCells = inRow.length > 0 ? inRow : room.slice(0, 1);
  return { cells, drawingCells, rows: Math.max(lastRow, drawingCells.at(-1)?.row ?? 0) + 1 };
}
