import table from '../../data/sound/joined-words.json' with { type: 'json' };
import type { Segment } from './segmentation.ts';

/** Words that no list has because there are too many: numbers (三千五百), names (陳大文). Segmentation finds their parts. */

interface Row {
  /** What the word is made of, in order: one of the words of each part, separated by spaces; `*` is any character. */
  readonly parts: readonly string[];
  /** Whether the last part may be repeated. */
  readonly repeated?: boolean;
  /** Characters before which the row does not hold, separated by spaces: in 一張美麗的臉 張 is a measure word. */
  readonly notAfter?: string;
}

/** Longest run of characters that is looked at. */
const MAX_LENGTH = 12;
const ANY_CHARACTER = '\\p{Script=Han}';

const alternatives = (cell: string) => (cell === '*' ? ANY_CHARACTER : `(?:${cell.split(' ').join('|')})`);

const RULES = (table as readonly Row[]).map(({ parts, repeated, notAfter }) => ({
  pattern: new RegExp(`^${parts.map(alternatives).join('')}${repeated ? '+' : ''}`, 'u'),
  firstCharacters: new Set(parts[0]!.split(' ').map((word) => Array.from(word)[0]!)),
  notAfter: new Set(notAfter?.split(' ')),
}));
const FIRST_CHARACTERS = new Set(RULES.flatMap(({ firstCharacters }) => [...firstCharacters]));

/** The places at which a word begins that is only a part of a longer one. `segments` cover the line. */
export function placesWithinWords(characters: readonly string[], segments: readonly Segment[]): ReadonlySet<number> {
  const within = new Set<number>();
  for (let i = 0; i < segments.length - 1; i++) {
    const { start } = segments[i]!;
    if (!FIRST_CHARACTERS.has(characters[start]!)) continue;
    const last = lastSegmentOfWord(characters, segments, i);
    while (i < last) within.add(segments[++i]!.start);
  }
  return within;
}

/** The segment with which the word that begins with segment `first` ends. */
function lastSegmentOfWord(characters: readonly string[], segments: readonly Segment[], first: number): number {
  const { start } = segments[first]!;
  const text = characters.slice(start, start + MAX_LENGTH).join('');
  for (const { pattern, firstCharacters, notAfter } of RULES) {
    if (!firstCharacters.has(characters[start]!) || notAfter.has(characters[start - 1] ?? '')) continue;
    const found = pattern.exec(text);
    if (!found) continue;
    const end = start + Array.from(found[0]).length;
    const last = segments.findIndex((segment, i) => i >= first && segment.end === end);
    if (last > first) return last;
  }
  return first;
}
