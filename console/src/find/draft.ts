import { parseQuery, piecesOf, readPiece } from './query-parser.ts';

/**
 * Splits a text into completed terms and the rest. Syllables are incomplete until something else or a second space is typed, because
 * more syllables of the same reading may follow.
 */
export function splitDraft(text: string): { done: string[]; open: string } {
  const trimmed = text.trimStart();
  const quote = /^~{0,2}["「“]/u.exec(trimmed)?.[0];
  if (quote !== undefined) {
    const isClosed = /["」”]\s*$/u.test(trimmed.slice(quote.length));
    return isClosed ? { done: piecesOf(trimmed), open: '' } : { done: [], open: trimmed };
  }
  const pieces = piecesOf(trimmed);
  const isLastOpen = !/[\s,，、]$/u.test(trimmed);
  const last = pieces.at(-1);
  if (last !== undefined && isSyllable(last, isLastOpen) && !/\s\s$/u.test(trimmed)) {
    let from = pieces.length - 1;
    while (from > 0 && isSyllable(pieces[from - 1]!, false)) from--;
    return { done: pieces.slice(0, from), open: pieces.slice(from).join(' ') + (isLastOpen ? '' : ' ') };
  }
  if (!isLastOpen || last === undefined) return { done: joinSyllables(pieces), open: '' };
  return { done: joinSyllables(pieces.slice(0, -1)), open: last };
}

function joinSyllables(pieces: readonly string[]): string[] {
  if (pieces.length === 0) return [];
  const { terms, superseded } = parseQuery(`${pieces.join(' ')} `);
  return superseded.length > 0 ? [...pieces] : terms.map(({ source }) => source);
}

/** @param isOpen whether a partial syllable is accepted */
function isSyllable(piece: string, isOpen: boolean): boolean {
  const term = readPiece(piece, isOpen);
  return term.kind === 'jyutping' || (term.kind === 'unfinished' && term.wants === 'jyutping');
}
