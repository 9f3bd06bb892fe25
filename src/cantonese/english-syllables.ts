import table from '../../data/generated/english-syllables.json' with { type: 'json' };

/** How many syllables English words have: by their vowels, and by a table of the common words where these err. */

const COUNTS = new Map(
  Object.entries(table.exceptions).flatMap(([count, words]) =>
    words.split(' ').map((word) => [word, Number(count)] as const),
  ),
);

/** @param word in lower case, without accents and apostrophes */
export function syllablesOf(word: string): number {
  return COUNTS.get(word) ?? syllablesByVowels(word);
}

const VOWELS = new Set('aeiouy');
const SILENT_E = /[^aeiouy]e$/;
/** table, acre */
const SOUNDED_LE = /[^aeiouylr][lr]e$/;
const SILENT_ED = /[^aeiouytd]ed$/;
const SILENT_ES = /[^aeiouyszxcgh]es$/;
const SOUNDED_LES = /[^aeiouylr]les$/;
/** playing, being */
const VOWEL_BEFORE_ING = /[aeiouy]ing$/;
/** isn't, couldn't */
const NEGATION = /[ds]nt$/;

/** Groups of vowels, without the silent ones at the end. At least 1. */
export function syllablesByVowels(word: string): number {
  let groups = 0;
  let isInGroup = false;
  for (let i = 0; i < word.length; i++) {
    const isConsonant = (word[i] === 'y' && i === 0) || (word[i] === 'u' && word[i - 1] === 'q');
    const isVowel = VOWELS.has(word[i]!) && !isConsonant;
    if (isVowel && !isInGroup) groups++;
    isInGroup = isVowel;
  }
  if (VOWEL_BEFORE_ING.test(word)) groups++;
  else if (NEGATION.test(word) && groups === 1) groups++;
  else if (SILENT_E.test(word) && !SOUNDED_LE.test(word)) groups--;
  else if (SILENT_ED.test(word)) groups--;
  else if (SILENT_ES.test(word) && !SOUNDED_LES.test(word)) groups--;
  return Math.max(1, groups);
}
