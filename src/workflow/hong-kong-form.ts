import { charactersFor } from '../cantonese/character-forms.ts';
import {
  simplifiedCharacterToHongKong,
  simplifiedToHongKong,
  traditionalToSimplified,
  variantCharacterToHongKong,
} from './character-conversion.ts';

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
