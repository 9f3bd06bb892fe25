/** Cuts the text of the search field into pieces, one a term. */

/** Of a regular expression: a Chinese character. */
export const HAN = '\\p{Script=Han}';

/** Full-width and alternative forms of operators. */
function normalizeSigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[〜∼˜]/g, '~')
    .replace(/[−–—]/g, '-')
    .replace(/[“”「」『』]/g, '"');
}

/** Before a sign that begins another term after a code, a syllable or a length: `33=愛`, `2字~開心`. */
const TERM_BOUNDARY = /(?<=[\da-z?字])(?=[=~!]~?\p{Script=Han})|(?<=[\d?字])(?==~?[a-z])/iu;

/** Splits a text at spaces outside of quotation marks, and where a sign begins another term; `2 字` is one piece. */
export function piecesOf(text: string): string[] {
  const pieces =
    normalizeSigns(text)
      .replaceAll(SPACED_LENGTH, '$1字')
      .match(/~{0,2}"[^"]*"?|[^\s,，、"]+/gu) ?? [];
  return pieces.flatMap((piece) => (piece.includes('"') ? [piece] : piece.split(TERM_BOUNDARY)));
}

const SPACED_LENGTH = /(?<!\S)(\d+)\s+字/gu;
/** Codes and characters in one, as other tools take them: `33愛`, `你4`, `3愛4`. */
const MIXED = new RegExp(`^([0234]*)(${HAN}+)([0234]*)$`, 'u');

/** The terms of a piece that mixes codes and characters: codes before a rhyme (33愛), or beside a given character (你4); else the piece. */
export function expandMixed(piece: string): string[] {
  const [, before = '', characters = '', after = ''] = MIXED.exec(piece) ?? [];
  if (before === '' && after === '') return [piece];
  if (after === '') return characters === '字' ? [piece] : [before, `=${characters}`];
  const any = '?'.repeat([...characters].length);
  return [`${'?'.repeat(before.length)}${characters}${'?'.repeat(after.length)}`, `${before}${any}${after}`];
}
