import { describe, expect, it } from '@jest/globals';
import type { Move } from '../../src/cantonese/contour.ts';
import { movesOfText, TOLERANCES } from '../../src/cantonese/melody.ts';
import { CODE_DIGITS, codeOfTone } from '../../src/cantonese/tone.ts';
import { TONES } from '../../src/cantonese/tone-moves.ts';
import {
  clearingCodes,
  findRisks,
  isRiskBetween,
  type LineTones,
  type MelodyConstraint,
  obstacleAt,
  riskLevel,
  substitutionEffect,
} from '../../src/lyrics/risks.ts';
import fc from '../support/fast-check.ts';

// Codes from low to high: 0, 2, 4, 3. A dot is a character without a reading.
const codesOf = (text: string) => Array.from(text, (digit) => (digit === '.' ? null : digit)) as LineTones;
const strict = (moves: string): MelodyConstraint => ({ melody: movesOfText(moves), tolerance: 'strict' });
const singable = (moves: string): MelodyConstraint => ({ melody: movesOfText(moves), tolerance: 'singable' });

const code = () => fc.option(fc.constantFrom(...CODE_DIGITS), { freq: 5 });
const codes = () => fc.array(code(), { minLength: 1, maxLength: 7 });
const demand = (): fc.Arbitrary<MelodyConstraint> =>
  fc.record({
    melody: fc.array(fc.option(fc.constantFrom<Move>('+', '-', '='), { freq: 5 }), { maxLength: 8 }),
    tolerance: fc.constantFrom(...TOLERANCES),
  });

describe('the risks of a line', () => {
  it('are where melody and tones part, with both moves and how badly', () => {
    // 4 4 2 0 3: level, down, down, up.
    expect(findRisks(codesOf('44203'), strict('++-='))).toEqual([
      // 3 and 5 to 3 and 5 rise 67 + 65 + 66 + 39 of 482 + 260 + 317 + 188 times.
      { position: 1, melodyMove: '+', lyricMove: '=', severity: 'oblique', sungShare: 237 / 1247 },
      // 3 and 5 to 6 rise 15 + 7 of 788 + 555 times.
      { position: 2, melodyMove: '+', lyricMove: '-', severity: 'contrary', sungShare: 22 / 1343 },
      // 4 to 1 and 2 never stay level.
      { position: 4, melodyMove: '=', lyricMove: '+', severity: 'contrary', sungShare: 0 },
    ]);
    // Tone 3 rises into tone 4 in 27 of 198, into tone 6 in 15 of 788, tone 6 into tone 4 in 33 of 615.
    const singing = (tones: LineTones, moves: string) =>
      findRisks(tones, singable(moves)).map(({ position }) => position);
    expect(singing([3, 4, 3, 6, 4], '++++')).toEqual([3]);
    expect(findRisks([6, 4], strict('+'))).toMatchObject([{ severity: 'oblique', sungShare: 33 / 615 }]);
  });

  it('never lie at the first character, which nothing moves into', () => {
    const melody = { melody: ['+', '+'] as const, tolerance: 'strict' as const };
    expect(findRisks(codesOf('43'), melody)).toEqual([]);
    expect(isRiskBetween(null, '4', melody, 0)).toBe(false);
  });

  it('are the same, asked one by one', () => {
    fc.assert(
      fc.property(codes(), demand(), (line, asked) => {
        const found = findRisks(line, asked).map(({ position }) => position);
        expect([...line.keys()].filter((i) => i > 0 && isRiskBetween(line[i - 1]!, line[i]!, asked, i))).toEqual(found);
      }),
    );
  });
});

describe('what a replacement does', () => {
  it('may lower a risk, or make it worse, which is as bad as to open one', () => {
    // Rising from tone 3: into 6 in 15 of 788, into 4 in 27 of 198, which is oblique.
    expect(substitutionEffect([3, 6], 1, [4], strict('+'))).toEqual({ resolves: [], lowers: [1], addsRisk: false });
    expect(substitutionEffect([3, 4], 1, [6], strict('+'))).toEqual({ resolves: [], lowers: [], addsRisk: true });
  });

  it('is the difference of the risks before and after', () => {
    const placed = codes().chain((line) =>
      fc.nat({ max: line.length - 1 }).chain((start) =>
        fc.record({
          line: fc.constant(line),
          start: fc.constant(start),
          put: fc.array(fc.constantFrom(...CODE_DIGITS), { minLength: 1, maxLength: line.length - start }),
        }),
      ),
    );
    fc.assert(
      fc.property(placed, demand(), ({ line, start, put }, asked) => {
        const levels = (tones: LineTones) =>
          tones.map((_, at) => (at === 0 ? 0 : riskLevel(tones[at - 1]!, tones[at]!, asked, at)));
        const [before, after] = [levels(line), levels(line.toSpliced(start, put.length, ...put))];
        const where = (test: (was: number, is: number) => boolean) =>
          [...before.keys()].filter((at) => test(before[at]!, after[at]!));
        expect(substitutionEffect(line, start, put, asked)).toEqual({
          resolves: where((was, is) => was > 0 && is === 0),
          lowers: where((was, is) => was > is && is > 0),
          addsRisk: where((was, is) => is > was).length > 0,
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('the codes that clear a risk', () => {
  it('are those that trying every code leaves', () => {
    const every = (length: number, tones: LineTones): LineTones[] =>
      length === 0 ? [[]] : every(length - 1, tones).flatMap((stem) => tones.map((tone) => [...stem, tone]));
    const codeOf = (put: LineTones) => put.map((tone) => (typeof tone === 'number' ? codeOfTone(tone) : tone)).join('');
    const placed = codes().chain((line) =>
      fc.nat({ max: line.length - 1 }).chain((start) =>
        fc.record({
          line: fc.constant(line),
          start: fc.constant(start),
          length: fc.integer({ min: 1, max: Math.min(3, line.length - start) }),
        }),
      ),
    );
    fc.assert(
      fc.property(placed, demand(), ({ line, start, length }, asked) => {
        const wanted = every(length, TONES).filter((put) => {
          const changed = (line as LineTones).toSpliced(start, length, ...put);
          const level = (tones: LineTones, at: number) =>
            riskLevel(tones[at - 1] ?? null, tones[at] ?? null, asked, at);
          const places = [...line.keys()].slice(1);
          return (
            places.every((at) => level(changed, at) <= level(line, at)) &&
            places.some((at) => level(changed, at) < level(line, at))
          );
        });
        expect(clearingCodes(line, start, length, asked)).toEqual([...new Set(wanted.map(codeOf))].sort());
      }),
      { numRuns: 300 },
    );
  });
});

describe('what stands in the way of a single character', () => {
  it('is nothing exactly where some tone clears the risk and opens none', () => {
    fc.assert(
      fc.property(codes(), demand(), (line, asked) => {
        const before = findRisks(line, asked);
        for (const risk of before) {
          const rescued = TONES.some((tone) => {
            const { resolves, addsRisk } = substitutionEffect(line, risk.position, [tone], asked);
            return resolves.includes(risk.position) && !addsRisk;
          });
          expect(obstacleAt(line, risk, asked) === undefined).toBe(rescued);
        }
      }),
      { numRuns: 500 },
    );
  });
});
