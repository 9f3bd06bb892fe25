import { ConverterFactory } from 'opencc-js/core';
import compatibilityForms from 'opencc-js/dict/CJK_Compatibility_Ideographs';
import hongKongVariants from 'opencc-js/dict/HKVariants';
import hongKongPhrases from 'opencc-js/dict/HKVariantsPhrases';
import simplifiedCharacters from 'opencc-js/dict/STCharacters';
import simplifiedPhrases from 'opencc-js/dict/STPhrases';
import regionalPhrases from 'opencc-js/dict/STPhrases_GeneratedFromRegionalPhrases';
import traditionalCharacters from 'opencc-js/dict/TSCharacters';
import traditionalPhrases from 'opencc-js/dict/TSPhrases';
import taiwanVariants from 'opencc-js/dict/TWVariantsRev';
import { charactersFor } from '../cantonese/word-table.ts';

/** Converts simplified text to the characters of the lexicon. */

/** Characters that occur in both simplified and traditional text, and so do not identify either. */
const AMBIGUOUS = new Set(charactersFor('ambiguous'));
/** Traditional characters of Cantonese that OpenCC takes for simplified ones. */
const CANTONESE_VARIANTS = new Set(charactersFor('cantonese-variant'));
const simplifiedCache = new Map<string, boolean>();
/** Size of the per-character cache: far more than the characters in use. */
const MAX_CACHED_CHARACTERS = 20_000;

function isSimplified(character: string): boolean {
  let found = simplifiedCache.get(character);
  if (found === undefined) {
    found =
      !AMBIGUOUS.has(character) &&
      simplifiedCharacterToHongKong(character) !== character &&
      variantCharacterToHongKong(character) === character;
    if (simplifiedCache.size < MAX_CACHED_CHARACTERS) simplifiedCache.set(character, found);
  }
  return found;
}

function containsSimplified(line: string): boolean {
  return Array.from(line).some(isSimplified);
}

/**
 * Converts the lines of a text character by character: simplified lines to Hong Kong's traditional form, others unchanged. An
 * ambiguous line follows the rest of the text.
 */
export function toHongKongLines(lines: readonly string[]): string[] {
  const simplified = lines.map(containsSimplified);
  if (!simplified.includes(true)) return [...lines];
  return lines.map((line, i) =>
    simplified[i] || traditionalToSimplified(line) === line ? traditionalForm(line) : line,
  );
}

function traditionalForm(line: string): string {
  const characters = Array.from(line);
  const convertedLine = Array.from(simplifiedToHongKong(line));
  const converted =
    convertedLine.length === characters.length
      ? convertedLine
      : characters.map((character) => simplifiedToHongKong(character));
  const isCantonese = characters.some((character) => CANTONESE_ONLY.has(character));
  return converted
    .map((character, i) => (isCantonese && CANTONESE_VARIANTS.has(characters[i]!) ? characters[i]! : character))
    .join('');
}

/** Characters that only Cantonese uses, also in simplified text. */
const CANTONESE_ONLY = new Set(charactersFor('cantonese'));

type Convert = (text: string) => string;

/** Made at the first text that needs it: most processes never see simplified text. */
function lazyConverter(create: () => Convert): Convert {
  let convert: Convert | undefined;
  return (text) => (convert ??= create())(text);
}

/** OpenCC's s2hk for a text of one character. */
export const simplifiedCharacterToHongKong = lazyConverter(() =>
  ConverterFactory([compatibilityForms], [simplifiedCharacters], [hongKongVariants]),
);

/** OpenCC's tw2t and t2hk for a text of one character. */
export const variantCharacterToHongKong = lazyConverter(() => ConverterFactory([taiwanVariants], [hongKongVariants]));

/** OpenCC's t2s. */
export const traditionalToSimplified = lazyConverter(() =>
  ConverterFactory([compatibilityForms], [traditionalPhrases, traditionalCharacters]),
);

/** OpenCC's s2hk. */
export const simplifiedToHongKong = lazyConverter(() => {
  const normalize = ConverterFactory([compatibilityForms]);
  const toTraditional = phraseConverter([simplifiedPhrases, regionalPhrases], ConverterFactory([simplifiedCharacters]));
  const toHongKong = ConverterFactory([hongKongPhrases, hongKongVariants]);
  // Piece by piece, as a Hong Kong phrase must not begin in one simplified phrase and end in the next.
  return (text) => toTraditional(normalize(text)).map(toHongKong).join('');
});

/**
 * Cuts a text at the phrases of dictionaries, the longest first, and converts the pieces: phrases as listed, what lies between them by
 * `convertRest`. opencc-js does the same with a Map for every character of every phrase, which for simplified Chinese takes 60 MB; this
 * takes 6.
 *
 * @param dictionaries `source replacement|source replacement`; an earlier one is taken before a later one
 */
function phraseConverter(
  dictionaries: readonly string[],
  convertRest: (text: string) => string,
): (text: string) => string[] {
  const replacements = new Map<string, string>();
  /** Code units of the longest phrase by its first one. */
  const longest = new Map<string, number>();
  for (const dictionary of dictionaries.toReversed())
    for (const [phrase, replacement] of pairsOf(dictionary)) {
      replacements.set(phrase, replacement);
      const first = phrase[0]!;
      longest.set(first, Math.max(longest.get(first) ?? 0, phrase.length));
    }

  const phraseAt = (text: string, start: number): string | undefined => {
    const mostUnits = Math.min(longest.get(text[start]!) ?? 0, text.length - start);
    for (let units = mostUnits; units > 0; units--) {
      const phrase = text.slice(start, start + units);
      if (replacements.has(phrase)) return phrase;
    }
    return undefined;
  };

  return (text) => {
    const pieces: string[] = [];
    let restStart = 0;
    for (let at = 0; at < text.length; ) {
      const phrase = phraseAt(text, at);
      if (phrase === undefined) {
        at++;
        continue;
      }
      if (at > restStart) pieces.push(convertRest(text.slice(restStart, at)));
      pieces.push(replacements.get(phrase)!);
      at += phrase.length;
      restStart = at;
    }
    if (restStart < text.length) pieces.push(convertRest(text.slice(restStart)));
    return pieces;
  };
}

function* pairsOf(dictionary: string): Generator<readonly [string, string]> {
  for (let start = 0; start < dictionary.length; ) {
    const space = dictionary.indexOf(' ', start);
    const end = dictionary.indexOf('|', space);
    const next = end < 0 ? dictionary.length : end;
    yield [dictionary.slice(start, space), dictionary.slice(space + 1, next)];
    start = next + 1;
  }
}
