import type { Entry } from '../../../client/src/client.ts';

/** What a gloss says beside its words: a register, a Latin name. */
const ASIDE = /\([^)]*\)/gu;

/** Words that are what was typed or have it as a gloss, before those that only have it in them; each part in its order. */
export function exactFirst<Word extends Pick<Entry, 'char' | 'definition'>>(
  words: readonly Word[],
  typed: string,
): readonly Word[] {
  const wanted = plainGloss(typed);
  const isExact = ({ char, definition }: Word) =>
    char === typed ||
    definition
      .replace(ASIDE, '')
      .split(/[;,]/u)
      .some((gloss) => plainGloss(gloss) === wanted);
  return [...words.filter(isExact), ...words.filter((word) => !isExact(word))];
}

function plainGloss(gloss: string): string {
  return gloss
    .trim()
    .toLowerCase()
    .replace(/^(?:to be|to|an?|the) /u, '');
}
