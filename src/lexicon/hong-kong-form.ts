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

/**
 * Conversion of simplified text to the traditional characters of Hong Kong, which the lexicon has. OpenCC's
 * dictionaries give a first form; where a simplified character stands for several traditional ones, word frequencies
 * decide.
 */

/** Characters that both simplified and traditional text use, so that they tell nothing of the script. */
const AMBIGUOUS = new Set(charactersFor('ambiguous'));
/** Traditional characters of Cantonese that OpenCC takes for simplified ones. */
const CANTONESE_VARIANTS = new Set(charactersFor('cantonese-variant'));
/** Results of {@link isSimplified} by character. */
const simplifiedCache = new Map<string, boolean>();
/** Size limit of the cache in characters: far more than are in use. */
const MAX_CACHED_CHARACTERS = 20_000;

/** Whether only simplified text uses a character: conversion changes it, and it is no variant of a traditional one. */
function isSimplified(character: string): boolean {
  const cached = simplifiedCache.get(character);
  if (cached !== undefined) return cached;
  const result =
    !AMBIGUOUS.has(character) &&
    simplifiedCharacterToHongKong(character) !== character &&
    variantCharacterToHongKong(character) === character;
  if (simplifiedCache.size < MAX_CACHED_CHARACTERS) simplifiedCache.set(character, result);
  return result;
}

function containsSimplified(line: string): boolean {
  return Array.from(line).some(isSimplified);
}

/**
 * Converts simplified lines of a text to Hong Kong's traditional form, character for character, and leaves other lines
 * as they are. A line that could be either is converted if another line is simplified.
 *
 * @param table words with frequencies, which choose between several traditional characters for one simplified character
 */
export function toHongKongLines(lines: readonly string[], table: WordTable): string[] {
  return runToCompletion(hongKongLinesInSteps(lines, table));
}

/** {@link toHongKongLines} with pauses between characters. */
export function* hongKongLinesInSteps(lines: readonly string[], table: WordTable): Generator<void, string[]> {
  const areSimplified = lines.map(containsSimplified);
  if (!areSimplified.includes(true)) return [...lines];
  const converted: string[] = [];
  for (const [i, line] of lines.entries()) {
    const hasNoTraditional = traditionalToSimplified(line) === line;
    const mustConvert = areSimplified[i] || hasNoTraditional;
    converted.push(mustConvert ? yield* likeliestForms(line, traditionalForm(line), table) : line);
  }
  return converted;
}

/** The number of characters on either side of one that are read with it to weigh its forms. */
const WORD_REACH = 4;
/** The cost (see `costOfSegments`) by which another form must be cheaper than the one that OpenCC gave. */
const MIN_GAIN = 100;

/**
 * Replaces ambiguous characters of a converted line by their likeliest traditional forms: those with which the words
 * around cost least. Pauses after each.
 *
 * @param line the line as it was given
 * @param traditional the same line as OpenCC converts it, with as many characters
 */
