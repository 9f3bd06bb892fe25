import { isHan, piecesOf, readPiece } from './query-parser.ts';

/** Letters of an English prefix that is completed, at least. */
const MIN_ENGLISH_LETTERS = 3;

/** What of a draft is completed. */
interface Completed {
  /** What stands before it, with a space behind it; empty where nothing does. */
  readonly before: string;
  readonly sign: string;
  readonly prefix: string;
}

/** The part of a draft to complete, and the text before it; undefined if there is none. */
export function prefixOf(draft: string): Completed | undefined {
  const pieces = piecesOf(draft);
  const last = pieces.at(-1);
  const before = pieces
    .slice(0, -1)
    .map((piece) => `${piece} `)
    .join('');
  if (last === undefined || (/\s$/u.test(draft) && !/[a-z\d]\s$/i.test(draft))) return undefined;
  const sign = /^(~~|~|!|=~|=)?/u.exec(last)?.[0] ?? '';
  // After = come a character or the letters of a final, which are not completed.
  if (sign.startsWith('=')) return undefined;
  const word = last.slice(sign.length);
  if (isHan(word)) return { before, sign, prefix: word };
  if (!/^[a-z]+\d?$/i.test(word)) return undefined;
  if (sign) return { before, sign, prefix: word.toLowerCase() };
  const syllables = pieces.filter((piece) => /^[a-z]+[1-6]?$/i.test(piece));
  if (syllables.length < pieces.length) return undefined;
  const isEnglish = readPiece(last, true).kind === 'meaning';
  if (isEnglish && syllables.join('').length < MIN_ENGLISH_LETTERS) return undefined;
  return { before: '', sign, prefix: syllables.join(' ').toLowerCase() };
}
