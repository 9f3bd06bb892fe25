/**
 * Which readings of a character occur in words. Character tables include readings of classical texts and names (內 as si1); readings
 * in use occur in words.
 */

/** Whether a character has this reading in a word of several characters. */
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
