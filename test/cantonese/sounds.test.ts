import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import toneMoves from '../../data/generated/tone-moves.json' with { type: 'json' };
import romanisation from '../../data/typed/romanisation.json' with { type: 'json' };
import { codesFittingMoves, contourOfCode, type Move } from '../../src/cantonese/contour.ts';
import {
  FINALS,
  formatJyutping,
  INITIALS,
  parseJyutping,
  parseSyllable,
  type Syllable,
  type Tone,
} from '../../src/cantonese/jyutping.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { severityOf } from '../../src/cantonese/melody.ts';
import { proximityFeatures, proximityQuery } from '../../src/cantonese/proximity.ts';
import { rhymeLift, widenedFinals } from '../../src/cantonese/rhyme.ts';
import { jyutpingSpelled } from '../../src/cantonese/romanisation.ts';
import { CODE_DIGITS } from '../../src/cantonese/tone.ts';
import { PUBLISHED_SONGS, sungShare, TONES } from '../../src/cantonese/tone-moves.ts';
import fc, { anyCharacter } from '../support/fast-check.ts';

describe('romanisation without jyutping', () => {
  it('lists nothing that begins with another of its results', () => {
    for (const spelling of ['heung g', 'chung y', 'sum', 'lei h', 'mong k']) {
      const results = jyutpingSpelled(spelling);
      const longer = results.filter((one) => results.some((other) => other !== one && one.startsWith(other)));
      expect([spelling, longer]).toEqual([spelling, []]);
    }
  });

  it('stays small for text that can be cut in many ways', () => {
    expect(jyutpingSpelled('a'.repeat(40)).length).toBeLessThanOrEqual(12);
  });

  it('lists syllables of jyutping only', () => {
    const syllables = Object.entries(romanisation.syllables).flatMap(([initial, finals]) =>
      finals.split(' ').map((final) => initial + final),
    );
    expect(syllables.filter((syllable) => !parseSyllable(`${syllable}1`))).toEqual([]);
    expect(new Set(syllables).size).toBe(syllables.length);
  });
});

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

const syllable: fc.Arbitrary<Syllable> = fc
  .tuple(fc.constantFrom(...INITIALS), fc.constantFrom(...FINALS), fc.constantFrom(1, 2, 3, 4, 5, 6))
  .map(([initial, final, tone]) => parseSyllable(`${initial}${final}${tone}`))
  .filter((one) => one !== undefined);
const reading = fc.array(syllable, { minLength: 1, maxLength: 6 });
const code = fc.array(fc.constantFrom(...CODE_DIGITS), { minLength: 1, maxLength: 5 }).map((digits) => digits.join(''));

describe('whatever the sound', () => {
  it('jyutping gives back what it has read', () => {
    fc.assert(
      fc.property(reading, (syllables) => {
        expect(parseJyutping(formatJyutping(syllables))).toEqual(syllables);
      }),
    );
  });

  it('the codes that fit a contour are just those that have it', () => {
    fc.assert(
      fc.property(code, fc.option(fc.constantFrom(...CODE_DIGITS), { nil: undefined }), (one, before) => {
        const moves = contourOfCode((before ?? '') + one);
        const found = codesFittingMoves(moves, before === undefined ? {} : { before });
        expect(found).toContain(one);
        for (const other of found) expect(contourOfCode((before ?? '') + other)).toBe(moves);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('proximity is greatest for the reading itself, and never more than the maximum', () => {
    fc.assert(
      fc.property(reading, reading, (target, other) => {
        const { weights, maximum } = proximityQuery(target);
        const score = (one: readonly Syllable[]) =>
          proximityFeatures(one).reduce((sum, token) => sum + (weights.get(token) ?? 0), 0);
        expect(score(target)).toBe(maximum);
        expect(score(other)).toBeLessThanOrEqual(maximum);
        if (score(other) === maximum) expect(formatJyutping(other)).toBe(formatJyutping(target));
      }),
    );
  });

  it('a final widens to finals that widen to it; a stop to no held one, unless songs rhyme the two', () => {
    const isStop = (final: string) => /[ptk]$/.test(final);
    for (const one of FINALS)
      for (const other of widenedFinals(one)) {
        expect(widenedFinals(other)).toContain(one);
        if (isStop(one) !== isStop(other)) expect([one, other, rhymeLift(one, other) > 0]).toEqual([one, other, true]);
      }
  });

  it('the places of a line joined are the line', () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aeiouybcdtxqAEZe\u0301\u2019' 我1，") });
    fc.assert(
      fc.property(fc.oneof(letters, fc.string({ unit: anyCharacter })), (line) => lineUnits(line).join('') === line),
    );
    fc.assert(fc.property(letters, (line) => lineUnits(line).every((unit) => unit !== '')));
  });
});

describe('tone moves', () => {
  it('has shares that add up to one', () => {
    for (const from of TONES)
      for (const to of TONES)
        expect(sungShare('+', from, to) + sungShare('=', from, to) + sungShare('-', from, to)).toBeCloseTo(1, 12);
  });

  it('says how often songs themselves part from their tones', () => {
    // 138 moves of 16,163 are of kinds that fewer than one in fifty are; 2,493 part from the tones otherwise.
    expect(PUBLISHED_SONGS).toEqual({ contrary: 0.009, oblique: 0.154 });
  });

  describe('what is called contrary', () => {
    const moves = ['-', '=', '+'] as const;
    const pairs = TONES.flatMap((from) => TONES.map((to) => [from, to] as const));
    /** Rows of the table: pairs of tones with the counts of falls, stays and rises. */
    const rows = toneMoves as [Tone, Tone, number, number, number][];
    const total = rows.reduce((sum, [, , ...counts]) => sum + counts.reduce((a, b) => a + b), 0);
    const isContrary = (move: Move, from: Tone, to: Tone) => severityOf(sungShare(move, from, to)) === 'contrary';

    it('is at most one in a hundred of the moves of songs', () => {
      const contrary = rows.reduce(
        (sum, [from, to, ...counts]) =>
          sum + counts.reduce((all, n, i) => all + (isContrary(moves[i]!, from, to) ? n : 0), 0),
        0,
      );
      expect([contrary, total, pairs.length]).toEqual([138, 16_163, rows.length]);
      expect(contrary / total).toBeLessThan(0.0105);
    });

    it('is at least a third of moves that know nothing of the tones', () => {
      // 6,606 of the 16,163 fall, 3,020 stay, 6,537 rise.
      const shares = moves.map((_, i) => rows.reduce((sum, row) => sum + row[i + 2]!, 0) / total);
      const expected = rows.reduce((sum, [from, to, ...counts]) => {
        const contrary = moves.reduce((all, move, i) => all + (isContrary(move, from, to) ? shares[i]! : 0), 0);
        return sum + (counts.reduce((a, b) => a + b) / total) * contrary;
      }, 0);
      expect(expected).toBeCloseTo(0.3736, 4);
    });
  });
});
