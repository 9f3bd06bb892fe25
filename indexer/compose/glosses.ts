import { toHongKong } from '../sources/opencc.ts';
import type { Article } from './drafts.ts';

/** Glosses as a dictionary of Mandarin prints them, cut down to what says what a word means. */

const ABOUT_ANOTHER_WORD =
  /^(old |erhua |archaic |Japanese |euphemistic |simplified |nonstandard |misspelling |also |equivalent )*(variant|form|way of writing) of|^see |^see also|^also written|^also pr\.|^used in |^CL:|^abbr\. (for|to) [^;]*$|^same as |^Taiwan pr\.|^\(Tw\) variant of|^abbr\. of/i;
const SURNAME = /^surname\b/i;
const PINYIN = /\[[^\]]*\]/g;
const SIMPLIFIED_TWIN = /([\p{Script=Han}]+)\|[\p{Script=Han}]+/gu;

/** A gloss without its references' pinyin and simplified twins. */
export function readableGloss(gloss: string): string {
  return gloss
    .replace(SIMPLIFIED_TWIN, (_, traditional: string) => toHongKong(traditional))
    .replace(PINYIN, '')
    .replace(/\s+([,;.)])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether the gloss only leads to another word, a measure word or a name, and does not say what this word means. */
export function isReference(gloss: string): boolean {
  return ABOUT_ANOTHER_WORD.test(gloss) || SURNAME.test(gloss);
}

const CAPITAL = /^[A-Z]/;

export function isName(row: Article): boolean {
  return CAPITAL.test(row.pinyin);
}

/** Glosses of a word in the dictionary's order, those of common words before those of names, references left out. */
export function meaningfulGlosses(rows: readonly Article[]): string[] {
  const glosses = new Set<string>();
  for (const names of [false, true])
    for (const row of rows)
      if (isName(row) === names)
        for (const gloss of row.glosses) if (!isReference(gloss)) glosses.add(readableGloss(gloss));
  return [...glosses];
}

const VARIANT_OF = /^(?:old |archaic |erhua |Japanese |nonstandard )*variant of ([\p{Script=Han}]+)/u;

/** The word that this one is only a way of writing, when that is all that its rows say. */
export function variantOf(rows: readonly Article[]): string | undefined {
  let target: string | undefined;
  for (const row of rows) {
    for (const gloss of row.glosses) {
      const match = VARIANT_OF.exec(gloss);
      if (!match) return undefined;
      target ??= toHongKong(match[1]!);
    }
  }
  return target;
}

const MAX_DEFINITION = 120;

/** The first glosses, as many as are short enough together. */
export function shortDefinition(glosses: readonly string[]): string {
  let text = '';
  for (const gloss of glosses) {
    const next = text === '' ? gloss : `${text}; ${gloss}`;
    if (next.length > MAX_DEFINITION) {
      if (text !== '') break;
      return `${gloss.slice(0, MAX_DEFINITION - 1).replace(/\s+\S*$/, '')}…`;
    }
    text = next;
  }
  return text;
}
