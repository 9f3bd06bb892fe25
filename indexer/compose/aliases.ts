import { otherForms } from '../sources/opencc.ts';

/**
 * Other forms that lead to each word. A form that is itself a word leads nowhere else, and one that could lead to several
 * words leads to the most popular. `words` come in order of popularity; `extra` has further forms of a word.
 */
export function assignAliases(
  words: readonly string[],
  otherFormsOf: (word: string) => readonly string[],
): (word: string) => readonly string[] {
  const headwords = new Set(words);
  const taken = new Set<string>();
  const aliases = new Map<string, readonly string[]>();
  for (const word of words) {
    const newForms = [...new Set([...otherForms(word), ...otherFormsOf(word)])].filter(
      (form) => form !== word && !headwords.has(form) && !taken.has(form),
    );
    if (newForms.length === 0) continue;
    for (const form of newForms) taken.add(form);
    // A copy has no spare room, which matters for seventy thousand lists.
    aliases.set(word, newForms.slice());
  }
  return (word) => aliases.get(word) ?? [];
}
