/** How digits are sung: a digit has one note, whatever number it is part of. */

/** By digit; the first is that of a number read digit by digit. */
const READINGS: readonly (readonly string[])[] = [
  ['ling4', 'sap6'],
  ['jat1', 'sap6'],
  ['ji6', 'loeng5', 'jaa6'],
  ['saam1'],
  ['sei3'],
  ['ng5'],
  ['luk6'],
  ['cat1'],
  ['baat3'],
  ['gau2'],
];

function digitOf(character: string | undefined): number | undefined {
  const plain = character?.normalize('NFKC') ?? '';
  return /^\d$/.test(plain) ? Number(plain) : undefined;
}

/**
 * The readings of the digit at a place, the likeliest first. Of two digits alone one may be the ten that both are said with (80
 * eight-ten, 15 ten-five); any others are said one by one (2046). undefined where there is no digit.
 */
export function readingsOfDigit(characters: readonly string[], place: number): readonly string[] | undefined {
  const value = digitOf(characters[place]);
  if (value === undefined) return undefined;
  const [twoBefore, before, after, twoAfter] = [-2, -1, 1, 2].map((step) => digitOf(characters[place + step]));
  const isSecondOfTwo = before !== undefined && twoBefore === undefined && after === undefined;
  const isFirstOfTwo = after !== undefined && twoAfter === undefined && before === undefined;
  const isTen = (isSecondOfTwo && value === 0 && before !== 0) || (isFirstOfTwo && value === 1 && after !== 0);
  return isTen ? READINGS[value]!.toReversed() : READINGS[value]!;
}
