import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ChosenReadings } from '../../src/cantonese/annotation.ts';
import type { Move } from '../../src/cantonese/contour.ts';
import { lineUnits } from '../../src/cantonese/line-units.ts';
import { movesOfText } from '../../src/cantonese/melody.ts';
import type { Lexicon } from '../../src/lexicon/store.ts';
import { type ContourReport, fixContour } from '../../src/lyrics/fix-contour.ts';
import { COST_OF_RISK, type RepairSwap } from '../../src/lyrics/repair-paths.ts';
import type { Risk } from '../../src/lyrics/risks.ts';
import { swapSourcesOf } from '../../src/lyrics/swaps/find.ts';
import fc from '../support/fast-check.ts';
import { fullStoreForTests } from '../support/full-store.ts';

const WORDS_DRAWN_FROM = 8000;

const readingsOf = (swaps: readonly RepairSwap[]) =>
  new Map(swaps.flatMap(({ source, start, jyutping }) => (source === 'reading' ? [[start, jyutping] as const] : [])));

const weightOf = (risks: readonly Pick<Risk, 'severity'>[]) =>
  risks.reduce((sum, { severity }) => sum + COST_OF_RISK[severity], 0);

/** All of a line is sung, so that a sung position is one of its units; a word put in may be Latin. */
function lineWith(text: string, swaps: readonly RepairSwap[]): string {
  const units = lineUnits(text);
  for (const { start, word } of swaps) units.splice(start, lineUnits(word).length, ...lineUnits(word));
  return units.join('');
}

describe('on the whole lexicon', () => {
  const store = fullStoreForTests();
  let lexicon: Lexicon;
  let words: readonly string[];

  beforeAll(async () => {
    await store.read(async (open) => {
      lexicon = open;
    });
    const listed = await lexicon.wordTable();
    words = Array.from({ length: WORDS_DRAWN_FROM }, (_, word) => listed.text(word));
  });

  const fix = async (
    line: string,
    moves: string,
    tolerance: 'strict' | 'singable',
    readings: ChosenReadings = new Map(),
  ): Promise<ContourReport> => {
    const request = { line, melody: movesOfText(moves), tolerance, readings, maxCandidates: 5 };
    return await fixContour(request, await swapSourcesOf(lexicon));
  };

  const line = () =>
    fc
      .array(fc.nat({ max: WORDS_DRAWN_FROM - 1 }), { minLength: 1, maxLength: 7 })
      .map((drawn) => drawn.map((i) => words[i]!).join(''));
  const song = () =>
    line().chain((text) => {
      const moves = fc.array(fc.constantFrom('+', '-', '=', '*'), {
        minLength: [...text].length - 1,
        maxLength: [...text].length - 1,
      });
      return fc.tuple(
        fc.constant(text),
        moves.map((signs) => signs.join('')),
        fc.constantFrom('strict' as const, 'singable' as const),
      );
    });

  it('every suggested swap clears what it says and opens nothing, when the line is sent again', async () => {
    await fc.assert(
      fc.asyncProperty(song(), async ([text, moves, tolerance]) => {
        const report = await fix(text, moves, tolerance);
        const before = report.risks.map(({ position }) => position);
        for (const { position, wordSwaps, charSwaps, readingSwaps, fixable } of report.risks) {
          expect(fixable).toBe(charSwaps.length > 0);
          const tried = [
            ...wordSwaps.map((swap) => ({ ...swap, readings: new Map<number, string>() })),
            ...charSwaps.map((swap) => ({ ...swap, lowers: [] as number[], readings: new Map<number, string>() })),
            ...readingSwaps.map((swap) => ({
              ...swap,
              lowers: [] as number[],
              line: text,
              readings: new Map([[swap.position, swap.jyutping]]),
            })),
          ];
          for (const swap of tried) {
            expect([...swap.resolves, ...swap.lowers]).toContain(position);
            const again = (await fix(swap.line, moves, tolerance, swap.readings)).risks;
            const after = again.map((risk) => risk.position);
            const contrary = again.filter(({ severity }) => severity === 'contrary');
            expect(contrary.filter((risk) => swap.lowers.includes(risk.position))).toEqual([]);
            // A reading that is free may follow the melody better beside another word.
            const left = before.filter((one) => !swap.resolves.includes(one));
            expect(after.filter((one) => !left.includes(one))).toEqual([]);
          }
        }
        for (const repair of report.repairs ?? []) {
          const { risks, chars } = await fix(repair.line, moves, tolerance, readingsOf(repair.swaps));
          expect(risks.map((risk) => risk.position)).toEqual(repair.leaves);
          expect([...repair.clears, ...repair.leaves].sort((a, b) => a - b)).toEqual(before);
          const oblique = risks.filter(({ severity }) => severity === 'oblique').map(({ position }) => position);
          expect(oblique).toEqual(expect.arrayContaining([...repair.lowers]));
          for (const { start, word, jyutping } of repair.swaps) {
            const read = chars.slice(start, start + lineUnits(word).length).map((character) => character.jyutping);
            expect([repair.line, read.join(' ')]).toEqual([repair.line, jyutping]);
          }
          for (const needed of repair.swaps) {
            const rest = repair.swaps.filter((swap) => swap !== needed);
            const without = await fix(lineWith(text, rest), moves, tolerance, readingsOf(rest));
            const isWhole =
              weightOf(without.risks) <= weightOf(risks) &&
              without.risks.every((risk) => before.includes(risk.position)) &&
              rest.every(({ start, word, jyutping }) => {
                const read = without.chars.slice(start, start + lineUnits(word).length).map((one) => one.jyutping);
                return read.join(' ') === jyutping;
              });
            expect([repair.line, needed.word, isWhole]).toEqual([repair.line, needed.word, false]);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('a line set to its own contour has no risk', async () => {
    await fc.assert(
      fc.asyncProperty(line(), async (text) => {
        const { chars } = await fix(text, '*'.repeat([...text].length - 1), 'strict');
        const own = chars.slice(1).map(({ lyricMove }): Move | '*' => lyricMove ?? '*');
        expect((await fix(text, own.join(''), 'strict')).risks).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
