/**
 * Which readings of a character there is a word for. Tables of characters list readings of old books and of names beside those
 * in use (內 as si1); a reading in use is heard in some word.
 */

/** Answers whether a character is read so in a word of more than one character. */
export function attestedReadings(
  ...sources: readonly ReadonlyMap<string, readonly string[]>[]
): (char: string, syllable: string) => boolean {
  const attested = new Set<string>();
  for (const readingsByWord of sources) {
    for (const [word, readings] of readingsByWord) {
      const chars = Array.from(word);
      if (chars.length < 2) continue;
      for (const reading of readings) {
        const syllables = reading.split(' ');
        for (const [i, char] of chars.entries()) attested.add(`${char}${syllables[i]}`);
      }
    }
  }
  return (char, syllable) => attested.has(`${char}${syllable}`);
}