function* likeliestForms(line: string, traditional: string, table: WordTable): Generator<void, string> {
  const given = Array.from(line);
  const characters = Array.from(traditional);
  for (const [at, character] of given.entries()) {
    const forms = traditionalForms().get(character);
    if (!forms) continue;
    const windowStart = Math.max(0, at - WORD_REACH);
    const costWith = (form: string) => {
      const window = characters.slice(windowStart, at + WORD_REACH + 1).with(at - windowStart, form);
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

/** Traditional forms, Hong Kong's among them, by simplified character that has several. */
function traditionalForms(): ReadonlyMap<string, readonly string[]> {
  if (formsOfSimplified) return formsOfSimplified;
  const forms = new Map<string, Set<string>>();
  for (const [traditional, character] of pairsOf(traditionalCharacters)) {
    const known = forms.get(character) ?? new Set([variantCharacterToHongKong(character)]);
    forms.set(character, known.add(traditional).add(variantCharacterToHongKong(traditional)));
  }
  formsOfSimplified = new Map(
    [...forms]
      .filter(([, { size }]) => size > 1)
      .map(([character, traditional]) => [character, [...traditional]] as const),
  );
  return formsOfSimplified;
}

/** OpenCC's conversion, with as many characters as the line. Cantonese lines keep {@link CANTONESE_VARIANTS}. */
function traditionalForm(line: string): string {
  const characters = Array.from(line);
  const byPhrases = Array.from(simplifiedToHongKong(line));
  // Phrases may change the number of characters; single characters do not.
  const converted =
    byPhrases.length === characters.length ? byPhrases : characters.map((character) => simplifiedToHongKong(character));
  const isCantonese = characters.some((character) => CANTONESE_ONLY.has(character));
  if (!isCantonese) return converted.join('');
  return characters.map((given, i) => (CANTONESE_VARIANTS.has(given) ? given : converted[i]!)).join('');
}

/** Characters that only Cantonese uses, also in simplified text. */
const CANTONESE_ONLY = new Set(charactersFor('cantonese'));

type Convert = (text: string) => string;

/** A converter that is created at its first call, as most processes never see simplified text. */
function lazyConverter(create: () => Convert): Convert {
  let convert: Convert | undefined;
  return (text) => (convert ??= create())(text);
}

/** Conversion of a text of one character from simplified to Hong Kong's form, OpenCC's s2hk. */
export const simplifiedCharacterToHongKong = lazyConverter(() =>
  ConverterFactory([compatibilityForms], [simplifiedCharacters], [hongKongVariants]),
);

/** Conversion of a text of one character from variants to Hong Kong's form, OpenCC's tw2t and t2hk. */
export const variantCharacterToHongKong = lazyConverter(() => ConverterFactory([taiwanVariants], [hongKongVariants]));

/** Conversion from traditional to simplified, OpenCC's t2s. */
export const traditionalToSimplified = lazyConverter(() =>
  ConverterFactory([compatibilityForms], [traditionalPhrases, traditionalCharacters]),
);

/** Conversion from simplified to Hong Kong's form by phrases and characters, OpenCC's s2hk. */
export const simplifiedToHongKong = lazyConverter(() => {
  const normalize = ConverterFactory([compatibilityForms]);
  const toTraditional = phraseConverter([simplifiedPhrases, regionalPhrases], ConverterFactory([simplifiedCharacters]));
  const toHongKong = ConverterFactory([hongKongPhrases, hongKongVariants]);
  // Piece by piece, as a Hong Kong phrase must not begin in one simplified phrase and end in the next.
  return (text) => toTraditional(normalize(text)).map(toHongKong).join('');
});

/**
 * A function that cuts a text at the phrases of dictionaries, the longest first, and returns the converted pieces: the
 * replacements of phrases, and what `convertRest` makes of the text between them. opencc-js does the same with a Map
 * for every character of every phrase, which for simplified Chinese takes 60 MB; this takes 6.
 *
 * @param dictionaries texts of the form `phrase replacement|phrase replacement`; for a phrase that several have, the
 * first one counts
 */
function phraseConverter(
  dictionaries: readonly string[],
  convertRest: (text: string) => string,
): (text: string) => string[] {
  const replacements = new Map<string, string>();
  /** Length of the longest phrase in UTF-16 units, by its first unit. */
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

/** The phrases of a dictionary of the form `phrase replacement|…`, each with its replacement. */
function* pairsOf(dictionary: string): Generator<readonly [phrase: string, replacement: string]> {
  for (let start = 0; start < dictionary.length; ) {
    const space = dictionary.indexOf(' ', start);
    const end = dictionary.indexOf('|', space);
    const next = end < 0 ? dictionary.length : end;
    yield [dictionary.slice(start, space), dictionary.slice(space + 1, next)];
    start = next + 1;
  }
}
