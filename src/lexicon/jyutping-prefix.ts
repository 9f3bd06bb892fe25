/**
 * How a jyutping prefix is understood, the same in every engine: with a tone digit anywhere it is compared with the toned
 * reading, else with the toneless one; with a space with the spaced form (syllable boundaries matter), else with the run-on one.
 */

const TONE_DIGITS = /[1-6]/g;

/** The four forms of a reading that a prefix may begin: toned and toneless, spaced and run on. Distinct. */
export function prefixForms(jyutping: string): string[] {
  const toneless = jyutping.replace(TONE_DIGITS, '');
  return [...new Set([jyutping, jyutping.replaceAll(' ', ''), toneless, toneless.replaceAll(' ', '')])];
}

/** Lower case, single spaces inside and none outside. */
export function normalizePrefix(prefix: string): string {
  return prefix.normalize('NFC').toLowerCase().trim().replace(/\s+/gu, ' ');
}

/** Whether a prefix is meant as jyutping and not as characters. */
export function isJyutpingPrefix(prefix: string): boolean {
  return /^[a-z][a-z1-6 ]*$/.test(prefix);
}

/** The letters alone, by which readings are ordered. */
export function lettersOnly(text: string): string {
  return text.replace(/[1-6 ]/g, '');
}

/** Whether `prefix` (normalised) begins the reading in the form that it is written in. */
export function prefixMatchesReading(prefix: string, jyutping: string): boolean {
  const form = /[1-6]/.test(prefix) ? jyutping : jyutping.replace(TONE_DIGITS, '');
  return (prefix.includes(' ') ? form : form.replaceAll(' ', '')).startsWith(prefix);
}
