import { readPackageFile } from './packages.ts';

/** to-jyutping: Cantonese readings of characters and of words that are not read regularly. */

const ONSETS = ['', ...'b p m f d t n l g k ng gw kw w h z c s j'.split(' ')];
const NUCLEI = 'aa a e i o u'.split(' ');
const CODAS = ['', ...'i u m n ng p t k'.split(' ')];
const OTHER_FINALS = 'oe oen oeng oet oek eoi eon eot yu yun yut m ng'.split(' ');

/** A syllable's number: (onset × 67 + final) × 6 + tone − 1. */
const FINALS_PER_ONSET = 67;
const TONES = 6;
/** Finals of a nucleus and a coda come first, {@link OTHER_FINALS} behind them. */
const NUCLEUS_FINALS = NUCLEI.length * CODAS.length;
/** The package writes a syllable's number in base 90, as two characters from `!`. */
const NUMBER_BASE = 90;
const FIRST_DIGIT = 33;

/**
 * Readings, likeliest first, by entry of the package's trie: a character, or a word with a reading of its own.
 * The package has no way to list them, so its embedded table is decoded as its own `src/Trie.ts` does.
 * Throws an Error if the table is not where it is expected.
 */
export function readJyutpingTrie(): Map<string, readonly string[]> {
  return decodeTrie(embeddedTable(readPackageFile('to-jyutping', 'dist/index.mjs')));
}

const TABLE_MARKER = 'Array.from(';

function embeddedTable(source: string): string {
  const start = source.indexOf(`${TABLE_MARKER}"{`) + TABLE_MARKER.length;
  let end = start + 1;
  while (end < source.length && source[end] !== '"') end += source[end] === '\\' ? 2 : 1;
  if (start < TABLE_MARKER.length || end >= source.length)
    throw new Error('The readings were not found inside to-jyutping: its version is not one this build knows.');
  return JSON.parse(source.slice(start, end + 1)) as string;
}

/** Jyutping of a syllable's number. */
function decodeSyllable(code: number): string {
  const final = Math.floor((code % (FINALS_PER_ONSET * TONES)) / TONES);
  const rime =
    final >= NUCLEUS_FINALS
      ? OTHER_FINALS[final - NUCLEUS_FINALS]
      : NUCLEI[Math.floor(final / CODAS.length)]! + CODAS[final % CODAS.length];
  return `${ONSETS[Math.floor(code / (FINALS_PER_ONSET * TONES))]}${rime}${(code % TONES) + 1}`;
}

/** Decodes the table: characters lead down, readings follow, `{` opens the words that go on from here and `}` ends them. */
export function decodeTrie(table: string): Map<string, readonly string[]> {
  const characters = Array.from(table);
  const entries = new Map<string, readonly string[]>();
  const stack: string[] = [''];
  for (let i = 1; stack.length > 0; ) {
    let path = stack.at(-1)!;
    while (characters[i]!.codePointAt(0)! >= 256) path += characters[i++];
    const length = Array.from(path).length;
    const readings: string[] = [];
    while (characters[i]!.charCodeAt(0) < '{'.charCodeAt(0)) {
      const syllables: string[] = [];
      for (let count = 0; count < length; ) {
        const highDigit = characters[i++]!.charCodeAt(0) - FIRST_DIGIT;
        const lowDigit = characters[i++]!.charCodeAt(0) - FIRST_DIGIT;
        syllables.push(decodeSyllable(highDigit * NUMBER_BASE + lowDigit));
        // A few unit signs such as 瓩 are read with more than one syllable.
        if (characters[i] === '~') i++;
        else count++;
      }
      readings.push(syllables.join(' '));
    }
    if (readings.length > 0) entries.set(path, readings);
    if (characters[i] === '{') {
      stack.push(path);
      i++;
    } else if (characters[i] === '}') {
      stack.pop();
      i++;
    }
  }
  return entries;
}
