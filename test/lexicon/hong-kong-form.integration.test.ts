import { describe, expect, it } from '@jest/globals';
import * as OpenCC from 'opencc-js';
import simplifiedPhrases from 'opencc-js/dict/STPhrases';
import regionalPhrases from 'opencc-js/dict/STPhrases_GeneratedFromRegionalPhrases';
import { randomNumbers } from '../../indexer/random-numbers.ts';
import {
  simplifiedCharacterToHongKong,
  simplifiedToHongKong,
  traditionalToSimplified,
  variantCharacterToHongKong,
} from '../../src/lexicon/hong-kong-form.ts';

// The whole dictionaries of the converter.
const phrases = [simplifiedPhrases, regionalPhrases].flatMap((dictionary) =>
  dictionary.split('|').map((pair) => pair.split(' ')[0]!),
);

/** All assigned and unassigned code points of the planes that have Chinese characters. */
function* hanCodePoints(): Generator<string> {
  for (const [first, last] of [
    [0x2e80, 0xfaff],
    [0x1f000, 0x323af],
  ] as const)
    for (let code = first; code <= last; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

/** Phrases beside each other, and torn at their ends, so that matches begin within others. */
function texts(count: number): string[] {
  const random = randomNumbers(20261123);
  const below = (n: number) => Math.floor(random() * n);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + below(4) }, () => phrases[below(phrases.length)]!.slice(below(2), 1 + below(6))).join(''),
  );
}

describe('conversions beside those of opencc-js', () => {
  it('converts each phrase of the dictionaries alike', () => {
    const reference = OpenCC.Converter({ from: 'cn', to: 'hk' });
    expect(phrases.filter((phrase) => simplifiedToHongKong(phrase) !== reference(phrase))).toEqual([]);
  });

  it('cuts texts at the same phrases', () => {
    const reference = OpenCC.Converter({ from: 'cn', to: 'hk' });
    const toSimplified = OpenCC.Converter({ from: 't', to: 'cn' });
    const wrong = texts(20_000).filter(
      (text) => simplifiedToHongKong(text) !== reference(text) || traditionalToSimplified(text) !== toSimplified(text),
    );
    expect(wrong).toEqual([]);
  });

  it('converts each character alike', () => {
    const simplified = OpenCC.Converter({ from: 'cn', to: 'hk' });
    const variant = OpenCC.Converter({ from: 'tw', to: 'hk' });
    const wrong = [...hanCodePoints()].filter(
      (character) =>
        simplifiedCharacterToHongKong(character) !== simplified(character) ||
        variantCharacterToHongKong(character) !== variant(character),
    );
    expect(wrong).toEqual([]);
  });
});
