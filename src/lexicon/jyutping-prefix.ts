/**
 * How every engine matches a jyutping prefix: with a tone digit against the toned reading, else the toneless one; with a space
 * against the spaced form (syllable boundaries matter), else the joined one.
 */

const TONE_DIGITS = /[1-6]/g;

/** The four forms of a reading that a prefix can match: toned and toneless, spaced and joined. Distinct. */
export function prefixForms(jyutping: string): string[] {
  const toneless = jyutping.replace(TONE_DIGITS, '');
  return [...new Set([jyutping, jyutping.replaceAll(' ', ''), toneless, toneless.replaceAll(' ', '')])];
}

/** Lower case, single spaces, trimmed. */
export function normalizePrefix(prefix: string): string {
  return prefix.normalize('NFC').toLowerCase().trim().replace(/\s+/gu, ' ');
}

/** Whether a prefix is jyutping rather than characters. */
export function isJyutpingPrefix(prefix: string): boolean {
  return /^[a-z][a-z1-6 ]*$/.test(prefix);
}

/** The letters only, by which readings are sorted. */
export function lettersOnly(text: string): string {
  return text.replace(/[1-6 ]/g, '');
}

/** Whether `prefix` (normalized) starts the reading in the matching form. */
export function prefixMatchesReading(prefix: string, jyutping: string): boolean {
  const form = /[1-6]/.test(prefix) ? jyutping : jyutping.replace(TONE_DIGITS, '');
  return (prefix.includes(' ') ? form : form.replaceAll(' ', '')).startsWith(prefix);
}
