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
  let [line, rowLine] = [1, 1];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  /** The last sign was a quote inside a quoted cell: it ends the cell, or is the first of two. */
  let quoteSeen = false;
  const row = (): CsvRow => {
    const completedRow = { file, line: rowLine, cells: [...cells, cell].map((one) => one.normalize('NFC')) };
    [cells, cell, quoted, quoteSeen] = [[], '', false, false];
    return completedRow;
  };
  for await (const piece of sourceText(path)) {
    for (const char of piece) {
      if (char === '\n') line++;
      if (quoted && !quoteSeen) {
        if (char === '"') quoteSeen = true;
        else cell += char;
      } else if (char === '"') {
        // Two quotes stand for one.
        if (quoteSeen) cell += char;
        quoted = true;
        quoteSeen = false;
      } else if (char === ',') {
        cells.push(cell);
        [cell, quoted, quoteSeen] = ['', false, false];
      } else if (char === '\n') {
        yield row();
        rowLine = line;
      } else if (char !== '\r') {
        cell += char;
      }
    }
  }
  if (cells.length > 0 || cell !== '') yield row();
}
