/** Jyutping (LSHK, 1993): parsing and formatting of syllables. */

export type Tone = 1 | 2 | 3 | 4 | 5 | 6;

/** One syllable. `initial` is '' where there is none; a syllabic nasal has `final` 'm' or 'ng'. */
export interface Syllable {
  readonly initial: string;
  readonly final: string;
  readonly tone: Tone;
}

export const INITIALS: readonly string[] = [
  ...['b', 'p', 'm', 'f', 'd', 't', 'n', 'l', 'g', 'k', 'ng', 'h', 'gw', 'kw', 'w', 'z', 'c', 's', 'j', ''],
];

/** Every final of the LSHK scheme, colloquial and loan-word finals (em, en, eu, et, op, om, oet …) included. */
export const FINALS: readonly string[] = (
  'aa aai aau aam aan aang aap aat aak a ai au am an ang ap at ak e ei eu em en eng ep et ek ' +
  'i iu im in ing ip it ik o oi ou om on ong op ot ok u ui un ung ut uk oe oeng oet oek eoi eon eot yu yun yut m ng'
).split(' ');

const INITIAL_SET = new Set(INITIALS);
const FINAL_SET = new Set(FINALS);
const SYLLABIC_NASAL = new Set(['m', 'ng']);
const NASAL_INITIALS = new Set(['', 'h']);
/** 屋 uk1 and 甕 ung3 have none; other finals in these vowels are written with j or w. */
const REQUIRES_INITIAL = /^(i|u(?!k|ng)|yu|eo)/;
const SYLLABLE = /^([a-z]+?)([1-6])?$/;

function splitSyllable(body: string): { initial: string; final: string } | undefined {
  if (SYLLABIC_NASAL.has(body)) return { initial: '', final: body };
  const match = /^(ng|gw|kw|[bpmfdtnlgkhwzcsj])?(.+)$/.exec(body);
  if (!match) return undefined;
  const initial = match[1] ?? '';
  const final = match[2]!;
  return isValidSyllable(initial, final) ? { initial, final } : undefined;
}

function isValidSyllable(initial: string, final: string): boolean {
  if (!INITIAL_SET.has(initial) || !FINAL_SET.has(final)) return false;
  if (SYLLABIC_NASAL.has(final)) return NASAL_INITIALS.has(initial);
  return initial !== '' || !REQUIRES_INITIAL.test(final);
}

/** Parses one toned syllable such as `gwong1`; undefined when it is no valid LSHK syllable. */
export function parseSyllable(text: string): Syllable | undefined {
  const pattern = parseSyllablePattern(text);
  return pattern?.tone === undefined ? undefined : { ...pattern, tone: pattern.tone };
}

const ZERO = '0'.charCodeAt(0);

/** The tones of a reading of toned syllables, in order. */
export function tonesOfReading(jyutping: string): Tone[] {
  const tones: Tone[] = [];
  for (let at = 0; at < jyutping.length; at++) {
    const digit = jyutping.charCodeAt(at) - ZERO;
    if (digit >= 1 && digit <= 6) tones.push(digit as Tone);
  }
  return tones;
}

/** A syllable whose tone may be left open, as users type it (`hoi`, `hoi1`). */
export interface SyllablePattern {
  readonly initial: string;
  readonly final: string;
  readonly tone: Tone | undefined;
}

/** Parses a syllable with or without a tone digit; undefined when it is no valid one. */
export function parseSyllablePattern(text: string): SyllablePattern | undefined {
  const match = SYLLABLE.exec(text);
  const parts = match && splitSyllable(match[1]!);
  if (!match || !parts) return undefined;
  return { ...parts, tone: match[2] ? (Number(match[2]) as Tone) : undefined };
}

/** Parses a whole reading, syllables separated by white space; undefined when any of them is invalid or there is none. */
export function parseJyutping(text: string): Syllable[] | undefined {
  const syllables: Syllable[] = [];
  for (const part of text.trim().split(/\s+/u)) {
    const syllable = parseSyllable(part);
    if (!syllable) return undefined;
    syllables.push(syllable);
  }
  return syllables;
}

export function formatSyllable(syllable: Syllable): string {
  return syllable.initial + syllable.final + syllable.tone;
}

export function formatJyutping(syllables: readonly Syllable[]): string {
  return syllables.map(formatSyllable).join(' ');
}

/** What people type of a jyutping text, in NFC and lower case, with single spaces, trimmed. */
export function normalizePrefix(prefix: string): string {
  return prefix.normalize('NFC').toLowerCase().trim().replace(/\s+/gu, ' ');
}

/** Whether a normalized prefix is jyutping rather than characters. */
export function isJyutpingPrefix(prefix: string): boolean {
  return /^[a-z][a-z1-6 ]*$/.test(prefix);
}

/** The letters of a jyutping text, without tones and spaces: readings are sorted by them. */
export function lettersOnly(text: string): string {
  return text.replace(/[1-6 ]/g, '');
}

/**
 * Whether a reading begins with a normalized prefix. Every engine matches so: with a tone digit the prefix is compared with the toned
 * reading, else with the toneless one; with a space with the spaced form (syllable boundaries matter), else with the joined one.
 */
export function prefixMatchesReading(prefix: string, jyutping: string): boolean {
  const form = /[1-6]/.test(prefix) ? jyutping : jyutping.replace(/[1-6]/g, '');
  return (prefix.includes(' ') ? form : form.replaceAll(' ', '')).startsWith(prefix);
}

/** Whether a reading begins with a prefix of which some syllables have their tone: do1zesaai begins do1 ze6 saai3. */
export function beginsPartlyToned(prefix: string, jyutping: string): boolean {
  let at = 0;
  const isTone = (sign: string | undefined) => sign !== undefined && /[1-6]/.test(sign);
  for (const sign of prefix) {
    // Before a letter or a space a tone may be left out, and before a letter the space.
    if (!isTone(sign) && isTone(jyutping[at])) at++;
    if (sign !== ' ' && jyutping[at] === ' ') at++;
    if (jyutping[at] !== sign) return false;
    at++;
  }
  return true;
}
