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
import { costOfSegments, segment, type WordTable } from '../cantonese/segmentation.ts';
import { charactersFor } from '../cantonese/word-table.ts';
import { runToCompletion } from '../time-slicing.ts';

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
 * ambiguous line follows the rest of the text. Of several traditional characters for one the words of the table decide.
 */
export function toHongKongLines(lines: readonly string[], table: WordTable): string[] {
  return runToCompletion(hongKongLinesInSteps(lines, table));
}

/** {@link toHongKongLines} with pauses between characters. */
export function* hongKongLinesInSteps(lines: readonly string[], table: WordTable): Generator<void, string[]> {
  const simplified = lines.map(containsSimplified);
  if (!simplified.includes(true)) return [...lines];
  const converted: string[] = [];
  for (const [i, line] of lines.entries()) {
    const isConverted = simplified[i] || traditionalToSimplified(line) === line;
    converted.push(isConverted ? yield* likeliestForms(line, traditionalForm(line), table) : line);
  }
  return converted;
}

/** Places on either side of a character that may stand in one word with it. */
const WORD_REACH = 4;
/** By how much words with another character have to be likelier than those with the one that phrases of the converter gave. */
const MIN_GAIN = 100;

/** The converted line with the traditional character, of those that stand for a simplified one, that makes the likeliest words. */
function* likeliestForms(line: string, traditional: string, table: WordTable): Generator<void, string> {
  const given = Array.from(line);
  const characters = Array.from(traditional);
  for (const [at, character] of given.entries()) {
    const forms = traditionalForms().get(character);
    if (!forms) continue;
    const from = Math.max(0, at - WORD_REACH);
    const costWith = (form: string) => {
      const window = characters.slice(from, at + WORD_REACH + 1).with(at - from, form);
      return costOfSegments(segment(window, table));
    };
    const converted = characters[at]!;
    let best = { form: converted, cost: costWith(converted) - MIN_GAIN };
    for (const form of forms) {
      if (form === converted) continue;
      const cost = costWith(form);
      if (cost < best.cost) best = { form, cost };
    }
    characters[at] = best.form;
    yield;
  }
  return characters.join('');
}

let formsOfSimplified: ReadonlyMap<string, readonly string[]> | undefined;

/** The simplified characters that stand for several traditional ones, with these, and their forms of Hong Kong. */
function traditionalForms(): ReadonlyMap<string, readonly string[]> {
  if (formsOfSimplified) return formsOfSimplified;
  const forms = new Map<string, Set<string>>();
  for (const [traditional, character] of pairsOf(traditionalCharacters)) {
    const known = forms.get(character) ?? new Set([variantCharacterToHongKong(character)]);
    forms.set(character, known.add(traditional).add(variantCharacterToHongKong(traditional)));
  }
  formsOfSimplified = new Map([...forms].flatMap(([one, several]) => (several.size > 1 ? [[one, [...several]]] : [])));
  return formsOfSimplified;
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
