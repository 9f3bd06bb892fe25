import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseJyutping, parseSyllablePattern } from '../../src/cantonese/jyutping.ts';
import { proximityFeatures, proximityQuery } from '../../src/cantonese/proximity.ts';
import { rhymeLift, widenedFinals } from '../../src/cantonese/rhyme.ts';

describe('proximity', () => {
  const [head, ...rows] = readFileSync(new URL('../../data/quality/proximity.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

  function score(target: string, other: string): number {
    const { weights } = proximityQuery(parseJyutping(target)!);
    return proximityFeatures(parseJyutping(other)!).reduce((sum, token) => sum + (weights.get(token) ?? 0), 0);
  }

  /** Judged nearer by their vowels, of which the weights know nothing: song lyrics do not rhyme them (data/sound/rhyme-groups.json). */
  const KNOWN = ['夢 望', '青春 清晨'];

  it('is judged for fifty words and more, each with one reading a character', () => {
    expect(head).toEqual(['word', 'jyutping', 'closer', 'closer_jyutping', 'farther', 'farther_jyutping', 'why']);
    expect(new Set(rows.map(([word]) => word)).size).toBeGreaterThanOrEqual(50);
    for (const [word, jyutping, closer, closerReading, farther, fartherReading] of rows)
      for (const [text, reading] of [
        [word, jyutping],
        [closer, closerReading],
        [farther, fartherReading],
      ])
        expect([text, parseJyutping(reading!)?.length]).toEqual([text, Array.from(text!).length]);
  });

  it('scores higher', () => {
    const wrong = rows.filter(([, target, , closer, , farther]) => score(target!, closer!) <= score(target!, farther!));
    expect(wrong.map(([word, , closer]) => `${word} ${closer}`)).toEqual(KNOWN);
  });
});

describe('the weights of proximity', () => {
  const syllables = (text: string) => parseJyutping(text)!;

  it('of one syllable: its final three times, its initial and tone twice, their relatives less', () => {
    const { weights, maximum } = proximityQuery(syllables('hoi2'));
    expect(Object.fromEntries(weights)).toEqual({
      L1: 8,
      // The final itself, 16 × 3, and the one of its group with which songs do not rhyme it, 6 × 3.
      '0f:oi': 48,
      '0f:ui': 18,
      // The initial itself, 8 × 2, and those of its place, 4 × 2: g, k, ng and none.
      '0i:h': 16,
      '0i:g': 8,
      '0i:k': 8,
      '0i:ng': 8,
      '0i:': 8,
      // Tone 2, 6 × 2; tone 1 has the same code, 3 × 2.
      '0t:2': 12,
      '0t:1': 6,
    });
    // 8 + 48 + 16 + 12
    expect(maximum).toBe(84);
  });

  it('of a syllable before it: once each', () => {
    const { weights, maximum } = proximityQuery(syllables('hoi2 joeng4'));
    const first = [...weights].filter(([token]) => token.startsWith('1'));
    expect(Object.fromEntries(first)).toEqual({
      '1f:oi': 16,
      '1f:ui': 6,
      '1i:h': 8,
      '1i:g': 4,
      '1i:k': 4,
      '1i:ng': 4,
      '1i:': 4,
      '1t:2': 6,
      '1t:1': 3,
    });
    expect(weights.get('L2')).toBe(8);
    // 8 + (48 + 16 + 12) + (16 + 8 + 6)
    expect(maximum).toBe(114);
  });

  it('puts a final that songs rhyme between the same and the rest of its group', () => {
    expect(rhymeLift('an', 'ang')).toBe(5);
    expect(rhymeLift('ang', 'an')).toBe(5);
    expect(rhymeLift('oi', 'ui')).toBe(0);
    expect(proximityQuery(syllables('san1')).weights.get('0f:ang')).toBe(30);
    expect(widenedFinals('no final')).toEqual(['no final']);
  });

  it('boosts no tone where it is left open', () => {
    const { weights, maximum } = proximityQuery([parseSyllablePattern('hoi')!]);
    expect([...weights.keys()].filter((token) => token.includes('t:'))).toEqual([]);
    // 8 + 48 + 16
    expect(maximum).toBe(72);
  });

  it('ends at the sixth syllable from the end', () => {
    const seven = syllables('hoi1 hoi1 hoi1 hoi1 hoi1 hoi1 sam1');
    expect(proximityFeatures(seven).filter((token) => token.includes('f:'))).toEqual([
      ...['0f:am', '1f:oi', '2f:oi', '3f:oi', '4f:oi', '5f:oi'],
    ]);
    expect(proximityFeatures(seven)[0]).toBe('L7');
    expect([...proximityQuery(seven).weights.keys()].filter((token) => /^[67]/.test(token))).toEqual([]);
    expect(proximityQuery([])).toEqual({ weights: new Map([['L0', 8]]), maximum: 8 });
  });

  it('are its length, and final, initial and tone of each syllable from the end', () => {
    expect(proximityFeatures(syllables('hoi2 joeng4'))).toEqual([
      ...['L2', '0f:oeng', '0i:j', '0t:4', '1f:oi', '1i:h', '1t:2'],
    ]);
  });
});
