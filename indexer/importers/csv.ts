import { basename } from 'node:path';
import { sourceText } from './source-lines.ts';

export interface CsvRow {
  readonly file: string;
  /** Line on which the row begins; a quoted cell may hold line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a file of comma-separated values (RFC 4180), one at a time. A quote that is never closed ends with the file. */
export async function* csvRows(path: string): AsyncGenerator<CsvRow> {
  const file = basename(path);
  let [line, begun] = [1, 1];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  /** The last sign was a quote inside a quoted cell: it ends the cell, or is the first of two. */
  let pending = false;
  const row = (): CsvRow => {
    const done = { file, line: begun, cells: [...cells, cell].map((one) => one.normalize('NFC')) };
    [cells, cell, quoted, pending] = [[], '', false, false];
    return done;
  };
  for await (const piece of sourceText(path)) {
    for (const sign of piece) {
      if (sign === '\n') line++;
      if (quoted && !pending) {
        if (sign === '"') pending = true;
        else cell += sign;
      } else if (sign === '"') {
        // Two quotes stand for one.
        if (pending) cell += sign;
        quoted = true;
        pending = false;
      } else if (sign === ',') {
        cells.push(cell);
        [cell, quoted, pending] = ['', false, false];
      } else if (sign === '\n') {
        yield row();
        begun = line;
      } else if (sign !== '\r') {
        cell += sign;
      }
    }
  }
  if (cells.length > 0 || cell !== '') yield row();
}
