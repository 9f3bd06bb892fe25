import { describe, expect, it } from '@jest/globals';
import { readingsOfDigit } from '../../../../console/src/write/model/line-sound.ts';

/** The likeliest readings of a text's digits, `-` for what is none. */
function sung(text: string): string {
  const characters = Array.from(text);
  return characters.map((_, place) => readingsOfDigit(characters, place)?.[0] ?? '-').join(' ');
}

describe('the readings of digits', () => {
  it('are those of digits one by one', () => {
    expect(sung('2046')).toBe('ji6 ling4 sei3 luk6');
    expect(sung('911')).toBe('gau2 jat1 jat1');
    expect(sung('３月')).toBe('saam1 -');
  });

  it('have a ten where two digits are said with one', () => {
    expect(sung('80後')).toBe('baat3 sap6 -');
    expect(sung('18')).toBe('sap6 baat3');
    expect(sung('10')).toBe('jat1 sap6');
    expect(sung('00')).toBe('ling4 ling4');
    // Two-ten-four has a syllable more than there are notes.
    expect(sung('24')).toBe('ji6 sei3');
  });

  it('leave the others to be chosen', () => {
    expect(readingsOfDigit(['2'], 0)).toEqual(['ji6', 'loeng5', 'jaa6']);
  });
});
