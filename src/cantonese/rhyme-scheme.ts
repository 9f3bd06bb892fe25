const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Gives every rhyme its letter at its first line: A … Z, then AA, AB, …. */
export function createRhymeScheme(): (rhyme: string) => string {
  const known = new Map<string, string>();
  return (rhyme) => {
    let letter = known.get(rhyme);
    if (letter === undefined) {
      const round = Math.floor(known.size / LETTERS.length);
      letter = (round === 0 ? '' : LETTERS[round - 1]!) + LETTERS[known.size % LETTERS.length]!;
      known.set(rhyme, letter);
    }
    return letter;
  };
}
