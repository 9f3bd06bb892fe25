const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Labels rhymes in order of their first line: A … Z, then AA, AB, …. */
export function createRhymeScheme(): (rhyme: string) => string {
  const letters = new Map<string, string>();
  return (rhyme) => {
    let letter = letters.get(rhyme);
    if (letter === undefined) {
      const round = Math.floor(letters.size / LETTERS.length);
      letter = (round === 0 ? '' : LETTERS[round - 1]!) + LETTERS[letters.size % LETTERS.length]!;
      letters.set(rhyme, letter);
    }
    return letter;
  };
}
