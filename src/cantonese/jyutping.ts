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
