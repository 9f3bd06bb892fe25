import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseJyutping } from '../../src/cantonese/jyutping.ts';
import { proximityFeatures, proximityQuery } from '../../src/cantonese/proximity.ts';

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
