import { toHongKong } from '../../sources/opencc.ts';

/**
 * Answers the number of the word that a form leads to, in its usual spelling: words, then other forms of them.
 *
 * @param names in order of popularity
 * @param spellings other spellings with the usual one
 */
export function createNumberOf(
  names: readonly string[],
  aliasesOf: (word: string) => readonly string[],
  spellings: ReadonlyMap<string, string>,
): (form: string) => number | undefined {
  const numbers = new Map(names.map((word, number) => [word, number]));
  const aliases = new Map(names.flatMap((word, number) => aliasesOf(word).map((alias) => [alias, number] as const)));
  return (form) => {
    const word = toHongKong(form);
    const number = numbers.get(spellings.get(word) ?? word);
    return number ?? aliases.get(word);
  };
}
