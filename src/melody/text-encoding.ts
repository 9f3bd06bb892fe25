import { TextDecoder } from '@exodus/bytes/encoding-browser.js';
import common from '../../data/generated/common-characters.json' with { type: 'json' };

/**
 * Tells in which encoding the texts of a file are. A MIDI file does not say it, and a text of one character is often valid in several:
 * all texts of the file are judged together, by how common their characters are.
 */

/** By the names of the WHATWG Encoding Standard. Its Big5 has the Hong Kong supplement, which Node's own decoder lacks. */
const TEXT_ENCODINGS = [
  'utf-8',
  'big5',
  'gb18030',
  'shift_jis',
  'euc-kr',
  'windows-1252',
  'utf-16le',
  'utf-16be',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** A text that is also likely in another encoding. */
export interface EncodingChoice {
  readonly encoding: TextEncoding;
  /** The beginning of the texts, decoded so. */
  readonly sample: string;
}

interface DetectedEncoding {
  readonly encoding: TextEncoding;
  /** The encodings to ask the user about, the likeliest first; empty where the texts decide. */
  readonly choices: readonly EncodingChoice[];
}

const COMMON = new Set(common.traditional + common.simplified);

/** Points of a character, per character; divided by the bytes it takes, so that encodings compare. */
const POINTS = {
  common: 10,
  kana: 8,
  hangul: 7,
  accented: 5,
  /** Signs of Chinese text. */
  sign: 3,
  han: 2,
  /** Accented letters that touch are bytes of another encoding. */
  accentedRun: -2,
  other: -5,
} as const;

/** Points per byte below which nothing is readable. */
const MIN_SCORE = 0.5;
/** Few texts of another encoding happen to be valid UTF-8 with known characters. */
const UTF8_BONUS = 1;
/** An encoding with at least this share of the best score is a choice; with more bytes chance decides less. */
const CHOICE_RATIO = 0.75;
const MAX_DOUBTFUL_BYTES = 24;
const SAMPLE_CHARACTERS = 24;

const MARKS: readonly (readonly [encoding: TextEncoding, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The encoding that a byte order mark states. */
export function markedEncoding(bytes: Uint8Array): TextEncoding | undefined {
  return MARKS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
}

/** @param texts the bytes of each text of the file */
export function detectEncoding(texts: readonly Uint8Array[]): DetectedEncoding {
  const marked = texts.map(markedEncoding).find((encoding) => encoding !== undefined);
  if (marked) return { encoding: marked, choices: [] };
  const telling = texts.filter((bytes) => bytes.some((byte) => byte >= 0x80));
  if (telling.length === 0) return { encoding: 'utf-8', choices: [] };
  const scores = TEXT_ENCODINGS.slice(0, -2)
    .map((encoding) => ({ encoding, score: scoreOf(telling, encoding) }))
    .sort((a, b) => b.score - a.score);
  const best = scores[0]!;
  const bytes = telling.reduce((sum, { length }) => sum + length, 0);
  const isDoubtful = bytes <= MAX_DOUBTFUL_BYTES || best.score < MIN_SCORE;
  const likely = scores.filter(
    ({ score }) => score > 0 && (score >= CHOICE_RATIO * best.score || best.score < MIN_SCORE),
  );
  if (!isDoubtful || likely.length < 2) return { encoding: best.encoding, choices: [] };
  const choices = likely.map(({ encoding }) => ({ encoding, sample: sampleOf(telling, encoding) }));
  return { encoding: best.encoding, choices };
}

/** Decodes without failing: bytes that are not valid become U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes);
}

/** A decoder for text that comes in pieces; undefined for a name that the standard does not have. */
export function streamDecoder(label: string): ((bytes: Uint8Array) => string) | undefined {
  try {
    const decoder = new TextDecoder(label);
    return (bytes) => decoder.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function sampleOf(texts: readonly Uint8Array[], encoding: TextEncoding): string {
  const joined = texts.map((bytes) => decodeText(bytes, encoding)).join('');
  return Array.from(joined).slice(0, SAMPLE_CHARACTERS).join('');
}

/** Points per byte that is not ASCII, or beside one that is not. A text that is invalid in the encoding counts against it. */
function scoreOf(texts: readonly Uint8Array[], encoding: TextEncoding): number {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let [points, bytes] = [0, 0];
  for (const text of texts) {
    const size = text.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
    bytes += size;
    try {
      points += pointsOf(Array.from(decoder.decode(text)));
    } catch {
      points += POINTS.other * size;
    }
  }
  return points / bytes + (encoding === 'utf-8' && points > 0 ? UTF8_BONUS : 0);
}

const FIRST_HANGUL = 0xac00;
const HANGUL_FINALS = 28;
/** None, ㄱ ㄴ ㄹ ㅁ ㅂ ㅆ ㅇ: nearly all syllables of Korean text. Bytes of another encoding give any of the 28. */
const USUAL_FINALS = new Set([0, 1, 4, 8, 16, 17, 20, 21]);

function hasUsualFinal(syllable: string): boolean {
  return USUAL_FINALS.has((syllable.codePointAt(0)! - FIRST_HANGUL) % HANGUL_FINALS);
}

const isAccented = (character: string | undefined) => character !== undefined && /^[À-ÖØ-öø-ÿ]$/u.test(character);

function pointsOf(characters: readonly string[]): number {
  let points = 0;
  for (const [i, character] of characters.entries()) {
    if (character < '\x80') continue;
    if (COMMON.has(character)) points += POINTS.common;
    else if (/^[ぁ-ゖァ-ヺー]$/u.test(character)) points += POINTS.kana;
    else if (/^[가-힣]$/u.test(character)) points += hasUsualFinal(character) ? POINTS.hangul : POINTS.other;
    else if (isAccented(character)) {
      const isRun = isAccented(characters[i - 1]) || isAccented(characters[i + 1]);
      points += isRun ? POINTS.accentedRun : POINTS.accented;
    } else if (/^[　-〿！-～…—“”‘’·]$/u.test(character)) points += POINTS.sign;
    else if (/^\p{Script=Han}$/u.test(character)) points += POINTS.han;
    else points += POINTS.other;
  }
  return points;
}
